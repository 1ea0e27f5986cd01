import type { Failure, ProgressMessage, TaskMessage, TaskResult } from "../../engine/search/wire.ts";

/** Messages from a page to its worker. */
export type ToWorker =
  /** The answer to `needs`: HiGHS's compiled WebAssembly. */
  | { readonly kind: "highs"; readonly result: { readonly value: object } | { readonly failure: Failure } }
  | { readonly kind: "task"; readonly id: number; readonly task: TaskMessage }
  /** The task is no longer needed. */
  | { readonly kind: "stop"; readonly id: number };

/** Messages from a worker to its page: a task's result, its progress, or the need for HiGHS. */
export type FromWorker =
  | { readonly id: number; readonly result: TaskResult<never> }
  | ProgressMessage
  | { readonly needs: "highs" };

/** The part of a Web Worker that is used. */
export interface WebWorker {
  /** Sends the worker a message. */
  postMessage(message: unknown): void;
  /** Terminates the worker at once. */
  terminate(): void;
  /** Adds a listener for the worker's messages. */
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  /** Adds a listener for the worker's failure. */
  addEventListener(type: "error", listener: (event: { readonly message?: string }) => void): void;
}
