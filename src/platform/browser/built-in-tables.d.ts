import type { TableFile } from "../../catalog/built-in.ts";

/** Every table under `rules/`, and those of scoring under `scoring/`. The build writes the module into `dist/`. */
export declare const CONTESTS: readonly TableFile[];
export declare const SCORING: readonly TableFile[];
