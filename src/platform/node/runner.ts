import { createInlineRunner } from "../../search/inline-runner.ts";
import type { Runner } from "../../search/runner.ts";
import { compileHighs } from "./compile-highs.ts";
import { createPiscinaRunner } from "./piscina-runner.ts";

/** Runs tasks in so many worker threads, or in the calling one where they are 0. */
export function createRunner(threads: number): Runner {
  if (threads === 0) return createInlineRunner(compileHighs);
  return createPiscinaRunner(threads, new URL("./worker.js", import.meta.url));
}
