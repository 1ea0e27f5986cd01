import type { Keyv, KeyvStoreAdapter } from "keyv";
import { type Clock, systemClock } from "../../shared/clock.ts";
import { refuseOption } from "../../shared/errors.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import * as z from "../../shared/schema/zod.ts";

/** The longest time that a Node timer can wait, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** The client's limits. All times are milliseconds. */
export interface ServiceLimits {
  /** Requests per `requestWindowMs` and key, counted over all clients of the process. Default 3,000. */
  readonly requestLimit: number;
  /** The sliding window of `requestLimit`. Default 300,000: 5 minutes. */
  readonly requestWindowMs: number;
  /** How many times a failed request is retried. Default 4. */
  readonly retries: number;
  /**
   * The pause before the first retry. It doubles with each retry, and each pause is multiplied by a random
   * factor from 1 to 2. Default 500.
   */
  readonly retryDelayMs: number;
  /** The longest pause before a retry; a Retry-After from the service may be longer. Default 15,000. */
  readonly maximumRetryDelayMs: number;
  /** The time limit of one try, including the answer's body. Default 15,000. */
  readonly tryMs: number;
  /** The time limit of a document, or of a page while iterating, with waits and retries. Default 60,000. */
  readonly totalMs: number;
  /** How long a document counts as current. Default 900,000: the service refreshes about every 15 minutes. */
  readonly refreshMs: number;
  /**
   * The age at which a document is read again in full, because included entities may have changed. Default
   * 86,400,000: a day.
   */
  readonly wholeRefreshMs: number;
  /** The maximum age of a document that is served when the service fails. Default 86,400,000: a day. */
  readonly keepMs: number;
  /** How long `snapshot` waits for a refresh when it has an older document to serve. Default 2,000. */
  readonly patienceMs: number;
  /** How long `snapshot` serves the older document after a failed refresh. Default 30,000. */
  readonly failurePauseMs: number;
  /**
   * After this many failed tries in a row, counted over all documents, requests fail at once for `breakMs`.
   * Default `retries` plus one.
   */
  readonly breakAfter?: number | undefined;
  /**
   * How long requests fail at once after `breakAfter` failures; then one request tests the service. Default
   * 5,000.
   */
  readonly breakMs: number;
  /** The time limit of a read or write of `cache`. Default 1,000. */
  readonly storeMs: number;
  /** How many documents stay in memory; the least recently used are dropped first. Default 200. */
  readonly memoryDocuments: number;
  /** The largest answer accepted, in bytes after decompression. Default 20,000,000. */
  readonly answerBytes: number;
  /** The most pages of a list. Default 1,000. */
  readonly pages: number;
  /** The most resources of a list. Default 100,000. */
  readonly entries: number;
}

const milliseconds = z.whole(1, LONGEST_MS);

const limitsSchema: z.core.$ZodType<ServiceLimits> = z.strictObject({
  requestLimit: z._default(z.whole(1, 100_000), 3_000),
  requestWindowMs: z._default(milliseconds, 300_000),
  retries: z._default(z.whole(0, 100), 4),
  retryDelayMs: z._default(milliseconds, 500),
  maximumRetryDelayMs: z._default(milliseconds, 15_000),
  tryMs: z._default(milliseconds, 15_000),
  totalMs: z._default(milliseconds, 60_000),
  refreshMs: z._default(milliseconds, 900_000),
  wholeRefreshMs: z._default(milliseconds, 86_400_000),
  keepMs: z._default(milliseconds, 86_400_000),
  patienceMs: z._default(milliseconds, 2_000),
  failurePauseMs: z._default(milliseconds, 30_000),
  breakAfter: z.optional(z.whole(1, 1_000_000)),
  breakMs: z._default(milliseconds, 5_000),
  storeMs: z._default(milliseconds, 1_000),
  memoryDocuments: z._default(z.whole(1, 100_000), 200),
  answerBytes: z._default(z.whole(1, 1_000_000_000), 20_000_000),
  pages: z._default(z.whole(1, 1_000_000), 1_000),
  entries: z._default(z.whole(1, 10_000_000), 100_000),
});

type OptionalLimits = { readonly [Limit in keyof ServiceLimits]?: ServiceLimits[Limit] | undefined };

/** A problem that the client recovered from. Never contains the API key. */
export interface ServiceWarning {
  /** `cache`: the store failed and was bypassed. `refresh`: an older document was served. */
  readonly code: "cache" | "refresh";
  readonly detail: string;
  readonly cause: Error;
}

/** A store of `keyv`, or a `Keyv` over one: a file through keyv-file, Redis through @keyv/redis. */
export type ServiceCache = Keyv | KeyvStoreAdapter;

/** Options of `createServiceClient`. The limits and their defaults are those of {@link ServiceLimits}. */
export interface ServiceClientOptions extends OptionalLimits {
  /** The service's address, such as `https://host/prefix`; the service's paths are appended to it. */
  readonly baseUrl: string;
  /**
   * The account's key: printable ASCII. It is sent as the query parameter `api_key` and appears nowhere else.
   */
  readonly apiKey: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * A store that keeps documents beyond the process, or shares them between processes; without one, only
   * memory is used. Documents are identified by address and query, not by key, so clients whose accounts see
   * different data need separate stores or Keyv namespaces.
   */
  readonly cache?: ServiceCache;
  /** Replaces the system's clock and timers, except for `breakMs`. */
  readonly clock?: Clock;
  /** Receives warnings; without it they are dropped. */
  readonly onWarning?: (warning: ServiceWarning) => void;
}

export type ParsedOptions = ReturnType<typeof parseOptions>;

/** Checks the options. @throws InvalidRequestError that points at the option and never contains the key. */
export function parseOptions(options: ServiceClientOptions) {
  const { baseUrl, apiKey, fetch: ownFetch, cache, clock, onWarning, ...limits } = options;
  // The key, and an address that may contain it, are checked by hand, because schema errors quote the value.
  checkOption(
    "apiKey",
    typeof apiKey === "string" && /^[\x21-\x7e]+$/.test(apiKey),
    "printable ASCII characters",
  );
  const url = typeof baseUrl === "string" && URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const plain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === "";
  checkOption("baseUrl", plain, "an http or https address without credentials, query or fragment");
  checkOption("fetch", ownFetch === undefined || typeof ownFetch === "function", "a function");
  checkOption(
    "cache",
    cache === undefined || hasMethods(cache, ["get", "set", "delete"]),
    "a Keyv instance or a Keyv store",
  );
  checkOption(
    "clock",
    clock === undefined || hasMethods(clock, ["now", "elapsed", "later"]),
    "an object with now, elapsed and later",
  );
  checkOption("onWarning", onWarning === undefined || typeof onWarning === "function", "a function");
  return {
    baseUrl: url as URL,
    apiKey,
    fetch: ownFetch ?? globalThis.fetch,
    cache,
    clock: clock ?? systemClock,
    onWarning: onWarning ?? ((_: ServiceWarning) => {}),
    limits: parseInput(limitsSchema, limits),
  };
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    names.every((name) => name in value && typeof value[name as keyof typeof value] === "function")
  );
}

function checkOption(option: string, holds: boolean, wanted: string): void {
  if (!holds) refuseOption(`/${option}`, `The client's option \`${option}\` must be ${wanted}.`);
}
