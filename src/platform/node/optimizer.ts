import { availableParallelism } from "node:os";
import { type Optimizer, type OptimizerSettings, optimizerOf } from "../../optimizer/optimizer.ts";
import { searchSettingsSchema } from "../../optimizer/options.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import { type CatalogOptions, loadCatalog } from "./catalog.ts";
import { createRunner } from "./runner.ts";

export interface OptimizerOptions extends OptimizerSettings, CatalogOptions {
  /**
   * Worker threads; 0 solves in the calling thread. In the calling thread a time limit interrupts HiGHS, but
   * a signal takes effect only after the running solve, so use threads if aborts must be fast. By default one
   * less than the machine's cores, at least 1. Always 0 when running from uncompiled TypeScript sources (for
   * example under tsx), which threads cannot load.
   */
  readonly threads?: number | undefined;
  /**
   * For servers: the most milliseconds to explain why a request has no lineup; an explanation that takes
   * longer reports all rules together. With this option, explanations run in a worker of their own, at low
   * priority on Linux; without it, they run among the solves, with no such limit.
   */
  readonly explanationLimit?: number | undefined;
}

/** @throws InvalidTableError for a file that does not load, InvalidRequestError for options out of range. */
export async function createOptimizer(options: OptimizerOptions = {}): Promise<Optimizer> {
  const { rules, scoring, outcomes, ...given } = options;
  const { threads, explanationLimit, ...settings } = parseInput(searchSettingsSchema, given, {
    parameter: "options",
  });
  const catalog = await loadCatalog({ rules, scoring, outcomes });
  const others = threads ?? Math.max(1, availableParallelism() - 1);
  const runner = createRunner(others);
  const portfolios = async () => (await import("./own-workers.ts")).createPortfolioSolver(others);
  const explainer =
    explanationLimit === undefined
      ? undefined
      : (await import("./own-workers.ts")).createExplainer(explanationLimit);
  return optimizerOf(catalog, runner, settings, { explainer, portfolios });
}
