import type { SolverName } from "../../../engine/solver/registry.ts";
import type { InputFile } from "../../job-request.ts";
import type { State } from "../../outcome.ts";
import type { PreparedJob } from "../prepare.ts";

/**
 * The settings for solving a batch's jobs on any machine; tables by digest, under which the queue has their
 * text.
 */
export interface SharedSettings {
  readonly stamp: string;
  readonly solver: SolverName | "auto";
  readonly jobTimeout: number;
  readonly rules: readonly InputFile[];
  readonly scoring: readonly InputFile[];
}

/** Jobs sent to a worker. */
export interface ChunkMessage {
  /** The batch of the jobs. */
  readonly token: string;
  /** The chunk's id, and the index of the job if the chunk is sent job by job. */
  readonly id: string;
  readonly single: number | null;
  readonly index: number;
  readonly segment: number;
  readonly settings: SharedSettings;
  readonly jobs: readonly PreparedJob[];
}

/** A worker's answer; bytes are in base 64. */
export interface ResultMessage {
  readonly id: string;
  readonly single: number | null;
  readonly index: number;
  readonly segment: number;
  readonly rows: string;
  readonly results: string;
  readonly timings: string;
  readonly states: Readonly<Record<State, number>>;
}

/** The versions that a job's bytes depend on: a batch needs workers of one kind. */
export interface Kind {
  readonly engine: string;
  readonly zlib: string;
}

/** The name of the queue of all chunks for workers of a kind. */
export function chunksQueue({ engine, zlib }: Kind): string {
  return `chunks-${engine}-${zlib}`.replaceAll(/[^\w.-]/g, "-");
}

/** The name of the queue of a batch's results. */
export function resultsQueue(token: string): string {
  return `results-${token}`;
}

/** The key of a running batch's kind; without a token, the prefix of all these keys. */
export function batchKey(token = ""): string {
  return `batch:${token}`;
}

/** Worker deaths after which a chunk is split into single jobs, or a job that was sent alone is to blame. */
export const DEATHS = 2;

/** BullMQ's limit on worker deaths that have no effect. */
export const STALLED = { stalledInterval: 2_000, maxStalledCount: DEATHS - 1 } as const;

/** The key of the number of times that workers have started a job that was sent alone. */
export function begunKey(message: Pick<ChunkMessage, "id" | "single">): string {
  return `begun:${messageIds(message).chunk}`;
}

/** The queue's job ids of a chunk's message and of its answer. */
export function messageIds({ id, single }: Pick<ChunkMessage, "id" | "single">) {
  const name = single === null ? id : `${id}-s${single}`;
  return { chunk: `c-${name}`, result: `r-${name}` };
}
