import { SolverFailedError } from "../../errors.ts";
import type { Report, Runner } from "../../search/runner.ts";
import type { TaskKind } from "../../search/tasks.ts";
import { errorOf, type TaskMessage } from "../../search/wire.ts";
import type { FromWorker, ToWorker, WebWorker } from "./worker-messages.ts";

/** How long a stopped task may take to notice before its worker is ended. */
const GRACE_MILLISECONDS = 250;

/** How often a task is given to a worker before its death is taken for the task's fault. */
const ATTEMPTS = 2;

interface Waiting {
  readonly task: TaskMessage;
  readonly report: Report<TaskKind>;
  attempts: number;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs tasks in one Web Worker of the script `dfs-lineups/browser/worker`, which starts with the first task, and
 * anew after it died or would not stop. `highs` is where the WebAssembly of HiGHS is served.
 */
export function createWebWorkerRunner(start: () => WebWorker, highs: string | undefined): Runner {
  const waiting = new Map<number, Waiting>();
  let worker: WebWorker | undefined;
  let created = 0;

  const tell = (to: WebWorker, message: ToWorker) => to.postMessage(message);

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
    tell(fresh, { kind: "start", highs });
    return fresh;
  }

  /** Gives what still waits to another worker, unless it outlived as many workers as a task may. */
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
    tell(worker, { kind: "task", id, task });
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
          if (worker) tell(worker, { kind: "stop", id });
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
