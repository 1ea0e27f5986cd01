import type { ServiceMatching } from "../files/match-service.ts";
import { type ErrorObject, LineupError } from "../shared/errors.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";

/** The ways in which a job can end. */
export const STATES = ["done", "infeasible", "failed"] as const;

/** How a job ended: with lineups, without because none is legal, or with an error. */
export type State = (typeof STATES)[number];

/** Makes a record of counts by state: calls `count` for each state. */
export function perState(count: (state: State) => number): Record<State, number> {
  return Object.fromEntries(STATES.map((state) => [state, count(state)])) as Record<State, number>;
}

/** How a job ended. With `matching`: which players of its salary file the prediction service knows. */
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
  return failedWith("internal-error", `A bug in dfs-lineups: ${detail}`);
}

/** The outcome of a job that failed, but not because of its input. */
function failedWith(code: string, detail: string): Undone {
  return { state: "failed", error: [{ status: "500", code, title: "Job failed", detail }] };
}

/** The outcome of a job that exceeds its time limit and does not stop by itself. */
export function timedOut(milliseconds: number): Outcome {
  return failedWith(
    "time-limit",
    `The job took longer than ${milliseconds / 1000} s and was stopped. Request less or raise --job-timeout.`,
  );
}

/** The outcome of a job during which a worker died, each time it was run. */
export function deadly(): Outcome {
  return failedWith(
    "worker-died",
    "The worker died twice during this job, the second time while it ran no other job. The job may need more memory. Request less or raise --memory.",
  );
}

/** The fields of a job's stored row, other than the outcome. */
export interface RowHead {
  readonly id: string;
  /** The manifest's line, from 1. */
  readonly line: number;
  /** A digest of all inputs of the job. */
  readonly inputs: string;
}

/** A line of the results: a summary of a job's row. */
export interface ResultLine extends RowHead {
  readonly state: State;
  /** The number of lineups. */
  readonly lineups?: number;
  readonly solver?: string;
  /** The points of the first lineup. */
  readonly points?: number;
  /** The code of the first error. */
  readonly reason?: string;
  /** Number of players in the book's file that the service does not have. */
  readonly notFound?: number;
  /** A digest of the row. */
  readonly digest: string;
}

/** Encodes a job's row and its result line as stored; `digest` computes the digest of a text. */
export function encodeRow(head: RowHead, outcome: Outcome, digest: (text: string) => string) {
  const { id, line, inputs } = head;
  const row = `${JSON.stringify({ id, line, inputs, ...outcome })}\n`;
  const short: ResultLine = { id, line, inputs, state: outcome.state, ...gist(outcome), digest: digest(row) };
  return { row, result: `${JSON.stringify(short)}\n`, state: outcome.state };
}

function gist(outcome: Outcome): Pick<ResultLine, "lineups" | "solver" | "points" | "reason" | "notFound"> {
  const { matching } = outcome;
  const notFound = matching && { notFound: matching.peopleNotFound.length };
  if (outcome.state !== "done") return { reason: outcome.error[0]!.code, ...notFound };
  const { data, meta } = outcome.document;
  const solver = meta?.["solver"];
  return {
    lineups: data.length,
    ...(typeof solver === "string" && { solver }),
    ...(data[0] && { points: data[0].attributes.points }),
    ...notFound,
  };
}

/** A line of the timings: how long a job took. Timings differ from run to run. */
export interface JobTiming {
  readonly id: string;
  readonly line: number;
  readonly seconds: number;
  /** The thread, with its machine and process if a queue was used; null if no worker answered the job. */
  readonly worker: number | string | null;
  readonly attempts: number;
  /** The time of the answer, in seconds since 1970. */
  readonly at: number;
}

export function timingLine({ seconds, ...timing }: Omit<JobTiming, "at">): string {
  const line: JobTiming = { ...timing, seconds: Number(seconds.toFixed(6)), at: Date.now() / 1000 };
  return `${JSON.stringify(line)}\n`;
}
