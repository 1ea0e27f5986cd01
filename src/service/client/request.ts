import { InvalidRequestError } from "../../shared/errors.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import { openResourceSchema } from "../../shared/schema/resource.ts";
import * as z from "../../shared/schema/zod.ts";
import { COLLECTIONS, type Collection, PATH_OF_TYPE, TYPED_LISTS } from "./collections.ts";
import { type PageTarget, pageSchema } from "./page.ts";
import { encodeParameters, type Parameters, parametersOf } from "./parameters.ts";
import { openQuerySchema, type ParsedQuery, querySchema } from "./query.ts";
import type { Redactor } from "./redactor.ts";

/** What the client knows about the list at a path: its collection, its pages and its queries. */
interface Source {
  readonly collection: Collection;
  readonly schema: z.core.$ZodType;
  readonly query: z.core.$ZodType<ParsedQuery>;
}

/**
 * The parts of a resource that can identify it. A resource without an id is identified by its whole content.
 */
export interface Identified {
  readonly id?: string | undefined;
  readonly attributes?: { readonly [name: string]: unknown } | undefined;
}

/** One checked query of one path, without the API key. */
export interface CollectionRequest extends PageTarget {
  readonly parameters: Parameters;
  /** The number of the requested page; null for all pages. */
  readonly page: number | null;
  /** Whether answers are cached. */
  readonly cached: boolean;
  /** Whether `updatedAt[after]` can bring a cached document up to date. */
  readonly incremental: boolean;
  /** The GUID of the only event that the query selects; null if it can select several. */
  readonly event: string | null;
  /** Whether the query has an order, into which changed resources cannot be inserted. */
  readonly ordered: boolean;
  readonly identify: (entry: Identified) => string;
}

/** The sources of the named collections, by path. */
const SOURCES: ReadonlyMap<string, Source> = new Map(
  Object.values(COLLECTIONS).map((collection: Collection) => [
    collection.path,
    { collection, schema: pageSchema(collection.schema), query: querySchema(collection) },
  ]),
);

/** The schema of a page of resources that may lack any attribute. */
const SPARSE_PAGE = pageSchema(z.extend(openResourceSchema, { id: z.string() }));

const SPORT = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Where a request goes: `path` follows `/{sport}/v2/`; `single` for one entity rather than a list. */
export interface Place {
  readonly sport: string;
  readonly path: string;
  readonly single: boolean;
  readonly source: Source;
}

/**
 * Checks a query and makes its request.
 * @throws InvalidRequestError that points at the wrong field, and never contains the API key
 */
export function requestAt(
  { sport, path, single, source }: Place,
  query: unknown,
  redactor: Redactor,
): CollectionRequest {
  if (redactor.finds(JSON.stringify([sport, path, query]))) {
    refuse("", "The query contains the API key. Remove it: the client adds the key itself.");
  }
  if (typeof sport !== "string" || !SPORT.test(sport)) {
    refuse(
      "/sport",
      `\`sport\` must be a path segment such as american-football (got ${JSON.stringify(sport)}).`,
    );
  }
  const { collection } = source;
  const parsed = parseInput(source.query, query);
  const parameters = parametersOf(collection, parsed);
  const moving = parameters.some(([, value]) => value === "now");
  const event = parsed.values["event.uuid"];
  const isSparse = parsed.fields !== undefined || parsed.properties !== undefined;
  return {
    path: `/${sport}/v2/${path}`,
    single,
    schema: isSparse ? SPARSE_PAGE : source.schema,
    parameters,
    page: parsed.page ?? null,
    cached: collection.cached !== "none",
    incremental:
      collection.cached === "changes" &&
      !single &&
      parsed.page === undefined &&
      parsed.values["updatedAt"] === undefined &&
      // Entries enter and leave a moving time window without being updated.
      !moving &&
      (parsed.include ?? []).every((relation) => collection.steady?.includes(relation)),
    event: typeof event === "string" && !moving ? event : null,
    ordered: Object.keys(parsed.order ?? {}).length > 0,
    identify:
      collection.identity === "id-and-time"
        ? ({ id, attributes }) => `${id} ${JSON.stringify(attributes?.["updatedAt"])}`
        : (entry) => entry.id ?? JSON.stringify(entry),
  };
}

