import { fileURLToPath } from "node:url";
import type { Piscina } from "piscina";
import { LineupError, SolverFailedError } from "../../errors.ts";
import type { Report, Runner } from "../../search/runner.ts";
import type { Stop } from "../../search/stop.ts";
import type { TaskKind } from "../../search/tasks.ts";
import { errorOf, type ProgressMessage, type TaskMessage, type TaskResult } from "../../search/wire.ts";

/** How long a stopped task may take to notice before its worker is ended. */
const GRACE_MILLISECONDS = 250;

/** How often a task is given to a worker before its death is taken for the task's fault. */
const ATTEMPTS = 2;

type Pool = Piscina<TaskMessage, TaskResult<never>>;

/** Runs tasks in `threads` workers that load `worker`, a file like worker.ts; they start with the first task. */
export function createPiscinaRunner(threads: number, worker: URL): Runner {
  const waiting = new Set<(error: unknown) => void>();
  const listening = new Map<number, Report<TaskKind>>();
  let heard = 0;
  let started: Promise<Pool> | undefined;

  async function post(message: TaskMessage, stop: Stop): Promise<TaskResult<never>> {
    const kill = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let giveUp: () => void = () => {};
    let refuse: (error: unknown) => void = () => {};
    const ended = new Promise<never>((_, reject) => {
      refuse = reject;
      giveUp = () => {
        timer = setTimeout(() => kill.abort(), GRACE_MILLISECONDS).unref();
        reject(stop.signal.reason);
      };
    });
    stop.signal.addEventListener("abort", giveUp, { once: true });
    waiting.add(refuse);
    started ??= start(threads, worker, waiting, listening);
    const answered = started.then((pool) => pool.run(message, { signal: kill.signal }));
    const settled = () => {
      clearTimeout(timer);
      waiting.delete(refuse);
      stop.signal.removeEventListener("abort", giveUp);
    };
    answered.then(settled, settled);
    return Promise.race([answered, ended]);
  }

  return {
    threads,
    async run(kind, input, stop, report) {
      for (let attempt = 1; ; attempt += 1) {
        stop.throwIfEnded();
        const progress = report === undefined ? null : heard++;
        if (progress !== null) listening.set(progress, report as Report<TaskKind>);
        try {
          const message = { kind, input, interrupt: stop.interrupt, progress } as TaskMessage;
          const answer = await post(message, stop);
          if ("value" in answer) return answer.value;
          throw errorOf(answer.failure);
        } catch (error) {
          if (error instanceof LineupError) throw error;
          if (attempt === ATTEMPTS)
            throw new SolverFailedError(
              `A worker died ${ATTEMPTS} times with the same task: ${String(error)}.`,
              error,
            );
        } finally {
          if (progress !== null) listening.delete(progress);
        }
      }
    },
    // Whoever ran a task has heard of a failed start.
    close: async () =>
      started?.then(
        (pool) => pool.destroy(),
        () => {},
      ),
  };
}

async function start(
  threads: number,
  worker: URL,
  waiting: ReadonlySet<(error: unknown) => void>,
  listening: ReadonlyMap<number, Report<TaskKind>>,
): Promise<Pool> {
  const { Piscina } = await import("piscina");
  const pool: Pool = new Piscina({
    filename: fileURLToPath(worker),
    minThreads: threads,
    maxThreads: threads,
    recordTiming: false,
  });
  pool.on("message", ({ of, progress }: ProgressMessage) => listening.get(of)?.(progress as never));
  // A worker that dies with a task rejects that task. One that dies idle loses nothing and is replaced; only
  // when none is left, because they cannot even start, would tasks wait for ever.
  pool.on("error", (error) => {
    if (pool.threads.length === 0) for (const reject of waiting) reject(error);
  });
  return pool;
}
