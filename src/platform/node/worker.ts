import { workerData } from "node:worker_threads";
import { createTasks, type TaskKind, type TaskTypes } from "../../search/tasks.ts";
import { failureOf, type TaskMessage, type TaskResult } from "../../search/wire.ts";
import type { HighsModule } from "../../solver/highs.ts";
import type { Interrupt } from "../../solver/interrupt.ts";

/** What a worker is started with. */
export interface WorkerStart {
  readonly highsModule: HighsModule;
}

const start = workerData as WorkerStart;
const tasks = createTasks(async () => start.highsModule);

/** Runs one task in a worker. It never throws: an exception that reaches the pool means a broken worker. */
export default async function runTask<K extends TaskKind>(
  message: TaskMessage<K>,
): Promise<TaskResult<TaskTypes[K]["output"]>> {
  const { kind, input, interrupt } = message;
  try {
    const task: (input: TaskTypes[K]["input"], interrupt: Interrupt) => Promise<TaskTypes[K]["output"]> =
      tasks[kind];
    return { value: await task(input, interrupt) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
