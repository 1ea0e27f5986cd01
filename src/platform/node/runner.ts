import { existsSync } from "node:fs";
import type { MessagePort } from "node:worker_threads";
import { createInlineRunner, createSpillingRunner, type Runner } from "../../engine/search/runner.ts";
import type { TaskMessage } from "../../engine/search/tasks.ts";
import { machinery } from "./machinery.ts";

/**
 * Runs short path searches in the calling thread and all other tasks in `threads` worker threads; see
 * `createSpillingRunner`. With 0 threads, and when running from uncompiled sources, which threads cannot
 * load, all tasks run in the calling thread.
 */
export function createRunner(threads: number): Runner {
  const worker = new URL("./worker.js", import.meta.url);
  if (threads === 0 || !existsSync(worker)) return createInlineRunner(machinery);
  return createSpillingRunner(machinery, createPiscinaRunner(threads, worker));
}

/** Megabytes of young generation heap: a third of V8's default, because searches leave few objects behind. */
export const YOUNG_MEGABYTES = 16;

export function createPiscinaRunner(threads: number, worker: URL): Runner {
  let started: ReturnType<typeof start> | undefined;
  const start = async () => {
    // Most commands run no task in a thread.
    const { createWorkerPool } = await import("./worker-pool.ts");
    return createWorkerPool<TaskMessage>({ threads, worker, youngMegabytes: YOUNG_MEGABYTES });
  };
  return {
    threads,
    async run(kind, input, stop, report) {
      const listen = (port: MessagePort) =>
        port.on("message", (progress) => stop.ended === undefined && report?.(progress));
      const message = { kind, input, interrupt: stop.interrupt } as TaskMessage;
      started ??= start();
      return (await started).run(message, stop, report && listen);
    },
    close: async () => (await started)?.close(),
  };
}
