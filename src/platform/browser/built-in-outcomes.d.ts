import type { TableFile } from "../../catalog/built-in.ts";

/** Every table of outcomes under `scoring/`. The build writes the module into `dist/`. */
export declare const OUTCOMES: readonly TableFile[];
