import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest files, slowest first: started last, one of them would occupy one core while others are idle.
 */
const LONGEST: readonly string[] = `
  run/batch readme portfolio/rule-pairs testing/check-contest run/worker studio/bytes studio/states
  studio/studio cli/backtest portfolio/solve-portfolio batch/kills conformance/highs server/statuses
  conformance/paths batch/service draws/draw-solver contest/contest studio/remedies joint/joint
  cli/serve cli/contest studio/keyboard contest/choose conformance/checks entries/swap-entries
  testing/wrong-solvers hostile/portfolios cli/interrupt portfolio/sequential portfolio/rules examples
  cli/cookbook browser/browser optimizer/optimizer fuzz/fuzz simulation/race portfolio/replaced
  paths/limits hostile/upstream simulation/simulate paths/index server/openapi cli/contests
  node/portfolio-solver
`
  .trim()
  .split(/\s+/);

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
