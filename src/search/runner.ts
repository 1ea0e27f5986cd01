import { setImmediate } from "node:timers/promises";
import { LineupError } from "../errors.ts";
import { compileHighs } from "../solver/highs.ts";
import type { Stop } from "./stop.ts";
import { createTasks, type TaskKind, type TaskTypes } from "./tasks.ts";
import { errorOf, failureOf } from "./wire.ts";

/** Where tasks run. */
export interface Runner {
  /** How many tasks can run at once. */
  readonly concurrency: number;
  /** @throws what the task throws, or the error that ended `stop`, as soon as it ends. */
  run<K extends TaskKind>(kind: K, input: TaskTypes[K]["input"], stop: Stop): Promise<TaskTypes[K]["output"]>;
  close(): Promise<void>;
}

/** Runs tasks in the calling thread, and lets it take a breath before each. */
export function createInlineRunner(): Runner {
  const tasks = createTasks(compileHighs);
  return {
    concurrency: 1,
    async run(kind, input, stop) {
      await setImmediate();
      stop.throwIfEnded();
      try {
        return await tasks[kind](input, stop.interrupt);
      } catch (error) {
        throw error instanceof LineupError ? error : errorOf(failureOf(error));
      }
    },
    async close() {},
  };
}
