import type { Report, Runner } from "../../engine/search/runner.ts";
import { createInlineRunner, createSpillingRunner } from "../../engine/search/runner.ts";
import type { TaskKind } from "../../engine/search/tasks.ts";
import type { ProgressMessage, TaskMessage } from "../../engine/search/wire.ts";
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

/**
 * Runs tasks in `threads` workers that load `worker`, a file like worker.ts; they start with the first task.
 */
export function createPiscinaRunner(threads: number, worker: URL): Runner {
  const listening = new Map<number, Report<TaskKind>>();
  const pool = createWorkerPool<TaskMessage>({
    threads,
    worker,
    youngMegabytes: YOUNG_MEGABYTES,
    onMessage: (said) => {
      const { of, progress } = said as ProgressMessage;
      listening.get(of)?.(progress as never);
    },
  });
  let heard = 0;
  return {
    threads,
    async run(kind, input, stop, report) {
      const progress = report === undefined ? null : heard++;
      if (progress !== null) listening.set(progress, report as Report<TaskKind>);
      try {
        return await pool.run({ kind, input, interrupt: stop.interrupt, progress } as TaskMessage, stop);
      } finally {
        if (progress !== null) listening.delete(progress);
      }
    },
    close: () => pool.close(),
  };
}
