import { InvalidRequestError } from "../../shared/errors.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import type * as z from "../../shared/schema/zod.ts";
import { COLLECTIONS, type Collection, type CollectionName, RESOURCE_SCHEMAS } from "./collections.ts";
import { encodeParameters, type Parameters, parametersOf } from "./parameters.ts";
import { type ParsedQuery, querySchema } from "./query.ts";
import type { Redactor } from "./redactor.ts";

/** The entries at a path and their query parameters. */
export interface Source {
  readonly collection: Collection;
  /** The schema of one entry. */
  readonly resource: z.core.$ZodType;
  readonly query: z.core.$ZodType<ParsedQuery>;
}

/** One checked query of one path, without the key. */
export interface CollectionRequest {
  readonly collection: Collection;
  readonly resource: z.core.$ZodType;
  /** From the sport on, such as `/basketball/v2/players`. */
  readonly path: string;
  /** Whether the path has a single entity rather than a list. */
  readonly single: boolean;
  readonly parameters: Parameters;
  /** The requested page; null for all. */
  readonly page: number | null;
  /** Some attributes may be missing. */
  readonly sparse: boolean;
  /** Whether `updatedAt[after]` can bring a cached document up to date. */
  readonly incremental: boolean;
  /** The event the query is bound to, so that entries of other events cannot appear later. */
  readonly event: string | null;
  /** The caller gave an order, so changed entries cannot be inserted. */
  readonly ordered: boolean;
}

/** The sources of the named collections. */
export const SOURCES = Object.fromEntries(
  Object.entries(COLLECTIONS).map(([name, collection]): [string, Source] => [
    name,
    { collection, resource: RESOURCE_SCHEMAS[name as CollectionName], query: querySchema(collection) },
  ]),
) as Record<CollectionName, Source>;

const SPORT = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Where a request goes: `path` follows `/{sport}/v2/`. */
export interface Place {
  readonly sport: string;
  readonly path: string;
  readonly single: boolean;
}

/** @throws InvalidRequestError that points at the field; its message never contains the key. */
export function requestAt(
  { sport, path, single }: Place,
  source: Source,
  query: unknown,
  redactor: Redactor,
): CollectionRequest {
  if (redactor.finds(JSON.stringify([sport, path, query]))) {
    refuse("", "The query contains the API key. Remove it: the client adds the key itself.");
  }
  if (typeof sport !== "string" || !SPORT.test(sport)) {
    refuse(
      "/sport",
      `The sport must be a path segment such as american-football (got ${JSON.stringify(sport)}).`,
    );
  }
  const { collection, resource } = source;
  const parsed = parseInput(source.query, query);
  const parameters = parametersOf(collection, parsed);
  const moving = parameters.some(([, value]) => value === "now");
  const event = parsed.values["event.uuid"];
  return {
    collection,
    resource,
    path: `/${sport}/v2/${path}`,
    single,
    parameters,
    page: parsed.page ?? null,
    sparse: parsed.fields !== undefined || parsed.properties !== undefined,
    incremental:
      collection.cached === "changes" &&
      !single &&
      parsed.page === undefined &&
      parsed.values["updatedAt"] === undefined &&
      // Entries enter and leave a moving time window without being updated.
      !moving &&
      (parsed.include ?? []).every((relation) => collection.steady.includes(relation)),
    event: typeof event === "string" && !moving ? event : null,
    ordered: Object.keys(parsed.order ?? {}).length > 0,
  };
}

/**
 * The key of a request's document in the cache; a list and an entity at one path have different keys. It does
 * not contain the API key.
 */
export function cacheKey(baseUrl: URL, request: CollectionRequest): string {
  return `dfs-lineups ${request.single ? "entity " : ""}${baseUrl.href.replace(/\/+$/, "")}${request.path}?${encodeParameters(request.parameters)}`;
}

/** @throws InvalidRequestError that points at the argument. */
export function refuse(pointer: string, detail: string): never {
  throw new InvalidRequestError([{ code: "invalid-query", detail, source: { pointer } }]);
}
