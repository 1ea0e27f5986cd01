/** The most lineups one request may ask for. */
export const MAXIMUM_COUNT = 10_000;

/** The number of lineups for a request that does not give one. */
export const DEFAULT_COUNT = 3;
