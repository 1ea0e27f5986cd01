import { fileURLToPath } from "node:url";
import type { MessagePort } from "node:worker_threads";
import type { Piscina } from "piscina";
import { errorOf, type TaskResult } from "../../engine/search/tasks.ts";
import type { Stop } from "../../engine/solver/interrupt.ts";
import { withResolvers } from "../../shared/clock.ts";
import { LineupError, SolverFailedError } from "../../shared/errors.ts";

/** How long a stopped task may take to react before its worker is terminated. */
const GRACE_MILLISECONDS = 250;

/** A task fails when this many workers have died with it. */
const ATTEMPTS = 2;

/** How long a worker beyond `threads` stays without a task. */
const IDLE_MILLISECONDS = 10_000;

interface WorkerPool<Message> {
  /**
   * Sends a message to a worker and returns its answer. With `talk`, a channel is opened to the worker:
   * `talk` receives the caller's end, and the message the other end as its field `port`.
   * @throws the failure that the worker reports; the reason of `stop`, as soon as it ends; SolverFailedError.
   */
  run(message: Message, stop: Stop, talk?: (port: MessagePort) => void): Promise<never>;
  close(): Promise<void>;
}

/** Piscina's options for threads that run a script's default function; `data` is added to `workerData`. */
export function threadOf(script: URL, data: object = {}) {
  return {
    filename: fileURLToPath(new URL("./thread.js", import.meta.url)),
    workerData: { script: script.href, ...data },
  };
}

/** `most` is the most workers while all are busy, by default `threads`. */
export function createWorkerPool<Message>({
  threads,
  most = threads,
  worker,
  youngMegabytes,
}: {
  readonly threads: number;
  readonly most?: number;
  readonly worker: URL;
  readonly youngMegabytes: number;
}): WorkerPool<Message> {
  const waiting = new Set<(error: unknown) => void>();
  let started: Promise<Piscina<Message, TaskResult<never>>> | undefined;

  async function post(...[message, stop, talk]: Parameters<WorkerPool<Message>["run"]>) {
    const { port1, port2 } = talk ? new MessageChannel() : {};
    if (port1) talk?.(port1);
    const kill = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const { promise: ended, reject: refuse } = withResolvers<never>();
    const giveUp = () => {
      timer = setTimeout(() => kill.abort(), GRACE_MILLISECONDS).unref();
      refuse(stop.signal.reason);
    };
    stop.signal.addEventListener("abort", giveUp, { once: true });
    waiting.add(refuse);
    started ??= start();
    const answered = started.then((pool) =>
      port2
        ? pool.run({ ...message, port: port2 }, { signal: kill.signal, transferList: [port2] })
        : pool.run(message, { signal: kill.signal }),
    );
    const settled = () => {
      port1?.close();
      clearTimeout(timer);
      waiting.delete(refuse);
      stop.signal.removeEventListener("abort", giveUp);
    };
    answered.then(settled, settled);
    return Promise.race([answered, ended]);
  }

  async function start(): Promise<Piscina<Message, TaskResult<never>>> {
    const { Piscina } = await import("piscina");
    const pool: Piscina<Message, TaskResult<never>> = new Piscina({
      ...threadOf(worker),
      minThreads: threads,
      maxThreads: most,
      idleTimeout: IDLE_MILLISECONDS,
      recordTiming: false,
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    // A worker that dies with a task rejects that task. One that dies idle loses nothing and is replaced.
    // If none is left, because they cannot even start, tasks would wait forever.
    pool.on("error", (error) => {
      if (pool.threads.length === 0) for (const reject of waiting) reject(error);
    });
    return pool;
  }

  return {
    async run(message, stop, talk) {
      for (let attempt = 1; ; attempt += 1) {
        stop.throwIfEnded();
        try {
          const answer = await post(message, stop, talk);
          if ("value" in answer) return answer.value;
          throw errorOf(answer.failure);
        } catch (error) {
          if (error instanceof LineupError) throw error;
          if (attempt === ATTEMPTS)
            throw new SolverFailedError(
              `A worker died ${ATTEMPTS} times with the same task: ${String(error)}. If memory ran out, ask for fewer lineups; else please report the request.`,
              error,
            );
        }
      }
    },
    // The caller of each task already got the error of a failed start.
    close: async () =>
      started?.then(
        (pool) => pool.destroy(),
        () => {},
      ),
  };
}
