import { ClosedError } from "../../shared/errors.ts";
import type { ReadOnly } from "../../shared/schema/fields.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import * as z from "../../shared/schema/zod.ts";
import { Coalescer, throwIfAborted } from "./abort.ts";
import { type CacheEntry, DocumentCache } from "./cache.ts";
import { COLLECTIONS, type CollectionName } from "./collections.ts";
import { parseOptions, type ServiceClientOptions } from "./options.ts";
import { type CollectionDocument, documentOfPage } from "./paging.ts";
import type {
  EntityOf,
  EntityQuery,
  ListPath,
  OpenResource,
  QueryAt,
  ResourceAt,
  ResourceOf,
  SparseQuery,
  SparseResource,
  WholeQuery,
} from "./query.ts";
import {
  type ClientContext,
  createEntityReading,
  createReading,
  type EntityDocument,
  type EntityReading,
  entityOfPage,
  type Reading,
  type ReadOptions,
  within,
} from "./reading.ts";
import { createRedactor } from "./redactor.ts";
import {
  entityAt,
  entityOfId,
  listAt,
  type Page,
  type Place,
  parsePage,
  refuse,
  requestAt,
} from "./request.ts";
import { createTransport } from "./transport.ts";

/**
 * Reads one collection of a sport, such as `american-football`. @throws InvalidRequestError that points at
 * the field
 */
export interface CollectionReader<Name extends CollectionName> {
  (sport: string, query?: WholeQuery<Name>): Reading<ResourceOf<Name>>;
  (sport: string, query: SparseQuery<Name>): Reading<SparseResource>;
}

export interface ServiceStatistics {
  readonly requests: number;
  readonly retries: number;
  /** Documents answered from memory or the store. */
  readonly hits: number;
  /** Documents that had to be fetched or refreshed, counted for each caller that waited for one. */
  readonly misses: number;
  /** Snapshots served after they expired. */
  readonly stale: number;
}

type CollectionReaders = { readonly [Name in CollectionName]: CollectionReader<Name> };

/**
 * Reads the prediction service. Safe for any number of simultaneous calls. `changes` (of the last 24 hours) are
 * never cached: poll at most every 15 minutes, with the time of the last poll as `updatedAt: { after }`.
 */
export interface ServiceClient extends CollectionReaders {
  /**
   * Any list of the service: `path` follows `/{sport}/v2/`, such as `win_losses`. The fields this client uses
   * are typed and checked; others pass through. @throws InvalidRequestError
   */
  collection<const Path extends ListPath | (string & {})>(
    sport: string,
    path: Path,
    query?: QueryAt<Path>,
  ): Reading<ResourceAt<Path>>;
  /**
   * One entity. `type` is a resource type, such as `WinLoss`, or a collection's path; `uuid` is a bare GUID
   * or an `id`. @throws InvalidRequestError
   */
  entity<const Type extends string>(
    sport: string,
    type: Type,
    uuid: string,
    query?: EntityQuery,
  ): EntityReading<EntityOf<Type>>;
  /**
   * One entity by its id `/{sport}/v2/{path}`, as the service's changes and relationships give it; or any
   * other document of one entity, such as a report. @throws InvalidRequestError
   */
  entity(id: string, query?: EntityQuery): EntityReading<OpenResource>;
  /**
   * Predicts a game with some players in or out: `POST injury_effects`. Never cached; the answer can take
   * seconds. @throws InvalidRequestError, ServiceError, AbortedError, ClosedError
   */
  injuryEffects(
    sport: string,
    question: InjuryQuestion,
    options?: ReadOptions,
  ): Promise<EntityDocument<OpenResource>>;
  /**
   * The value of each injured player: `POST injury_impacts`, whose body is not documented. Never cached;
   * `collection(sport, "injury_impacts", { "event.uuid": ... })` reads the same with GET. @throws as
   * `injuryEffects`
   */
  injuryImpacts(
    sport: string,
    body: object,
    options?: ReadOptions,
  ): Promise<CollectionDocument<OpenResource>>;
  statistics(): ServiceStatistics;
  /** Stops running requests with a ClosedError, and waits for cache writes. The store stays open. */
  close(): Promise<void>;
}

