import { createInlineRunner } from "../../search/inline-runner.ts";
import type { Runner } from "../../search/runner.ts";
import { createSpillingRunner } from "../../search/spilling-runner.ts";
import { machinery } from "./machinery.ts";
import { createPiscinaRunner } from "./piscina-runner.ts";
import { canStartThreads } from "./thread-file.ts";

/**
 * Runs tasks in so many worker threads, once there is more to do than is done by then, or in the calling one: with 0 threads,
 * and where uncompiled sources run, which threads cannot load.
 */
export function createRunner(threads: number): Runner {
  const here = createInlineRunner(machinery);
  const worker = new URL("./worker.js", import.meta.url);
  if (threads === 0 || !canStartThreads(worker)) return here;
  return createSpillingRunner(here, createPiscinaRunner(threads, worker));
}