/** The cache key of a request's document, which differs for a list and an entity at one path. */
export function cacheKey(baseUrl: URL, request: CollectionRequest): string {
  return `dfs-lineups ${request.single ? "entity " : ""}${baseUrl.href.replace(/\/+$/, "")}${request.path}?${encodeParameters(request.parameters)}`;
}

/** Refuses an argument. @throws InvalidRequestError that points at the argument. */
export function refuse(pointer: string, detail: string): never {
  throw new InvalidRequestError([{ code: "invalid-query", detail, source: { pointer } }]);
}

const PATH = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** `/{sport}/v2/{path}`, as in an entity's `id`. */
const ID = /^\/([^/]+)\/v2\/(.+)$/;

/** Where to request a list, given the path after `/{sport}/v2/`. @throws InvalidRequestError */
export function listAt(sport: string, path: string): Place {
  const plain = checkedPath(path, "/path", "such as win_losses or events/{uuid}/performances");
  return { sport, path: plain, single: false, source: sourceOf(plain) };
}

/**
 * Where to request an entity, given its type or its collection's path, and its GUID or whole id.
 * @throws InvalidRequestError
 */
export function entityAt(sport: string, type: string, uuid: string): Place {
  const collection = checkedPath(
    PATH_OF_TYPE[type] ?? type,
    "/type",
    `a type such as ${Object.keys(PATH_OF_TYPE).slice(0, 3).join(", ")}, or a collection's path`,
  );
  const [, ofSport, ofPath] = ID.exec(String(uuid)) ?? [];
  const guid = ofPath === undefined ? String(uuid) : ofPath.slice(ofPath.lastIndexOf("/") + 1);
  if (!GUID.test(guid))
    refuse("/uuid", `\`uuid\` must be a GUID or an id that ends in one (got ${JSON.stringify(uuid)}).`);
  const path = `${collection}/${guid.toLowerCase()}`;
  if (ofPath !== undefined && (ofSport !== sport || ofPath.toLowerCase() !== path))
    refuse(
      "/uuid",
      `The id ${uuid} does not belong to ${sport} ${type}. Give its own sport and type, or the id alone.`,
    );
  return { sport, path, single: true, source: sourceOf(collection) };
}

/**
 * Where to request an entity, given its id `/{sport}/v2/{path}`, as the service's changes and relationships
 * give it.
 * @throws InvalidRequestError
 */
export function entityOfId(id: string): Place {
  const [, sport, path] = ID.exec(String(id)) ?? [];
  if (sport === undefined || path === undefined)
    return refuse(
      "/id",
      `An id is a path such as /basketball/v2/players/{uuid} (got ${JSON.stringify(id)}).`,
    );
  const plain = checkedPath(path, "/id", "an id such as /basketball/v2/players/{uuid}");
  const parent = GUID.test(plain.slice(plain.lastIndexOf("/") + 1))
    ? plain.slice(0, plain.lastIndexOf("/"))
    : plain;
  return { sport, path: plain, single: true, source: sourceOf(parent) };
}

function checkedPath(path: string, pointer: string, wanted: string): string {
  const plain = typeof path === "string" ? path.replace(/^\//, "") : "";
  if (PATH.test(plain)) return plain;
  return refuse(
    pointer,
    `It must be a path of letters, digits, _ and -, ${wanted} (got ${JSON.stringify(path)}).`,
  );
}

function sourceOf(path: string): Source {
  const like = TYPED_LISTS.find((one) => one.path.test(path));
  const known = SOURCES.get(like === undefined ? path : COLLECTIONS[like.name].path) ?? OPEN;
  if (like === undefined) return known;
  // Such a list can change without an update of any of its resources.
  return { ...known, collection: { ...known.collection, cached: "whole" } };
}

/** The source for lists and entities that the client does not know; their attributes are not checked. */
const OPEN: Source = {
  collection: {
    ...{ path: "", type: "", schema: openResourceSchema, cached: "whole" },
    ...{ filters: {}, dates: {}, orders: [], includes: [] },
  },
  schema: pageSchema(openResourceSchema),
  query: openQuerySchema,
};
