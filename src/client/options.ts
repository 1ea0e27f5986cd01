import type { Keyv, KeyvStoreAdapter } from "keyv";
import { z } from "zod";
import { InvalidRequestError } from "../errors.ts";
import { parseInput } from "../schema/parse.ts";

/** The longest time a Node timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

const milliseconds = z.int().min(1).max(LONGEST_MS);

const limitsSchema = z.strictObject({
  requestLimit: z
    .int()
    .min(1)
    .max(100_000)
    .default(3_000)
    .describe("Requests per `requestWindowMs` and key, counted over all clients of the process."),
  requestWindowMs: milliseconds
    .default(300_000)
    .describe("The sliding window of `requestLimit`, in milliseconds."),
  retries: z.int().min(0).max(100).default(4).describe("How often a failed request is tried again."),
  retryDelayMs: milliseconds
    .default(500)
    .describe("The pause before the first retry; it doubles from retry to retry, times a random 1 to 2."),
  maximumRetryDelayMs: milliseconds
    .default(15_000)
    .describe("The longest such pause; a Retry-After of the service may be longer."),
  tryMs: milliseconds.default(15_000).describe("The time limit of one try, answer and body included."),
  totalMs: milliseconds
    .default(60_000)
    .describe("The time limit of one document, or of one page while iterating, with all waits and retries."),
  refreshMs: milliseconds
    .default(900_000)
    .describe("How long a document is taken as current. The service refreshes about every 15 minutes."),
  wholeRefreshMs: milliseconds
    .default(86_400_000)
    .describe("After this, a document is read anew as a whole, for included entities may change daily."),
  keepMs: milliseconds
    .default(86_400_000)
    .describe("How old a document may be and still be served when the service fails."),
  patienceMs: milliseconds
    .default(2_000)
    .describe("How long `snapshot` waits for a refresh when it has an older document to serve."),
  failurePauseMs: milliseconds
    .default(30_000)
    .describe("After a failed refresh, how long `snapshot` serves the older document without asking again."),
  storeMs: milliseconds.default(1_000).describe("How long a read or write of `cache` may take."),
  memoryDocuments: z
    .int()
    .min(1)
    .max(100_000)
    .default(200)
    .describe("How many documents stay in memory; the least recently used go first."),
});

/** The client's limits, each with its default filled in. */
export type ServiceLimits = z.output<typeof limitsSchema>;

/** Something that went wrong but was survived. Holds no API key. */
export interface ServiceWarning {
  /** `cache` the store failed and was passed over, `refresh` the service failed and an older document was served. */
  readonly code: "cache" | "refresh";
  readonly detail: string;
  readonly cause: Error;
}

/** A store of `keyv`, or a `Keyv` over one: a file through keyv-file, Redis through @keyv/redis. */
export type ServiceCache = Keyv | KeyvStoreAdapter;

/** Options of `createServiceClient`. The limits and their defaults are those of {@link ServiceLimits}. */
export interface ServiceClientOptions extends z.input<typeof limitsSchema> {
  /** The service's address, such as `https://host` or `https://host/prefix`; the paths of the interface come after it. */
  readonly baseUrl: string;
  /** The account's key: printable ASCII. It is sent as the query parameter `api_key` and appears nowhere else. */
  readonly apiKey: string;
  /** Stands in for the global `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * Keeps documents beyond the process, or shares them between processes. Memory alone where absent.
   * Entries are told apart by address and query, not by key: clients of accounts that see different data take
   * stores (or Keyv namespaces) of their own.
   */
  readonly cache?: ServiceCache;
  /** Hears of what was survived. Warnings are dropped where absent. */
  readonly onWarning?: (warning: ServiceWarning) => void;
}

/** Options after validation. */
export interface ParsedOptions {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly cache: ServiceCache | undefined;
  readonly onWarning: (warning: ServiceWarning) => void;
  readonly limits: ServiceLimits;
}

/** @throws InvalidRequestError that points at the option; its message never holds the key. */
export function parseOptions(options: ServiceClientOptions): ParsedOptions {
  const { baseUrl, apiKey, fetch: ownFetch, cache, onWarning, ...limits } = options;
  // The key, and an address that may hold it, are checked by hand: schema errors quote what they refuse.
  demand("apiKey", typeof apiKey === "string" && /^[\x21-\x7e]+$/.test(apiKey), "printable ASCII characters");
  const url = typeof baseUrl === "string" && URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const plain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === "";
  demand("baseUrl", plain, "an http or https address without credentials, query or fragment");
  demand("fetch", ownFetch === undefined || typeof ownFetch === "function", "a function");
  demand("cache", cache === undefined || isStore(cache), "a Keyv instance or a Keyv store");
  demand("onWarning", onWarning === undefined || typeof onWarning === "function", "a function");
  return {
    baseUrl: url as URL,
    apiKey,
    fetch: ownFetch ?? globalThis.fetch,
    cache,
    onWarning: onWarning ?? (() => {}),
    limits: parseInput(limitsSchema, limits),
  };
}

function isStore(cache: unknown): boolean {
  return (
    typeof cache === "object" &&
    cache !== null &&
    ["get", "set", "delete"].every(
      (name) => name in cache && typeof cache[name as keyof typeof cache] === "function",
    )
  );
}

function demand(option: string, holds: boolean, wanted: string): void {
  if (holds) return;
  const pointer = `/${option}`;
  throw new InvalidRequestError([
    {
      code: "invalid-option",
      detail: `The client's option ${option} must be ${wanted}.`,
      source: { pointer },
    },
  ]);
}
