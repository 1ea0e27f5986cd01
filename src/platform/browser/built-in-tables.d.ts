import type { LoadedFile, TableFile } from "../../contests/catalog/catalog.ts";

/**
 * All tables under `rules/`, and those under `scoring/`, which are loaded by sport. The build writes this
 * module into `dist/`.
 */
export declare const CONTESTS: readonly TableFile[];
export declare const OTHERS: readonly LoadedFile[];
