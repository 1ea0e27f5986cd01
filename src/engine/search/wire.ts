import type { Message } from "../../shared/errors/message-parts.ts";
import {
  AbortedError,
  InfeasibleError,
  InvalidRequestError,
  type LineupError,
  SolverFailedError,
  TimeLimitError,
  UnsupportedModelError,
  type WrittenConflict,
} from "../../shared/errors.ts";
import type { Interrupt } from "../solver/interrupt.ts";
import type { TaskKind, Tasks, TaskTypes } from "./tasks.ts";

export interface TaskMessage<K extends TaskKind = TaskKind> {
  readonly kind: K;
  readonly input: TaskTypes[K]["input"];
  readonly interrupt: Interrupt;
}

/** A progress report from a Web Worker. */
export interface ProgressMessage<K extends TaskKind = TaskKind> {
  readonly of: number;
  readonly progress: TaskTypes[K]["progress"];
}

/** A task's result as sent back; errors travel as data, because they lose their class between threads. */
export type TaskResult<Output> = { readonly value: Output } | { readonly failure: Failure };

/** Runs a task in a worker. It never throws: an exception that reaches a pool means a broken worker. */
export async function resultOf(
  tasks: Tasks,
  { kind, input, interrupt }: TaskMessage,
  report: (progress: ProgressMessage["progress"]) => void,
): Promise<TaskResult<never>> {
  try {
    const task = tasks[kind] as Tasks["portfolio"];
    return { value: (await task(input as Parameters<typeof task>[0], interrupt, report)) as never };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

export type Failure =
  | { readonly kind: "aborted" }
  | { readonly kind: "time-limit"; readonly milliseconds: number; readonly detail: string }
  | { readonly kind: "invalid"; readonly issues: InvalidRequestError["written"] }
  | { readonly kind: "infeasible"; readonly detail: Message; readonly conflicts: readonly WrittenConflict[] }
  | {
      readonly kind: "unsupported";
      readonly solver: string;
      readonly reason: string;
      readonly remedy: string;
    }
  | { readonly kind: "failed"; readonly detail: string; readonly cause: string };

export function failureOf(error: unknown): Failure {
  if (error instanceof AbortedError) return { kind: "aborted" };
  if (error instanceof TimeLimitError)
    return { kind: "time-limit", milliseconds: error.milliseconds, detail: error.message };
  if (error instanceof InvalidRequestError) return { kind: "invalid", issues: error.written };
  if (error instanceof InfeasibleError)
    return { kind: "infeasible", detail: error.written.message, conflicts: error.written.conflicts };
  if (error instanceof UnsupportedModelError)
    return { kind: "unsupported", solver: error.solver, reason: error.reason, remedy: error.remedy };
  // Other errors may have properties that cannot be sent between threads.
  if (error instanceof Error)
    return { kind: "failed", detail: error.message, cause: error.stack ?? error.name };
  return { kind: "failed", detail: String(error), cause: typeof error };
}

const ERRORS: { readonly [K in Failure["kind"]]: (failure: Extract<Failure, { kind: K }>) => LineupError } = {
  aborted: () => new AbortedError(),
  "time-limit": ({ milliseconds, detail }) => new TimeLimitError(milliseconds, detail),
  invalid: ({ issues }) => new InvalidRequestError(issues),
  infeasible: ({ detail, conflicts }) => new InfeasibleError(detail, conflicts),
  unsupported: ({ solver, reason, remedy }) => new UnsupportedModelError(solver, reason, remedy),
  failed: ({ detail, cause }) => new SolverFailedError(detail, cause),
};

export function errorOf<K extends Failure["kind"]>(failure: Extract<Failure, { kind: K }>): LineupError {
  return ERRORS[failure.kind as K](failure);
}
