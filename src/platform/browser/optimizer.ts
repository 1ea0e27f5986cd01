import { createInlineRunner } from "../../engine/search/inline-runner.ts";
import { searchSettingsSchema } from "../../engine/search/settings.ts";
import { type Optimizer, type OptimizerSettings, optimizerOf } from "../../optimizer/optimizer.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import { type CatalogOptions, loadCatalog } from "./catalog.ts";
import { machineryOf } from "./machinery.ts";
import { createWebWorkerRunner } from "./web-worker-runner.ts";
import type { WebWorker } from "./worker-messages.ts";

/** Settings and tables of an optimizer in a browser. */
export interface OptimizerOptions extends OptimizerSettings, CatalogOptions {
  /**
   * Starts a worker with the script `dfs-lineups/browser/worker`, such as `() => new Worker(url, { type:
   * "module" })`. Without it, lineups are found in the calling thread, which may itself be a worker.
   */
  readonly worker?: (() => WebWorker) | undefined;
  /**
   * The address of HiGHS's WebAssembly, the file `highs/runtime`. It is fetched for the rare request that the
   * path engine refuses. Without it, `javascript-lp-solver` solves such requests.
   */
  readonly highs?: string | URL | undefined;
}

/**
 * Creates an optimizer with the built-in tables and the user's, in a page or a worker.
 * @throws InvalidTableError for a table that does not load, InvalidRequestError for options out of range.
 */
export async function createOptimizer(options: OptimizerOptions = {}): Promise<Optimizer> {
  const { rules, scoring, outcomes, worker, highs, ...given } = options;
  const { solver, timeLimit } = parseInput(searchSettingsSchema, given, { parameter: "options" });
  const address = highs === undefined ? undefined : String(highs);
  const runner = worker ? createWebWorkerRunner(worker, address) : createInlineRunner(machineryOf(address));
  return optimizerOf(await loadCatalog({ rules, scoring, outcomes }), runner, { solver, timeLimit });
}
