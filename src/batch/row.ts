import type { ServiceMatching } from "../files/match-service.ts";
import { type ErrorObject, LineupError } from "../shared/errors.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";

const STATES = ["done", "infeasible", "failed"] as const;

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
    "Workers died each time that they ran this job. The job may need more memory. Request less or raise --memory.",
  );
}

/** The fields of a job's stored row, other than the outcome. */
export interface RowHead {
  readonly id: string;
  /** The manifest's line, from 1. */
  readonly line: number;
  readonly inputs: string;
}

/** A job's line in the file of results, without its line break, and how the job ended. */
export interface SolvedRow {
  readonly row: string;
  readonly state: State;
}

export type Row = RowHead & Outcome;

/** Encodes a job's row. It ends with a digest of everything before, so that damaged rows are noticed. */
export function encodeRow(
  { id, line, inputs }: RowHead,
  outcome: Outcome,
  digest: (text: string) => string,
): SolvedRow {
  const text = JSON.stringify({ id, line, inputs, ...outcome });
  return { row: `${text.slice(0, -1)},"digest":"${digest(text)}"}`, state: outcome.state };
}

const HEAD =
  /^\{"id":("(?:[^"\\]|\\.)*"),"line":(\d+),"inputs":"([0-9a-f]+)","state":"(done|infeasible|failed)"/;
const END = /,"digest":"([0-9a-f]+)"\}$/;

/** Reads which job a row is for, and its state; null for a damaged row. */
export function headOf(row: string, digest: (text: string) => string): (RowHead & Pick<Row, "state">) | null {
  const [head, end] = [HEAD.exec(row), END.exec(row.slice(-100))];
  if (head === null || end === null || digest(`${row.slice(0, -end[0].length)}}`) !== end[1]) return null;
  const [, id, line, inputs, state] = head;
  return { id: JSON.parse(id!) as string, line: Number(line), inputs: inputs!, state: state as State };
}
