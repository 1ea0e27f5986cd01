import type { MessagePort } from "node:worker_threads";
import { createInlineRunner, createSpillingRunner, type Runner } from "../../engine/search/runner.ts";
import type { TaskMessage } from "../../engine/search/wire.ts";
import { machinery } from "./machinery.ts";
import { canStartThreads, createWorkerPool } from "./worker-pool.ts";

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

/** Searches leave few objects behind, so a third of V8's default is enough. */
const YOUNG_MEGABYTES = 16;

/** Runs tasks in `threads` workers that load `worker`, a file like worker.ts, from the first task on. */
export function createPiscinaRunner(threads: number, worker: URL): Runner {
  const pool = createWorkerPool<TaskMessage>({ threads, worker, youngMegabytes: YOUNG_MEGABYTES });
  return {
    threads,
    run(kind, input, stop, report) {
      const listen = (port: MessagePort) =>
        port.on("message", (progress) => stop.ended === undefined && report?.(progress));
      const message = { kind, input, interrupt: stop.interrupt } as TaskMessage;
      return pool.run(message, stop, report && listen);
    },
    close: () => pool.close(),
  };
}
