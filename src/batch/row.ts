import type { ServiceMatching } from "../files/match-service.ts";
import { type ErrorObject, LineupError } from "../shared/errors.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";

export type State = "done" | "infeasible" | "failed";

export type States = Readonly<Record<State, number>>;

export function noStates(): Record<State, number> {
  return { done: 0, infeasible: 0, failed: 0 };
}

/** How a job ended. With `matching`: which players of its salary file the prediction service knows. */
export type Outcome = { readonly matching?: ServiceMatching | undefined } & (
  | { readonly state: "done"; readonly document: FantasyLineupDocument }
  | { readonly state: "infeasible" | "failed"; readonly error: readonly ErrorObject[] }
);

type Undone = Extract<Outcome, { readonly error: unknown }>;

export function outcomeOf(error: unknown): Undone {
  if (error instanceof LineupError)
    return { state: error.kind === "infeasible" ? "infeasible" : "failed", error: error.toErrorObjects() };
  const detail = error instanceof Error ? error.message : String(error);
  return failedWith("internal-error", `A bug in dfs-lineups: ${detail}`);
}

function failedWith(code: string, detail: string): Undone {
  return { state: "failed", error: [{ status: "500", code, title: "Job failed", detail }] };
}

export function timedOut(milliseconds: number): Outcome {
  return failedWith(
    "time-limit",
    `The job took longer than ${milliseconds / 1000} s and was stopped. Request less or raise --job-timeout.`,
  );
}

export function deadly(): Outcome {
  return failedWith(
    "worker-died",
    "Workers died each time that they ran this job. The job may need more memory. Request less or raise --memory.",
  );
}

export interface RowHead {
  readonly id: string;
  /** The manifest's line, from 1. */
  readonly line: number;
  /** A digest of everything on which the job's lineups depend. */
  readonly inputs: string;
}

export type Row = RowHead & Outcome;

export interface SolvedRow {
  readonly row: string;
  readonly state: State;
}

export function encodeRow({ id, line, inputs }: RowHead, outcome: Outcome): SolvedRow {
  return { row: JSON.stringify({ id, line, inputs, ...outcome }), state: outcome.state };
}

/** Reads a row; null for a line that is none, as a crash can leave them. */
export function readRow(text: string): Row | null {
  try {
    const row = JSON.parse(text) as Row;
    return row.state in noStates() ? row : null;
  } catch {
    return null;
  }
}

const KINDS = {
  "batch-locked": ["input", 409, "Batch locked"],
  "other-batch": ["input", 409, "Another batch"],
  "batch-folder": ["input", 422, "Unsuitable folder"],
  "batch-unwritable": ["fault", 507, "Batch cannot be written"],
  "batch-queue": ["fault", 503, "No queue"],
  "batch-workers": ["fault", 503, "No workers"],
} as const;

/** An error that stops a batch; its written results stay, and the same command resumes it. */
export class BatchError extends LineupError {
  override readonly name = "BatchError";

  constructor(code: keyof typeof KINDS, detail: string, cause?: unknown) {
    const [kind, status, title] = KINDS[code];
    super(detail, { code, kind, status, title, cause });
  }
}
