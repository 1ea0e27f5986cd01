/** The script of a Web Worker that runs a page's tasks. */
import {
  createTasks,
  errorOf,
  type Failure,
  type ProgressMessage,
  resultOf,
  type TaskMessage,
  type TaskResult,
} from "../../engine/search/tasks.ts";
import type { HighsModule } from "../../engine/solver/highs.ts";
import type { Interrupt } from "../../engine/solver/interrupt.ts";
import { withResolvers } from "../../shared/clock.ts";
import { machineryOf } from "./machinery.ts";

declare const self: {
  addEventListener(type: "message", listener: (event: { readonly data: ToWorker }) => void): void;
  postMessage(message: FromWorker): void;
};

let highs: ReturnType<typeof withResolvers<HighsModule>> | undefined;

function compiledHighs(): Promise<HighsModule> {
  if (highs === undefined) {
    highs = withResolvers<HighsModule>();
    self.postMessage({ needs: "highs" });
  }
  return highs.promise;
}

const tasks = createTasks(machineryOf(compiledHighs));
const running = new Map<number, Interrupt>();

type Handlers = { readonly [Kind in ToWorker["kind"]]: (message: Extract<ToWorker, { kind: Kind }>) => void };

const HANDLERS: Handlers = {
  highs: ({ result }) => {
    const asked = highs;
    if ("value" in result) return asked?.resolve(result.value);
    // After a failure, the next task asks again.
    highs = undefined;
    asked?.reject(errorOf(result.failure));
  },
  task: async ({ id, task }) => {
    running.set(id, task.interrupt);
    const result = await resultOf(tasks, task, (progress) => self.postMessage({ of: id, progress }));
    running.delete(id);
    self.postMessage({ id, result });
  },
  // Without shared memory, the page cannot set the task's flag: the worker has a copy of its own.
  stop: ({ id }) => {
    const interrupt = running.get(id);
    if (interrupt) Atomics.store(interrupt.flag, 0, 1);
  },
};

self.addEventListener("message", ({ data }) => (HANDLERS[data.kind] as (message: ToWorker) => void)(data));

export type ToWorker =
  /** The answer to `needs`: HiGHS's compiled WebAssembly, or why it could not be compiled. */
  | { readonly kind: "highs"; readonly result: { readonly value: object } | { readonly failure: Failure } }
  | { readonly kind: "task"; readonly id: number; readonly task: TaskMessage }
  | { readonly kind: "stop"; readonly id: number };

export type FromWorker =
  | { readonly id: number; readonly result: TaskResult<never> }
  | ProgressMessage
  | { readonly needs: "highs" };

export interface WebWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "error", listener: (event: { readonly message?: string }) => void): void;
}
