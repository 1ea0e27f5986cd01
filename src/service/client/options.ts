import type { Keyv, KeyvStoreAdapter } from "keyv";
import { type Clock, systemClock } from "../../shared/clock.ts";
import { refuseOption } from "../../shared/errors.ts";
import { isPlainAddress } from "../../shared/schema/fields.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import * as z from "../../shared/schema/zod.ts";

const LONGEST_MS = 2 ** 31 - 1;

const milliseconds = (standard: number) => z._default(z.whole(1, LONGEST_MS), standard);

const limitsSchema = z.strictObject({
  /** Requests per `requestWindowMs` and key, counted over all clients of the process. */
  requestLimit: z._default(z.whole(1, 100_000), 3_000),
  /** The sliding window of `requestLimit`: 5 minutes by default. */
  requestWindowMs: milliseconds(300_000),
  retries: z._default(z.whole(0, 100), 4),
  /** Doubles with each retry; each pause is multiplied by a random factor from 1 to 2. */
  retryDelayMs: milliseconds(500),
  /** The longest pause before a retry; a Retry-After from the service may be longer. */
  maximumRetryDelayMs: milliseconds(15_000),
  /** The time limit of one try, including the answer's body. */
  tryMs: milliseconds(15_000),
  /** The time limit of a document, with waits and retries. */
  totalMs: milliseconds(60_000),
  /** How long a document counts as current. The service refreshes about every 15 minutes. */
  refreshMs: milliseconds(900_000),
  /** The maximum age of a document that is served when the service fails: a day by default. */
  keepMs: milliseconds(86_400_000),
  /** How long `snapshot` waits for a refresh when it has an older document to serve. */
  patienceMs: milliseconds(2_000),
  /** How long `snapshot` serves the older document after a failed refresh. */
  failurePauseMs: milliseconds(30_000),
  /**
   * After this many failed tries in a row, over all documents, requests fail at once for `breakMs`. Default:
   * `retries` + 1.
   */
  breakAfter: z.optional(z.whole(1, 1_000_000)),
  /** How long requests fail at once after `breakAfter` failures; then one request tests the service. */
  breakMs: milliseconds(5_000),
  /** The time limit of a read or write of `cache`. */
  storeMs: milliseconds(1_000),
  /** How many documents stay in memory; the least recently used are dropped first. */
  memoryDocuments: z._default(z.whole(1, 100_000), 200),
  /** The largest answer accepted, in bytes after decompression. */
  answerBytes: z._default(z.whole(1, 1_000_000_000), 20_000_000),
  pages: z._default(z.whole(1, 1_000_000), 1_000),
  entries: z._default(z.whole(1, 10_000_000), 100_000),
});

/** The client's limits; the defaults are in the schema. All times are milliseconds. */
export type ServiceLimits = Readonly<z.output<typeof limitsSchema>>;

/** A problem that the client recovered from. Never contains the API key. */
export interface ServiceWarning {
  /** `cache`: the store failed and was bypassed. `refresh`: an older document was served. */
  readonly code: "cache" | "refresh";
  readonly detail: string;
  readonly cause: Error;
}

/** A store of `keyv`, or a `Keyv` over one: a file through keyv-file, Redis through @keyv/redis. */
export type ServiceCache = Keyv | KeyvStoreAdapter;

export interface ServiceClientOptions extends Readonly<z.input<typeof limitsSchema>> {
  /** The service's address, such as `https://host/prefix`; the service's paths are appended to it. */
  readonly baseUrl: string;
  /** The account's key: printable ASCII, sent as the query parameter `api_key` and shown nowhere else. */
  readonly apiKey: string;
  readonly fetch?: typeof fetch;
  /**
   * A store that keeps documents beyond the process, or shares them between processes; without one, only
   * memory is used. Documents are identified by address and query, not by key, so clients whose accounts see
   * different data need separate stores or Keyv namespaces.
   */
  readonly cache?: ServiceCache;
  /** Replaces the system's clock and timers, except for `breakMs`. */
  readonly clock?: Clock;
  readonly onWarning?: (warning: ServiceWarning) => void;
}

export type ParsedOptions = ReturnType<typeof parseOptions>;

/** Checks the options. @throws InvalidRequestError that points at the option and never contains the key. */
export function parseOptions(options: ServiceClientOptions) {
  const { baseUrl, apiKey, fetch: ownFetch, cache, clock, onWarning, ...limits } = options;
  const isPlain = typeof baseUrl === "string" && isPlainAddress(baseUrl);
  const isFunction = (value: unknown) => value === undefined || typeof value === "function";
  // Checked by hand, because schema errors quote the value, and an address may contain the key.
  for (const [option, isValid, wanted] of [
    ["apiKey", typeof apiKey === "string" && /^[\x21-\x7e]+$/.test(apiKey), "printable ASCII characters"],
    ["baseUrl", isPlain, "an http or https address without credentials, query or fragment"],
    ["fetch", isFunction(ownFetch), "a function"],
    ["cache", hasMethods(cache, ["get", "set", "delete"]), "a Keyv instance or a Keyv store"],
    ["clock", hasMethods(clock, ["now", "elapsed", "later"]), "an object with now, elapsed and later"],
    ["onWarning", isFunction(onWarning), "a function"],
  ] as const)
    if (!isValid) refuseOption(`/${option}`, `The client's option \`${option}\` must be ${wanted}.`);
  return {
    baseUrl: new URL(baseUrl),
    apiKey,
    fetch: ownFetch ?? globalThis.fetch,
    cache,
    clock: clock ?? systemClock,
    onWarning: onWarning ?? ((_: ServiceWarning) => {}),
    limits: parseInput(limitsSchema, limits),
  };
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  if (value === undefined) return true;
  const object = Object(value) as Readonly<Record<string, unknown>>;
  return names.every((name) => typeof object[name] === "function");
}
