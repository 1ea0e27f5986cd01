import type { Report, Runner } from "../../engine/search/runner.ts";
import type { TaskKind } from "../../engine/search/tasks.ts";
import { errorOf, type TaskMessage } from "../../engine/search/wire.ts";
import { SolverFailedError } from "../../shared/errors.ts";
import type { FromWorker, ToWorker, WebWorker } from "./worker-messages.ts";

/** How long a stopped task may take to react before its worker is terminated. */
const GRACE_MILLISECONDS = 250;

/** How many workers may die with a task before the task is blamed. */
const ATTEMPTS = 2;

interface Waiting {
  readonly task: TaskMessage;
  readonly report: Report<TaskKind>;
  attempts: number;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs tasks in one Web Worker with the script `dfs-lineups/browser/worker`. The worker starts with the first
 * task, and again after it died or did not stop. `highs` is the address of HiGHS's WebAssembly.
 */
export function createWebWorkerRunner(start: () => WebWorker, highs: string | undefined): Runner {
  const waiting = new Map<number, Waiting>();
  let worker: WebWorker | undefined;
  let created = 0;

  const send = (to: WebWorker, message: ToWorker) => to.postMessage(message);

  function started(): WebWorker {
    const fresh = start();
    fresh.addEventListener("message", ({ data }: { readonly data: FromWorker }) => {
      if ("progress" in data) return waiting.get(data.of)?.report(data.progress as never);
      const { id, result } = data;
      const one = waiting.get(id);
      waiting.delete(id);
      if ("value" in result) one?.resolve(result.value);
      else one?.reject(errorOf(result.failure));
    });
    fresh.addEventListener("error", ({ message }: { readonly message?: string }) => {
      if (fresh === worker) restart(message ?? "its script could not be loaded");
    });
    send(fresh, { kind: "start", highs });
    return fresh;
  }

  /** Gives waiting tasks to a new worker, except those with which too many workers died. */
  function restart(reason: string | null): void {
    worker?.terminate();
    worker = undefined;
    for (const [id, one] of waiting) {
      if (reason !== null) one.attempts += 1;
      if (one.attempts < ATTEMPTS) give(id, one);
      else {
        waiting.delete(id);
        one.reject(new SolverFailedError(`A worker died ${ATTEMPTS} times with the same task: ${reason}.`));
      }
    }
  }

  function give(id: number, { task }: Waiting): void {
    worker ??= started();
    send(worker, { kind: "task", id, task });
  }

  return {
    threads: 1,
    async run(kind, input, stop, report = () => {}) {
      stop.throwIfEnded();
      const id = created++;
      return new Promise<never>((resolve, reject) => {
        const task = { kind, input, interrupt: stop.interrupt, progress: id } as TaskMessage;
        const one: Waiting = { task, report: report as Report<TaskKind>, attempts: 0, resolve, reject };
        waiting.set(id, one);
        stop.signal.addEventListener("abort", () => {
          if (waiting.get(id) !== one) return;
          reject(stop.signal.reason);
          if (worker) send(worker, { kind: "stop", id });
          setTimeout(() => {
            if (waiting.delete(id)) restart(null);
          }, GRACE_MILLISECONDS);
        });
        give(id, one);
      });
    },
    async close() {
      worker?.terminate();
      worker = undefined;
      waiting.clear();
    },
  };
}
