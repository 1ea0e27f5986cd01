import { createInlineRunner } from "../../engine/search/inline-runner.ts";
import type { Runner } from "../../engine/search/runner.ts";
import { createSpillingRunner } from "../../engine/search/spilling-runner.ts";
import { machinery } from "./machinery.ts";
import { createPiscinaRunner } from "./piscina-runner.ts";
import { canStartThreads } from "./thread-file.ts";

/**
 * Runs short path searches in the calling thread and all other tasks in `threads` worker threads; see
 * `createSpillingRunner`. With 0 threads, and when running from uncompiled sources, which threads cannot
 * load, all tasks run in the calling thread.
 */
export function createRunner(threads: number): Runner {
  const here = createInlineRunner(machinery);
  const worker = new URL("./worker.js", import.meta.url);
  if (threads === 0 || !canStartThreads(worker)) return here;
  return createSpillingRunner(here, createPiscinaRunner(threads, worker));
}
