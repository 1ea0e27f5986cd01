import { parentPort } from "node:worker_threads";
import { createTasks, type Tasks } from "../../engine/search/tasks.ts";
import {
  failureOf,
  type ProgressMessage,
  type TaskMessage,
  type TaskResult,
} from "../../engine/search/wire.ts";
import { machinery } from "./machinery.ts";

const tasks = createTasks(machinery);

/** Runs one task in a worker. It never throws: an exception that reaches the pool means a broken worker. */
export default async function runTask(message: TaskMessage): Promise<TaskResult<unknown>> {
  const { kind, input, interrupt, progress: of } = message;
  try {
    const task = tasks[kind] as Tasks["portfolio"];
    const report = (progress: ProgressMessage["progress"]) =>
      of !== null && parentPort?.postMessage({ of, progress } satisfies ProgressMessage);
    return { value: await task(input as Parameters<typeof task>[0], interrupt, report) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
