import type { SolverName } from "../../../engine/solver/registry.ts";
import type { InputFile } from "../../job-request.ts";
import type { State } from "../../outcome.ts";
import type { PreparedJob } from "../prepare.ts";

/** How a batch's jobs are solved, wherever that is; tables by their digests, under which their text can be had. */
export interface SharedSettings {
  readonly stamp: string;
  readonly solver: SolverName | "auto";
  readonly jobTimeout: number;
  readonly rules: readonly InputFile[];
  readonly scoring: readonly InputFile[];
}

/** Jobs on their way to a worker. */
export interface ChunkMessage {
  /** The batch that they are of. */
  readonly token: string;
  /** The chunk's id, and which of its jobs this is where it is sent job by job. */
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

/** What makes equal jobs give equal bytes: a worker of another kind is of no use to a batch. */
export interface Kind {
  readonly engine: string;
  readonly zlib: string;
}

/** The queue of all chunks for workers of a kind. */
export function chunksQueue({ engine, zlib }: Kind): string {
  return `chunks-${engine}-${zlib}`.replaceAll(/[^\w.-]/g, "-");
}

/** The queue of a batch's results. */
export function resultsQueue(token: string): string {
  return `results-${token}`;
}

/** Where it stands of which kind a batch is, while it runs; without a token, how all such places begin. */
export function batchKey(token = ""): string {
  return `batch:${token}`;
}

/** How often a chunk, or a job that is sent alone, may be there when its worker dies, before it is taken apart or to blame. */
export const DEATHS = 2;

/** As BullMQ counts: how often a worker's death is no matter. */
export const STALLED = { stalledInterval: 2_000, maxStalledCount: DEATHS - 1 } as const;

/** Where it stands how often workers have begun a job that is sent alone. */
export function begunKey(message: Pick<ChunkMessage, "id" | "single">): string {
  return `begun:${messageIds(message).chunk}`;
}

/** The job's id of a chunk's message in its queue, and that of its answer. */
export function messageIds({ id, single }: Pick<ChunkMessage, "id" | "single">) {
  const name = single === null ? id : `${id}-s${single}`;
  return { chunk: `c-${name}`, result: `r-${name}` };
}
