import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest files, slowest first: started last, one of them would occupy one core while others are idle.
 */
const LONGEST: readonly string[] = `
  readme run/worker cli/backtest studio/studio run/batch studio/states browser/browser studio/keyboard
  batch/kills portfolio/rule-pairs studio/bytes entries/swap-entries studio/files testing/check-contest
  optimizer/optimizer studio/remedies batch/service contest/ownership cli/serve studio/one-file
  hostile/portfolios cli/ownership conformance/highs contest/contest cli/interrupt node/portfolio-solver
  hostile/upstream portfolio/solve-portfolio examples portfolio/sequential hostile/large-bodies contest/choose
  cli/cookbook cli/build node/server joint/joint fuzz/fuzz joint/few-lineups cli/contest cli/swap
  explain/irreducible-conflict simulation/simulate server/service-projections cli/contests node/runner
  hostile/unread-answers simulation/race optimizer/open-slate-portfolio server/openapi browser/example
  conformance/paths hostile/infeasible cli/serve-cache server/statuses cli/build-contests
  simulation/simulated-outcomes build/score-kernel portfolio/contradictions cli/report files/read-any cli/init
  conformance/checks
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
