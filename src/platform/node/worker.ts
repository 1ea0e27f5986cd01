import { createTasks, type TaskKind, type TaskTypes } from "../../search/tasks.ts";
import { failureOf, type TaskMessage, type TaskResult } from "../../search/wire.ts";
import type { Interrupt } from "../../solver/interrupt.ts";
import { compileHighs } from "./compile-highs.ts";

const tasks = createTasks(compileHighs);

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
