import { InvalidRequestError } from "../../shared/errors.ts";
import { pointerOf, shownValue } from "../../shared/pointer.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import {
  linksSchema,
  openResourceSchema,
  type Resource,
  resourceSchema,
} from "../../shared/schema/resource.ts";
import * as z from "../../shared/schema/zod.ts";
import { COLLECTIONS, type Collection, pathOfType, TYPED_LISTS } from "./collections.ts";
import {
  encodeParameters,
  openQuerySchema,
  type Parameters,
  type ParsedQuery,
  parametersOf,
  querySchema,
} from "./query.ts";
import type { Redactor } from "./redactor.ts";
import { ServiceError } from "./service-error.ts";

export interface Page<R> {
  readonly links?: Readonly<Record<string, unknown>> | undefined;
  readonly meta?: { readonly totalItems?: number | undefined; readonly [name: string]: unknown } | undefined;
  readonly data: readonly R[];
  readonly included?: readonly Resource[] | undefined;
}

function pageSchema(resource: z.core.$ZodType): z.core.$ZodType {
  return z.looseObject({
    links: z.optional(linksSchema),
    meta: z.optional(z.looseObject({ totalItems: z.optional(z.int().check(z.minimum(0))) })),
    data: z.array(resource),
    included: z.optional(z.array(resourceSchema)),
  });
}

/** What can identify a resource. One without an id is identified by its whole content. */
export interface Identified {
  readonly id?: string | undefined;
  readonly attributes?: { readonly [name: string]: unknown } | undefined;
}

export interface CollectionRequest {
  readonly path: string;
  readonly single: boolean;
  readonly schema: z.core.$ZodType;
  readonly parameters: Parameters;
  readonly isPage: boolean;
  readonly cached: boolean;
  readonly identify: (entry: Identified) => string;
}

const LONGEST_SHOWN = 80;

export function parsePage<R>(
  answer: unknown,
  { path, single, schema }: CollectionRequest,
  redactor: Redactor,
  method = "GET",
): Page<R> {
  const isWrapped = single && typeof answer === "object" && answer !== null && "data" in answer;
  const body = isWrapped ? { ...answer, data: [answer.data] } : answer;
  const { data, error } = z.safeParse(schema, body, { reportInput: true });
  if (error === undefined) return data as Page<R>;
  const issue = error.issues[0] as z.core.$ZodIssue;
  const pointer = pointerOf(single ? issue.path.filter((_, index) => index !== 1) : issue.path);
  // The body is redacted, but its names and values are still untrusted.
  const place = redactor.text(pointer === "" ? "the document" : pointer);
  const shown = issue.input === undefined ? "nothing" : shownValue(issue.input, LONGEST_SHOWN);
  throw new ServiceError(
    "upstream-invalid",
    `${method} ${path}: the answer does not match the schema at ${place}: ${redactor.text(`${issue.message} (got ${shown})`)}.`,
    { upstreamStatus: 200, path: redactor.text(pointer) },
  );
}

interface Source {
  readonly dates: Collection["dates"];
  readonly page: z.core.$ZodType;
  readonly query: z.core.$ZodType<ParsedQuery>;
}

const SOURCES: ReadonlyMap<string, Source> = new Map(
  Object.values(COLLECTIONS).map((one: Collection) => [
    one.path,
    { dates: one.dates, page: pageSchema(one.schema), query: querySchema(one) },
  ]),
);

const OPEN: Source = { dates: {}, page: pageSchema(openResourceSchema), query: openQuerySchema };

const SPARSE_PAGE = pageSchema(z.extend(openResourceSchema, { id: z.string() }));

/** Where a request goes: `path` follows `/{sport}/v2/`; `single` for one entity rather than a list. */
export interface Place {
  readonly sport: string;
  readonly path: string;
  readonly single: boolean;
}

export function refuse(pointer: string, detail: string): never {
  throw new InvalidRequestError([{ code: "invalid-query", detail, source: { pointer } }]);
}