/**
 * Creates a client of the prediction service. All clients in the process that share a key send at most
 * `requestLimit` requests in any `requestWindowMs`. Status 408, 429 and 5xx, broken connections, answers that
 * are not JSON and tries longer than `tryMs` are retried; a Retry-After is respected. Documents are cached
 * for `refreshMs`. The key is sent as `api_key` and appears in no error, warning, cache key, link or document.
 * @throws InvalidRequestError that points at the option
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const parsed = parseOptions(options);
  const redactor = createRedactor(parsed.apiKey);
  const closing = new AbortController();
  const context: ClientContext = {
    options: parsed,
    redactor,
    transport: createTransport(parsed, redactor),
    cache: new DocumentCache(parsed, redactor),
    flights: new Coalescer<CacheEntry<unknown>>(),
    failures: new Map(),
    counts: { hits: 0, misses: 0, stale: 0 },
    closing: closing.signal,
  };

  const collection = (sport: string, path: string, query: object = {}) =>
    createReading(context, requestAt(listAt(sport, path), query, redactor));

  const readers = Object.fromEntries(
    Object.entries(COLLECTIONS).map(([name, { path }]) => [
      name,
      (sport: string, query?: object) => collection(sport, path, query),
    ]),
  ) as object as CollectionReaders;

  function entity(first: string, second: string | EntityQuery = {}, uuid = "", asked: EntityQuery = {}) {
    const [place, query] =
      typeof second === "string" ? [entityAt(first, second, uuid), asked] : [entityOfId(first), second];
    return createEntityReading(context, requestAt(place, query, redactor));
  }

  async function post(place: Place, body: object, { signal }: ReadOptions): Promise<Page<OpenResource>> {
    throwIfAborted(context.closing);
    const request = requestAt(place, {}, redactor);
    const text = JSON.stringify(body);
    if (redactor.finds(text))
      refuse("", "The body contains the API key. Remove it: the client adds the key itself.");
    const answer = await within(context, request, signal, (own) =>
      context.transport.ask({ path: request.path, query: "", body: text }, own),
    );
    return parsePage<OpenResource>(answer, request, redactor, "POST");
  }

  return {
    ...readers,
    collection: collection as ServiceClient["collection"],
    entity: entity as ServiceClient["entity"],
    async injuryEffects(sport, question, asked = {}) {
      const place = { ...listAt(sport, "injury_effects"), single: true };
      return entityOfPage(await post(place, parseInput(questionSchema, question), asked));
    },
    async injuryImpacts(sport, body, asked = {}) {
      const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
      if (!isObject) refuse("/body", "The body must be a JSON object.");
      return documentOfPage(await post(listAt(sport, "injury_impacts"), body, asked));
    },
    statistics: () => ({ ...context.transport.counts, ...context.counts }),
    async close() {
      closing.abort(new ClosedError("service client"));
      await context.cache.close();
    },
  };
}

const guid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "a GUID is needed here"));
/** The service takes 1 for a player who is injured, 0 for one who is not. */
const injured = z.pipe(z.boolean(), z.transform(Number));
const changeSchema = z.strictObject({ uuid: guid, injured });
const teamSchema = z.strictObject({ uuid: guid, players: z.array(changeSchema) });
const questionSchema = z.strictObject({ home: teamSchema, away: teamSchema });

export type InjuryChange = Readonly<z.input<typeof changeSchema>>;

/** A team of a game and the players whose status changes; other players keep their status. */
export type InjuryTeam = ReadOnly<z.input<typeof teamSchema>>;

/** The question for `injuryEffects`: how a game changes with these players in or out. */
export type InjuryQuestion = ReadOnly<z.input<typeof questionSchema>>;
