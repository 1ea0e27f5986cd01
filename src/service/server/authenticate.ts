import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { type ErrorSource, refuseOption } from "../../shared/errors.ts";
import { RefusedError } from "./answer-error.ts";
import type { RateLimiters } from "./cache.ts";
import type { Incoming } from "./exchange.ts";

const KEY_BYTES = 32;
/** The longest accepted key; it limits how much a caller can make the server hash. */
const LONGEST_KEY = 512;
const KEY_REFUSAL = {
  source: { parameter: "api_key" },
  headers: {
    "www-authenticate": 'ApiKey realm="lineups", in="query", name="api_key", Bearer realm="lineups"',
  },
} as const;

export function bearerKey(request: RequestHead): string | null {
  return /^Bearer +(\S+) *$/i.exec(request.header("authorization") ?? "")?.[1] ?? null;
}

export function createApiKey(): { readonly key: string; readonly hash: string } {
  const key = randomBytes(KEY_BYTES).toString("base64url");
  return { key, hash: hashApiKey(key) };
}

/** The SHA-256 hash of a key, in lower-case hexadecimal digits. */
export function hashApiKey(key: string): string {
  return hash("sha256", key, "hex");
}

export function isKeyHash(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

export class ApiKeys {
  #hashes: readonly Buffer[] = [];

  constructor(hashes: readonly string[]) {
    this.replace(hashes);
  }

  replace(hashes: readonly string[]): void {
    if (hashes.length === 0)
      refuseOption(
        "/keys",
        "No API key is configured, so no request would be accepted. Create one with `dfs-lineups key`.",
      );
    const wrong = hashes.findIndex((text) => !isKeyHash(text));
    if (wrong !== -1)
      refuseOption(
        `/keys/${wrong}`,
        `/keys/${wrong} is not a SHA-256 hash of 64 hexadecimal digits. Make a key with \`dfs-lineups key\`.`,
      );
    this.#hashes = hashes.map((text) => Buffer.from(text, "hex"));
  }

  /**
   * The hash of a known key. Every hash is compared, each in constant time, so a wrong key takes as long as a
   * right one. @throws RefusedError (401), which never contains the key
   */
  verify(key: string | null): string {
    if (key === null || key === "") {
      throw new RefusedError(
        "api-key-missing",
        "The query parameter `api_key` is missing. Add your API key, or send it as `Authorization: Bearer KEY`.",
        KEY_REFUSAL,
      );
    }
    const presented = hash("sha256", key.slice(0, LONGEST_KEY + 1), "buffer");
    let known = 0;
    for (const one of this.#hashes) known |= Number(timingSafeEqual(one, presented));
    if (known === 1 && key.length <= LONGEST_KEY) return presented.toString("hex");
    throw new RefusedError(
      "api-key-unknown",
      "The API key in `api_key` or `Authorization` is not known here. Check it.",
      KEY_REFUSAL,
    );
  }
}

export type RequestHead = Pick<Incoming, "method" | "target" | "header">;

/** Returns a name that identifies the caller; null refuses the request with 401. */
export type Authenticate = (request: RequestHead) => string | null | Promise<string | null>;

export type CallerOf = (request: RequestHead, apiKey: string | null) => Promise<string>;

export function hostCallers(authenticate: Authenticate, challenge = "Bearer"): CallerOf {
  if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(challenge)) {
    refuseOption(
      "/challenge",
      "The option `challenge` must be a value of the header WWW-Authenticate, such as Bearer.",
    );
  }
  return async (request) => {
    const caller = await authenticate(request);
    if (typeof caller === "string") return hash("sha256", caller, "hex");
    throw new RefusedError(
      "not-authenticated",
      "The request is not authenticated. Authenticate as the header WWW-Authenticate says.",
      { headers: { "www-authenticate": challenge } },
    );
  };
}

const RATE_WINDOW_SECONDS = 300;

export function keyRates(limit: number, rates: RateLimiters) {
  const limiter = rates({ name: "requests", points: limit, seconds: RATE_WINDOW_SECONDS });
  const headersOf = (state: RateLimiterRes): Readonly<Record<string, string>> => ({
    "ratelimit-policy": `"key";q=${limit};w=${RATE_WINDOW_SECONDS}`,
    ratelimit: `"key";r=${Math.max(0, state.remainingPoints)};t=${secondsUntil(state)}`,
  });
  return async (keyHash: string) =>
    headersOf(
      await spend(limiter, keyHash, 1, (refused, seconds) => ({
        detail: `This API key has used its ${limit} requests in ${RATE_WINDOW_SECONDS} seconds. Try again in ${seconds} s.`,
        headers: headersOf(refused),
      })),
    );
}

type Spent = (
  refused: RateLimiterRes,
  seconds: number,
) => { readonly detail: string; readonly headers?: object; readonly source?: ErrorSource };

export async function spend(limiter: RateLimiterAbstract, key: string, points: number, spent: Spent) {
  try {
    return await limiter.consume(key, points);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = secondsUntil(refused);
    const { detail, headers, source } = spent(refused, seconds);
    throw new RefusedError("rate-limited", detail, {
      headers: { "retry-after": String(seconds), ...headers },
      ...(source && { source }),
    });
  }
}

function secondsUntil({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
