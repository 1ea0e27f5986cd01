/** The script of a Web Worker that runs a page's tasks. */
import { createTasks, type Tasks } from "../../engine/search/tasks.ts";
import { resultOf } from "../../engine/search/wire.ts";
import type { Interrupt } from "../../engine/solver/interrupt.ts";
import { machineryOf } from "./machinery.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

declare const self: {
  addEventListener(type: "message", listener: (event: { readonly data: ToWorker }) => void): void;
  postMessage(message: FromWorker): void;
};

let tasks: Tasks | undefined;
const running = new Map<number, Interrupt>();

type Handlers = { readonly [Kind in ToWorker["kind"]]: (message: Extract<ToWorker, { kind: Kind }>) => void };

const HANDLERS: Handlers = {
  start: ({ highs }) => {
    tasks = createTasks(machineryOf(highs));
  },
  task: async ({ id, task }) => {
    running.set(id, task.interrupt);
    const result = await resultOf(tasks!, task, (progress) => self.postMessage({ of: id, progress }));
    running.delete(id);
    self.postMessage({ id, result });
  },
  // Without shared memory, the task's flag is the worker's own copy.
  stop: ({ id }) => {
    const interrupt = running.get(id);
    if (interrupt) Atomics.store(interrupt.flag, 0, 1);
  },
};

self.addEventListener("message", ({ data }) => (HANDLERS[data.kind] as (message: ToWorker) => void)(data));
