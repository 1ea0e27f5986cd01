import type { ProgressMessage, TaskMessage, TaskResult } from "../../search/wire.ts";

/** What a page tells its worker. */
export type ToWorker =
  /** First of all: where the WebAssembly of HiGHS is served. */
  | { readonly kind: "start"; readonly highs: string | undefined }
  | { readonly kind: "task"; readonly id: number; readonly task: TaskMessage }
  /** Nobody waits for the task any more. */
  | { readonly kind: "stop"; readonly id: number };

/** What a worker tells its page: a task's result, or how far it has come. */
export type FromWorker = { readonly id: number; readonly result: TaskResult<never> } | ProgressMessage;

/** What is used of a Web Worker. */
export interface WebWorker {
  /** Tells the worker something. */
  postMessage(message: unknown): void;
  /** Ends the worker at once. */
  terminate(): void;
  /** Calls back for what the worker says, and for its failure. */
  addEventListener(type: "message" | "error", listener: (event: never) => void): void;
}
