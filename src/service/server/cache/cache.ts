import type { KeyvStoreAdapter } from "keyv";
import { type RateLimiterAbstract, RateLimiterMemory } from "rate-limiter-flexible";

/**
 * Creates a counter that allows `points` per key in `seconds`; `name` separates its counts from other
 * counters.
 */
export type RateLimiters = (limit: {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}) => RateLimiterAbstract;

/** Counters in this process's memory. */
export const ownRates: RateLimiters = ({ points, seconds }) =>
  new RateLimiterMemory({ points, duration: seconds });

/** Storage outside the server's process; disposing of it closes it. */
export interface ServerCache extends AsyncDisposable {
  /** Stores the prediction service's documents. */
  readonly store: KeyvStoreAdapter;
  /** Counters shared by all servers that use this cache; null if each server counts for itself. */
  readonly rates: RateLimiters | null;
}
