import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest files, slowest first: started last, one of them would occupy one core while others are idle.
 */
const LONGEST: readonly string[] = `
  run/worker readme run/batch studio/states browser/browser studio/studio batch/service studio/bytes
  studio/keyboard batch/kills optimizer/optimizer node/portfolio-solver studio/remedies portfolio/solve-portfolio
  portfolio/rule-pairs entries/swap-entries testing/check-contest cli/backtest studio/files contest/choose
  contest/contest cli/build cli/errors cli/interrupt browser/example conformance/highs examples cli/cookbook
  cli/contest fuzz/fuzz cli/swap node/explainer cli/tables hostile/portfolios portfolio/sequential server/statuses
  explain/irreducible-conflict cli/build-contests cli/serve joint/joint simulation/race hostile/upstream
  hostile/large-bodies optimizer/open-slate-portfolio joint/few-lineups cli/report conformance/paths cli/serve-cache
  portfolio/infeasible portfolio/rules cli/simulate cli/salary-options files/read-any paths/limits
  portfolio/shortfall server/service-projections portfolio/costs search/search
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
