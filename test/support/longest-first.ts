import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest files, slowest first: started last, one of them would occupy one core while others are idle.
 */
const LONGEST: readonly string[] = [
  "cli/run/worker",
  "cli/run/batch",
  "conformance/highs",
  "portfolio/rule-pairs",
  "readme",
  "bench/fire-once",
  "platform/browser/browser",
  "batch/kills",
  "batch/service",
  "contest/choose",
  "batch/shards",
  "test/cli/swap",
  "solver/portfolio/solve-portfolio",
  "cli/serve-processes",
  "test/cli/serve",
  "test/cli/report",
  "examples",
  "cli/interrupt",
  "hostile/portfolios",
  "hostile/upstream",
  "solver/paths/effort",
  "solver/portfolio/effort",
  "solver/portfolio/sequential",
  "hostile/large-bodies",
  "cli/salary-options",
  "test/cli/contest",
  "test/cli/build",
  "hostile/unread-answers",
  "hostile/infeasible",
  "testing/check-contest",
  "entries/swap-entries",
  "search/second-opinion",
  "server/contests",
  "solver/paths/limits",
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
