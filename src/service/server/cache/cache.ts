import type { KeyvStoreAdapter } from "keyv";
import { type RateLimiterAbstract, RateLimiterMemory } from "rate-limiter-flexible";

/** Makes a counter of `points` per key in `seconds`; `name` keeps its counts apart from others'. */
export type RateLimiters = (limit: {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}) => RateLimiterAbstract;

/** Counts in this process. */
export const ownRates: RateLimiters = ({ points, seconds }) =>
  new RateLimiterMemory({ points, duration: seconds });

/** What a server keeps beyond its process; disposing of it closes it. */
export interface ServerCache extends AsyncDisposable {
  /** Holds the prediction service's documents. */
  readonly store: KeyvStoreAdapter;
  /** Counts that all servers of the cache share; null where each counts for itself. */
  readonly rates: RateLimiters | null;
}
