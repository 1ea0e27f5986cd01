import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, the longest first: begun last, one of them would keep one core while others are idle. */
const LONGEST: readonly string[] = [
  "cli/run/worker",
  "cli/run/batch",
  "platform/browser/browser",
  "batch/kills",
  "bench/fire-once",
  "batch/shards",
  "readme",
  "conformance/highs",
  "examples",
  "conformance/paths",
  "solver/paths/limits",
  "portfolio/rule-pairs",
  "solver/portfolio/sequential",
  "solver/portfolio/joint/joint",
  "solver/portfolio/effort",
  "cli/swap",
  "cli/contest",
  "cli/serve",
  "cli/build",
  "search/search",
  "server/fuzz",
  "server/contests",
  "solver/paths/effort",
  "solver/paths/exactness",
  "solver/portfolio/solve-portfolio",
  "solver/paths/ordered/ordered-lineups",
  "cli/interrupt",
  "cli/serve-processes",
  "testing/check-contest",
  "search/second-opinion",
  "client/transport",
  "conformance/javascript-lp-solver",
];

/** The place of a file among the longest; behind them all for any other. */
function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}

/**
 * First what has a process of its own, then what shares one: a process that is shared ends once the next file has its
 * own. Within either, the longest first.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const isShared = ({ project }: TestSpecification) => Number(!project.config.isolate);
    return usual.toSorted((one, other) => isShared(one) - isShared(other) || placeOf(one) - placeOf(other));
  }
}
