import type { State } from "../outcome.ts";
import type { PreparedJob } from "./prepare.ts";

/** A job's row with what else is told of it. */
export interface SolvedJob {
  readonly row: Uint8Array;
  readonly result: string;
  readonly timing: string;
  readonly state: State;
}

/** Jobs to be answered together. */
export interface Chunk {
  readonly answers: SolvedJob[];
  left: number;
  started: boolean;
  readonly resolve: (answers: readonly SolvedJob[] | null) => void;
  readonly reject: (error: unknown) => void;
}

/** A job on its way. */
export interface Entry {
  readonly job: PreparedJob;
  readonly chunk: Chunk;
  readonly index: number;
  deaths: number;
}
