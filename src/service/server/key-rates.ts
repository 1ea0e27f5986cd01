import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimiters } from "./cache/cache.ts";
import { RefusedError } from "./refusal.ts";

/** The window of the interface's limit per key, in seconds. */
const RATE_WINDOW = 300;

/** Counts requests per key, by the key's hash. */
export class KeyRates {
  readonly #limiter: RateLimiterAbstract;
  readonly #limit: number;

  /** `limit` requests of one key in `RATE_WINDOW` seconds. */
  constructor(limit: number, rates: RateLimiters) {
    this.#limit = limit;
    this.#limiter = rates({ name: "requests", points: limit, seconds: RATE_WINDOW });
  }

  /**
   * Counts a request of the key.
   * @returns the headers that tell what the key has left, as the IETF's draft of RateLimit fields has them.
   * @throws RefusedError (429) that says when to come back.
   */
  async admit(keyHash: string): Promise<Readonly<Record<string, string>>> {
    try {
      return this.#headers(await this.#limiter.consume(keyHash));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = secondsUntil(refused);
      throw new RefusedError(
        "rate-limited",
        `This API key has had its ${this.#limit} requests in ${RATE_WINDOW} seconds. Try again in ${seconds} s.`,
        { headers: { "retry-after": String(seconds), ...this.#headers(refused) } },
      );
    }
  }

  #headers(state: RateLimiterRes): Readonly<Record<string, string>> {
    return {
      "ratelimit-policy": `"key";q=${this.#limit};w=${RATE_WINDOW}`,
      ratelimit: `"key";r=${Math.max(0, state.remainingPoints)};t=${secondsUntil(state)}`,
    };
  }
}

function secondsUntil({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
