import type { ServiceMatching } from "../files/match-service.ts";
import { type ErrorObject, LineupError } from "../shared/errors.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";

/** The ways in which a job can end. */
export const STATES = ["done", "infeasible", "failed"] as const;

/** How a job ended: with lineups, without because none is legal, or with an error. */
export type State = (typeof STATES)[number];

/** A job's result or error; `matching` if the service was queried for the players of a book's file. */
export type Outcome = { readonly matching?: ServiceMatching | undefined } & (
  | { readonly state: "done"; readonly document: FantasyLineupDocument }
  | { readonly state: "infeasible" | "failed"; readonly error: readonly ErrorObject[] }
);

/** The outcome of a job without lineups. */
type Undone = Extract<Outcome, { readonly error: unknown }>;

/** Converts a thrown error to the outcome of its job. */
export function outcomeOf(error: unknown): Undone {
  if (error instanceof LineupError)
    return {
      state: error.kind === "infeasible" ? "infeasible" : "failed",
      error: error.toErrorObjects(),
    };
  const detail = error instanceof Error ? error.message : String(error);
  return failedWith("internal-error", `A fault in dfs-lineups: ${detail}`);
}

/** The outcome of a job that the batch itself fails. */
function failedWith(code: string, detail: string): Undone {
  return { state: "failed", error: [{ status: "500", code, title: "Job failed", detail }] };
}

/** The outcome of a job that exceeds its time limit and does not stop by itself. */
export function timedOut(milliseconds: number): Outcome {
  return failedWith(
    "time-limit",
    `The job took longer than ${milliseconds / 1000} s and was stopped. Ask for less or raise --job-timeout.`,
  );
}

/** The outcome of a job that ended its worker on every run. */
export function deadly(): Outcome {
  return failedWith(
    "worker-died",
    "The worker died with this job, and again with this job alone; it may need more memory. Ask for less or raise --memory.",
  );
}
