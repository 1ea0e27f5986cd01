import type { TableFile } from "../../contests/catalog/catalog.ts";

/** All tables of outcomes under `scoring/`. The build writes this module into `dist/`. */
export declare const OUTCOMES: readonly TableFile[];
