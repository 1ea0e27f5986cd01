import type { LoadedFile, TableFile } from "../../contests/catalog/catalog.ts";

/** The contest tables under `rules/`, in a module that the build writes. */
export declare const CONTESTS: readonly TableFile[];
/** The tables of scoring and outcomes under `scoring/`; each sport's are loaded when first needed. */
export declare const OTHERS: readonly LoadedFile[];
