import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { RefusedError } from "./refusal.ts";

/** The window of the interface's limit per key, in seconds. */
const RATE_WINDOW = 300;

/** Counts requests per key, by the key's hash. */
export class KeyRates {
  readonly #limiter: RateLimiterMemory;
  readonly #limit: number;

  /** `limit` requests of one key in `RATE_WINDOW` seconds. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#limiter = new RateLimiterMemory({ points: limit, duration: RATE_WINDOW });
  }

  /** @throws RefusedError (429) that says when to come back. */
  async admit(keyHash: string): Promise<void> {
    try {
      await this.#limiter.consume(keyHash);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new RefusedError(
        "rate-limited",
        `This API key has had its ${this.#limit} requests in ${RATE_WINDOW} seconds. Try again in ${seconds} s.`,
        { headers: { "retry-after": String(seconds) } },
      );
    }
  }
}
