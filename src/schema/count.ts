/** The most lineups one request may ask for. */
export const MAXIMUM_COUNT = 10_000;

/** How many lineups a request gets that does not say. */
export const DEFAULT_COUNT = 3;
