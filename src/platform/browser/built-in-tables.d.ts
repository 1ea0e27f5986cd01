import type { LoadedFile, TableFile } from "../../contests/catalog/catalog.ts";

/** All tables under `rules/`, and by sport those under `scoring/`, from the module that the build writes. */
export declare const CONTESTS: readonly TableFile[];
export declare const OTHERS: readonly LoadedFile[];
