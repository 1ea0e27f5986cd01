import type { TableFile } from "../../contests/catalog/catalog.ts";

/**
 * All tables under `rules/` and all scoring tables under `scoring/`. The build writes this module into
 * `dist/`.
 */
export declare const CONTESTS: readonly TableFile[];
export declare const SCORING: readonly TableFile[];
