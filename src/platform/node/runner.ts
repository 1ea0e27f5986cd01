import { createInlineRunner } from "../../search/inline-runner.ts";
import type { Runner } from "../../search/runner.ts";
import { createSpillingRunner } from "../../search/spilling-runner.ts";
import { machinery } from "./machinery.ts";
import { createPiscinaRunner } from "./piscina-runner.ts";

/** Runs tasks in so many worker threads, once there is more to do than is done by then, or in the calling one. */
export function createRunner(threads: number): Runner {
  const here = createInlineRunner(machinery);
  if (threads === 0) return here;
  return createSpillingRunner(here, createPiscinaRunner(threads, new URL("./worker.js", import.meta.url)));
}
