import { type Optimizer, type OptimizerSettings, optimizerOf } from "../../optimizer.ts";
import { parseInput } from "../../schema/parse.ts";
import { createInlineRunner } from "../../search/inline-runner.ts";
import { searchSettingsSchema } from "../../search/settings.ts";
import { type CatalogOptions, loadCatalog } from "./catalog.ts";
import { machineryOf } from "./machinery.ts";
import { createWebWorkerRunner } from "./web-worker-runner.ts";
import type { WebWorker } from "./worker-messages.ts";

/** How an optimizer works in a browser, and by which tables. */
export interface OptimizerOptions extends OptimizerSettings, CatalogOptions {
  /**
   * Starts a worker, as `() => new Worker(url, { type: "module" })` does, of the script `dfs-lineups/browser/worker`.
   * Without it lineups are found in the calling thread, which may be a worker itself.
   */
  readonly worker?: (() => WebWorker) | undefined;
  /**
   * The address of the WebAssembly of HiGHS, the file `highs/runtime`, which is fetched for the rare request that the
   * path engine refuses. Without it `javascript-lp-solver` takes such requests.
   */
  readonly highs?: string | URL | undefined;
}

/**
 * An optimizer of the built-in tables and the user's, in a page or a worker of it.
 * @throws InvalidTableError for a table that does not load, InvalidRequestError for options out of range.
 */
export async function createOptimizer(options: OptimizerOptions = {}): Promise<Optimizer> {
  const { rules, scoring, outcomes, worker, highs, ...given } = options;
  const { solver, timeLimit } = parseInput(searchSettingsSchema, given, { parameter: "options" });
  const address = highs === undefined ? undefined : String(highs);
  const runner = worker ? createWebWorkerRunner(worker, address) : createInlineRunner(machineryOf(address));
  return optimizerOf(await loadCatalog({ rules, scoring, outcomes }), runner, { solver, timeLimit });
}
