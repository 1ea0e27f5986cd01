import type { MessagePort } from "node:worker_threads";
import { createTasks, resultOf, type TaskMessage, type TaskResult } from "../../engine/search/tasks.ts";
import { machinery } from "./machinery.ts";

const tasks = createTasks(machinery);

export default async function runTask(
  message: TaskMessage & { readonly port?: MessagePort },
): Promise<TaskResult<unknown>> {
  const result = await resultOf(tasks, message, (progress) => message.port?.postMessage(progress));
  message.port?.close();
  return result;
}
