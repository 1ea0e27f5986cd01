import type { SolverName } from "../../engine/solver/registry.ts";
import type { BatchRecord } from "../batch-record.ts";
import type { Plan, Shard } from "../plan.ts";
import type { Checkpoint } from "./checkpoint.ts";
import type { Places } from "./folder.ts";
import type { PreparedChunk, SlateSource } from "./prepare.ts";
import type { ServiceOptions } from "./service-slates.ts";
import type { SolvedChunk, SolvedJob } from "./store.ts";

export interface BatchOptions {
  readonly manifest: string;
  readonly out: string;
  readonly threads: number;
  /** The heap limit of each thread, in megabytes. */
  readonly memory?: number | undefined;
  readonly solver: SolverName | "auto";
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  /** The creation time of all lineups, ISO 8601. Default: that of the batch in the folder, else now. */
  readonly stamp?: string | undefined;
  readonly segment: number;
  readonly shard: Shard;
  /** The time limit of a job, in milliseconds. */
  readonly jobTimeout: number;
  readonly maxFailures?: number | undefined;
  /** Whether a different batch in the folder may be replaced. Results that stay the same are kept. */
  readonly force: boolean;
  /** Whether to solve failed jobs again. */
  readonly retryFailed: boolean;
  /** Whether to write a report of a finished batch. */
  readonly report: boolean;
  /** The queue that workers take jobs from; by default threads of this process solve them. */
  readonly queue?: QueueAddress | undefined;
  /** How to read the prediction service, for jobs that use it. */
  readonly service: ServiceOptions;
  /** When aborted, the batch finishes its current work and stops. */
  readonly signal: AbortSignal;
  readonly observer: BatchObserver;
}

/** Receives the progress of a batch. */
export interface BatchObserver {
  /** The batch starts or resumes; `jobs` is the number of the shard's jobs. */
  started(known: { readonly jobs: number; readonly checkpoint: Checkpoint; readonly out: string }): void;
  /** Everything up to the checkpoint is safely written. */
  written(checkpoint: Checkpoint): void;
}

export interface BatchEnd {
  /** Whether all is done, the batch was stopped, or there were more failures than allowed. */
  readonly kind: "finished" | "stopped" | "too-many-failures";
  readonly jobs: number;
  readonly checkpoint: Checkpoint;
}

export interface OpenBatch {
  readonly places: Places;
  readonly plan: Plan;
  readonly record: BatchRecord;
  /** The source of the prediction service's answers, for jobs that query it. */
  readonly slates: SlateSource;
  /** Throws if another process has taken over the folder. */
  readonly check: () => Promise<void>;
}

/** The queue's server, through which workers receive chunks of jobs. */
export interface QueueAddress {
  readonly url: string;
  /** The batch stops if the queue's server does not answer for this many milliseconds. */
  readonly patience: number;
}

/** A chunk of jobs. `known` has, at a job's index, its result from an earlier run if that can be kept. */
export interface KnownChunk extends PreparedChunk {
  readonly known: readonly (SolvedJob | undefined)[];
}

/** Solves chunks of jobs, in threads or through a queue. */
export interface Executor {
  /** Maximum number of chunks in progress. */
  readonly window: number;
  /** Solves a chunk; null if the executor is stopped before the chunk starts. */
  execute(chunk: KnownChunk): Promise<SolvedChunk | null>;
  /** Called when the results of chunks are safely on disk. */
  written(chunks: readonly SolvedChunk[]): void;
  /** Starts no more chunks. */
  stop(): void;
  close(isFinished: boolean): Promise<void>;
}
