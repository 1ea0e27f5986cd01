import type { SolverName } from "../../engine/solver/registry.ts";
import type { PreparedJob } from "../job-request.ts";
import type { SolvedRow, State } from "../row.ts";

export interface SolvingOptions {
  readonly manifest: string;
  readonly threads: number;
  /** The heap limit of each thread, in megabytes. */
  readonly memory?: number | undefined;
  readonly solver: SolverName | "auto";
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  readonly jobTimeout: number;
  /** When aborted, the batch finishes its current work and stops. */
  readonly signal: AbortSignal;
}

export interface BatchOptions extends SolvingOptions {
  readonly out: string;
  /** ISO 8601. Default: that of the batch in the folder, else now. */
  readonly stamp?: string | undefined;
  readonly maxFailures?: number | undefined;
  /** Whether a batch of other jobs or settings in the folder may be replaced. Results that are the same are kept. */
  readonly force: boolean;
  readonly retryFailed: boolean;
  readonly queue?: QueueAddress | undefined;
  readonly apiKey: string;
  readonly observer: BatchObserver;
}

export interface QueueAddress {
  readonly url: string;
  /** The batch stops if the queue's server does not answer for this many milliseconds. */
  readonly patience: number;
}

export type States = Readonly<Record<State, number>>;

export interface BatchObserver {
  /** The batch starts or resumes; `stored` is the number of jobs that have rows from earlier runs. */
  started(known: { readonly jobs: number; readonly stored: number; readonly out: string }): void;
  written(progress: { readonly states: States; readonly solved: number }): void;
}

export interface BatchEnd {
  readonly kind: "finished" | "stopped" | "too-many-failures";
  readonly jobs: number;
  readonly states: States;
}

export interface JobSettings {
  readonly solver: SolverName | "auto";
  readonly rules: readonly object[];
  readonly scoring: readonly object[];
  readonly stamp: string;
  readonly jobTimeout: number;
}

export interface Executor {
  /** Solves a job; null if the executor is stopped before the job starts. */
  solve(job: PreparedJob): Promise<SolvedRow | null>;
  stop(): void;
  close(): Promise<void>;
}
