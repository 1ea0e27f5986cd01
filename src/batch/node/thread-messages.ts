import type { SolverName } from "../../engine/solver/registry.ts";
import type { State } from "../outcome.ts";
import type { PreparedJob } from "./prepare.ts";

/** What a thread is started with. */
export interface ThreadSettings {
  /** The folder that files' names start from. */
  readonly folder: string;
  /** Whether files lie in the folder under their digests, not their names. */
  readonly byDigest: boolean;
  readonly solver: SolverName | "auto";
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  /** ISO 8601. */
  readonly stamp: string;
  /** Milliseconds that a job may take. */
  readonly jobTimeout: number;
  /** Whether jobs are only read and checked. */
  readonly dryRun: boolean;
}

/** What a thread is started with, and where it says at which task it is, -1 for none, and at which of its jobs. */
export interface ThreadData extends ThreadSettings {
  readonly at: Int32Array;
}

/** Jobs for a thread, to be answered in one message. */
export interface Task {
  readonly number: number;
  readonly jobs: readonly PreparedJob[];
}

/** A thread's answer: `rows` are one behind the other, the rest is a list with an element for each job. */
export interface TaskAnswer {
  readonly number: number;
  readonly rows: Uint8Array;
  readonly lengths: readonly number[];
  readonly results: readonly string[];
  readonly states: readonly State[];
  readonly seconds: readonly number[];
}
