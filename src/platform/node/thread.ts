import { workerData } from "node:worker_threads";

/** Imported, because tsx runs a thread's own file as CommonJS, and what it imports would be loaded twice. */
const script: Promise<{ readonly default: (message: unknown) => unknown }> = import(workerData.script);

export default async function run(message: unknown): Promise<unknown> {
  return (await script).default(message);
}
