import type { HighsScript } from "../../engine/solver/highs.ts";

/** The script of the package `highs` for any platform and any bundler; the build writes it. */
declare const script: HighsScript;
export default script;
