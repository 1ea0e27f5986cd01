import { InvalidRequestError } from "../errors.ts";
import { parseInput } from "../schema/parse.ts";
import { COLLECTIONS, type Collection, type CollectionName } from "./collections.ts";
import { encodeParameters, type Parameters, parametersOf } from "./parameters.ts";
import { querySchema } from "./query-schema.ts";
import type { Redactor } from "./redactor.ts";

/** One query of one collection, checked and written out; the key is no part of it. */
export interface CollectionRequest {
  readonly name: CollectionName;
  readonly collection: Collection;
  /** From the sport on, such as `/basketball/v2/players`. */
  readonly path: string;
  readonly parameters: Parameters;
  /** The one page asked for; null for all. */
  readonly page: number | null;
  /** Some attributes may be missing. */
  readonly sparse: boolean;
  /** Whether `updatedAt[after]` can bring a cached document up to date. */
  readonly incremental: boolean;
  /** The event that the query is bound to, so that no other event's entries can join later. */
  readonly event: string | null;
  /** The order is the caller's: changed entries cannot be put in place. */
  readonly ordered: boolean;
}

const QUERY_SCHEMAS = Object.fromEntries(
  Object.entries(COLLECTIONS).map(([name, collection]) => [name, querySchema(collection)]),
) as Record<CollectionName, ReturnType<typeof querySchema>>;

const SPORT = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** @throws InvalidRequestError that points at the field; its message never holds the key. */
export function collectionRequest(
  name: CollectionName,
  sport: string,
  query: unknown,
  redactor: Redactor,
): CollectionRequest {
  const collection: Collection = COLLECTIONS[name];
  if (redactor.finds(JSON.stringify([sport, query]))) {
    refuse("", "The query holds the API key. Take it out: the client adds the key itself.");
  }
  if (typeof sport !== "string" || !SPORT.test(sport)) {
    refuse(
      "/sport",
      `The sport must be a path segment such as american-football (got ${JSON.stringify(sport)}).`,
    );
  }
  const parsed = parseInput(QUERY_SCHEMAS[name], query);
  const parameters = parametersOf(collection, parsed);
  const moving = parameters.some(([, value]) => value === "now");
  const event = parsed.values["event.uuid"];
  return {
    name,
    collection,
    path: `/${sport}/v2/${collection.path}`,
    parameters,
    page: parsed.page ?? null,
    sparse: parsed.fields !== undefined || parsed.properties !== undefined,
    incremental:
      collection.cached === "changes" &&
      parsed.page === undefined &&
      parsed.values["updatedAt"] === undefined &&
      // What leaves or joins a window that moves with the clock is not updated by that.
      !moving &&
      (parsed.include ?? []).every((relation) => collection.steady.includes(relation)),
    event: typeof event === "string" && !moving ? event : null,
    ordered: Object.keys(parsed.order ?? {}).length > 0,
  };
}

/** What names a request's document in the cache. The key is no part of it. */
export function cacheKey(baseUrl: URL, request: CollectionRequest): string {
  return `dfs-lineups ${baseUrl.href.replace(/\/+$/, "")}${request.path}?${encodeParameters(request.parameters)}`;
}

function refuse(pointer: string, detail: string): never {
  throw new InvalidRequestError([{ code: "invalid-query", detail, source: { pointer } }]);
}
