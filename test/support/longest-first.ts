import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest files, slowest first: started last, one of them would occupy one core while others are idle.
 */
const LONGEST: readonly string[] = [
  "cli/run/worker",
  "studio/states",
  "studio/studio",
  "studio/keyboard",
  "conformance/checks",
  "studio/remedies",
  "studio/bytes",
  "paths/limits",
  "server/contests",
  "platform/elsewhere",
  "browser/without-highs",
  "calibration/calibration",
  "simulation/simulate",
  "search/search",
  "cli/backtest",
  "platform/node/portfolio-solver",
  "ordered/ordered-lineups",
  "cli/serve-cache",
  "test/cli/portfolio",
  "cli/run/batch",
  "service/server/fuzz",
  "conformance/highs",
  "platform/browser/browser",
  "readme",
  "conformance/paths",
  "cli/interrupt",
  "portfolio/rule-pairs",
  "server/leaks",
  "testing/check-contest",
  "optimizer/optimizer",
  "batch/kills",
  "batch/service",
  "cli/cookbook",
  "explain/portfolio-conflict",
  "ordered/stack-bounds",
  "solver/paths/effort",
  "solver/portfolio/effort",
  "test/cli/serve",
  "server/node/server",
  "cli/init",
  "test/cli/swap",
  "contest/choose",
  "examples",
  "hostile/upstream",
  "fuzz/fuzz",
  "draws/draw-solver",
  "cli/build-contests",
  "listed/choice-by-programs",
  "joint/joint",
  "hostile/portfolios",
  "portfolio/sequential",
  "build/score-kernel",
  "solver/portfolio/solve-portfolio",
  "portfolio/always-kept",
  "contest/contest",
  "batch/shards",
  "paths/exactness",
  "conformance/javascript-lp-solver",
  "packed-links",
  "model/satisfies",
  "cli/salary-options",
];

/** The rank of a file among the slowest; after them for any other. */
function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}

/**
 * First files with their own process, then those that share one: a shared process ends once the next file
 * has its own. Slowest first within each.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const isShared = ({ project }: TestSpecification) => Number(!project.config.isolate);
    return usual.toSorted((one, other) => isShared(one) - isShared(other) || placeOf(one) - placeOf(other));
  }
}
