import {
  AbortedError,
  type Conflict,
  InfeasibleError,
  InvalidRequestError,
  type LineupError,
  SolverFailedError,
  TimeLimitError,
  UnsupportedModelError,
} from "../../shared/errors.ts";
import type { Interrupt } from "../solver/interrupt.ts";
import type { TaskKind, TaskTypes } from "./tasks.ts";

/** A task on its way to a worker. */
export interface TaskMessage<K extends TaskKind = TaskKind> {
  readonly kind: K;
  readonly input: TaskTypes[K]["input"];
  readonly interrupt: Interrupt;
  /** Tells its progress from that of other tasks; null where nobody listens. */
  readonly progress: number | null;
}

/** How far a task has come, on the way back. */
export interface ProgressMessage<K extends TaskKind = TaskKind> {
  readonly of: number;
  readonly progress: TaskTypes[K]["progress"];
}

/** A task's answer on its way back; errors lose their class when they cross threads, so they travel as data. */
export type TaskResult<Output> = { readonly value: Output } | { readonly failure: Failure };

export type Failure =
  | { readonly kind: "aborted" }
  | { readonly kind: "time-limit"; readonly milliseconds: number; readonly detail: string }
  | { readonly kind: "invalid"; readonly issues: InvalidRequestError["written"] }
  | { readonly kind: "infeasible"; readonly detail: string; readonly conflicts: readonly Conflict[] }
  | { readonly kind: "unsupported"; readonly solver: string; readonly reason: string }
  | { readonly kind: "failed"; readonly detail: string; readonly cause: string };

export function failureOf(error: unknown): Failure {
  if (error instanceof AbortedError) return { kind: "aborted" };
  if (error instanceof TimeLimitError)
    return { kind: "time-limit", milliseconds: error.milliseconds, detail: error.message };
  if (error instanceof InvalidRequestError) return { kind: "invalid", issues: error.written };
  if (error instanceof InfeasibleError)
    return { kind: "infeasible", detail: error.written.message, conflicts: error.written.conflicts };
  if (error instanceof UnsupportedModelError)
    return { kind: "unsupported", solver: error.solver, reason: error.reason };
  // What else an error carries may not cross threads at all.
  if (error instanceof Error)
    return { kind: "failed", detail: error.message, cause: error.stack ?? error.name };
  return { kind: "failed", detail: String(error), cause: typeof error };
}

const ERRORS: { readonly [K in Failure["kind"]]: (failure: Extract<Failure, { kind: K }>) => LineupError } = {
  aborted: () => new AbortedError(),
  "time-limit": ({ milliseconds, detail }) => new TimeLimitError(milliseconds, detail),
  invalid: ({ issues }) => new InvalidRequestError(issues),
  infeasible: ({ detail, conflicts }) => new InfeasibleError(detail, conflicts),
  unsupported: ({ solver, reason }) => new UnsupportedModelError(solver, reason),
  failed: ({ detail, cause }) => new SolverFailedError(detail, cause),
};

export function errorOf<K extends Failure["kind"]>(failure: Extract<Failure, { kind: K }>): LineupError {
  return ERRORS[failure.kind as K](failure);
}