const SPORT = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const PATH = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/;
const OF_ENTITY = /^(?:(.+)\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const ID = /^\/([^/]+)\/v2\/(.+)$/;

/**
 * Checks a query. @throws InvalidRequestError that points at the wrong field, and never contains the API key
 */
export function requestAt(
  { sport, path, single }: Place,
  query: unknown,
  redactor: Redactor,
): CollectionRequest {
  if (redactor.finds(JSON.stringify([sport, path, query])))
    refuse("", "The query contains the API key. Remove it: the client adds the key itself.");
  if (typeof sport !== "string" || !SPORT.test(sport))
    refuse(
      "/sport",
      `\`sport\` must be a path segment such as american-football (got ${JSON.stringify(sport)}).`,
    );
  const list = single ? (OF_ENTITY.exec(path)?.[1] ?? path) : path;
  const like = TYPED_LISTS.find((one) => one.path.test(list));
  const asked = like === undefined ? list : COLLECTIONS[like.name].path;
  const { dates, page, query: schema } = SOURCES.get(asked) ?? OPEN;
  const parsed = parseInput(schema, query);
  const isSparse = parsed.fields !== undefined || parsed.properties !== undefined;
  const isFeed = asked === COLLECTIONS.changes.path;
  return {
    path: `/${sport}/v2/${path}`,
    single,
    schema: isSparse ? SPARSE_PAGE : page,
    parameters: parametersOf(dates, parsed),
    isPage: parsed.page !== undefined,
    cached: !isFeed,
    // The feed has an entity once for each of its changes.
    identify: isFeed
      ? ({ id, attributes }) => `${id} ${JSON.stringify(attributes?.["updatedAt"])}`
      : (entry) => entry.id ?? JSON.stringify(entry),
  };
}

/** The cache key of a request's document, which differs for a list and an entity at one path. */
export function cacheKey(baseUrl: URL, { single, path, parameters }: CollectionRequest): string {
  return `dfs-lineups ${single ? "entity " : ""}${baseUrl.href.replace(/\/+$/, "")}${path}?${encodeParameters(parameters)}`;
}

export function listAt(sport: string, path: string): Place {
  const plain = checkedPath(path, "/path", "such as win_losses or events/{uuid}/performances");
  return { sport, path: plain, single: false };
}

export function entityAt(sport: string, type: string, uuid: string): Place {
  const wanted = "a type such as Player or WinLoss, or a collection's path";
  const collection = checkedPath(typeof type === "string" ? pathOfType(type) : type, "/type", wanted);
  const [, ofSport, ofPath] = ID.exec(String(uuid)) ?? [];
  const guid = OF_ENTITY.exec(ofPath ?? String(uuid))?.[2]?.toLowerCase();
  if (guid === undefined || (ofPath === undefined && uuid.includes("/")))
    return refuse(
      "/uuid",
      `\`uuid\` must be a GUID or an id that ends in one (got ${JSON.stringify(uuid)}).`,
    );
  const path = `${collection}/${guid}`;
  if (ofPath !== undefined && (ofSport !== sport || ofPath.toLowerCase() !== path))
    refuse(
      "/uuid",
      `The id ${uuid} does not belong to ${sport} ${type}. Give its own sport and type, or the id alone.`,
    );
  return { sport, path, single: true };
}

export function entityOfId(id: string): Place {
  const wanted = "an id such as /basketball/v2/players/{uuid}";
  const [, sport = "", path = ""] =
    ID.exec(String(id)) ?? refuse("/id", `It must be ${wanted} (got ${JSON.stringify(id)}).`);
  return { sport, path: checkedPath(path, "/id", wanted), single: true };
}

function checkedPath(path: string, pointer: string, wanted: string): string {
  const plain = typeof path === "string" ? path.replace(/^\//, "") : "";
  if (PATH.test(plain)) return plain;
  return refuse(
    pointer,
    `It must be a path of letters, digits, _ and -, ${wanted} (got ${JSON.stringify(path)}).`,
  );
}
