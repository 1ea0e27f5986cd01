import type { Outcome, State } from "./outcome.ts";

/** The fields of a row other than the outcome. */
export interface RowHead {
  readonly id: string;
  /** The manifest's line, from 1. */
  readonly line: number;
  /** A digest of all inputs of the job. */
  readonly inputs: string;
}

/** A line of the results: a short row without documents. */
export interface ResultLine extends RowHead {
  readonly state: State;
  /** The document's lineups: their number, solver and highest points. */
  readonly lineups?: number;
  readonly solver?: string;
  readonly points?: number;
  /** The code of the first error. */
  readonly reason?: string;
  /** Number of players in the book's file that the service does not have. */
  readonly notFound?: number;
  /** A digest of the row. */
  readonly digest: string;
}

/** A job's row and its line of the results, both with their line's end. */
export interface EncodedRow {
  readonly row: string;
  readonly result: string;
  readonly state: State;
}

/** A job's row as it is stored; `digest` gives the digest of a text. */
export function encodeRow(head: RowHead, outcome: Outcome, digest: (text: string) => string): EncodedRow {
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
