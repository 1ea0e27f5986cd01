import { availableParallelism } from "node:os";
import { type Optimizer, type OptimizerSettings, optimizerOf } from "../../optimizer.ts";
import { parseInput } from "../../schema/parse.ts";
import { searchSettingsSchema } from "../../search/settings.ts";
import { type CatalogOptions, loadCatalog } from "./catalog.ts";
import { createExplainer } from "./explainer.ts";
import { createPortfolioSolver } from "./portfolio-solver.ts";
import { createRunner } from "./runner.ts";
import { nodeSha1 } from "./sha1.ts";

/** How an optimizer works in Node, and by which tables. */
export interface OptimizerOptions extends OptimizerSettings, CatalogOptions {
  /**
   * Worker threads; 0 solves in the calling thread. There a time limit ends a program that HiGHS is solving, but a signal
   * takes effect only after it: use threads where an abort has to be fast. One less than the machine's cores by default, at
   * least 1. Where uncompiled TypeScript sources run, as under tsx, it is 0 whatever this says: threads cannot load them.
   */
  readonly threads?: number | undefined;
  /**
   * Milliseconds that one explanation of a request without lineups may take, in a worker of its own that leaves the
   * processor to others where the system can (Linux); what is not found by then is said to be so. For servers. Where
   * absent, explanations run beside the solves, without such a limit.
   */
  readonly explanationLimit?: number | undefined;
}

/**
 * An optimizer of the built-in tables and the user's, in threads of this process.
 * @throws InvalidTableError when a file does not load, InvalidRequestError for options out of range.
 */
export async function createOptimizer(options: OptimizerOptions = {}): Promise<Optimizer> {
  const { rules, scoring, outcomes, ...given } = options;
  const { threads, explanationLimit, ...settings } = parseInput(searchSettingsSchema, given, {
    parameter: "options",
  });
  const catalog = await loadCatalog({ rules, scoring, outcomes });
  const others = threads ?? Math.max(1, availableParallelism() - 1);
  const runner = createRunner(others);
  const portfolios = createPortfolioSolver(others);
  const explainer = explanationLimit === undefined ? undefined : createExplainer(explanationLimit);
  return optimizerOf(catalog, runner, settings, { explainer, portfolios, sha1: nodeSha1 });
}
