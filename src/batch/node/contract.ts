import type { SolverName } from "../../engine/solver/registry.ts";
import type { BatchRecord } from "../batch-record.ts";
import type { Checkpoint } from "../checkpoint.ts";
import type { Plan, Shard } from "../plan.ts";
import type { SolvedJob } from "./packed-chunk.ts";
import type { Places } from "./places.ts";
import type { SlateSource } from "./prepare.ts";
import type { PreparedChunk } from "./prepared-chunks.ts";
import type { ServiceOptions } from "./service-slates.ts";
import type { SolvedChunk } from "./store.ts";

/** What a batch is told. */
export interface BatchOptions {
  readonly manifest: string;
  readonly out: string;
  readonly threads: number;
  /** Megabytes of heap of each thread. */
  readonly memory?: number | undefined;
  readonly solver: SolverName | "auto";
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  /** ISO 8601; that of the batch in the folder, or now, where none is given. */
  readonly stamp?: string | undefined;
  readonly segment: number;
  readonly shard: Shard;
  /** Milliseconds. */
  readonly jobTimeout: number;
  readonly maxFailures?: number | undefined;
  /** Whether to take another batch's place in the folder, of whose results those are kept that stay the same. */
  readonly force: boolean;
  /** Whether to solve again what has failed. */
  readonly retryFailed: boolean;
  /** Whether a batch that is through gets its page. */
  readonly report: boolean;
  /** Where workers take the jobs from; threads of this process solve them where none is given. */
  readonly queue?: QueueAddress | undefined;
  /** How the prediction service is read, for jobs that name it. */
  readonly service: ServiceOptions;
  /** Aborted, it finishes what is begun and stops. */
  readonly signal: AbortSignal;
  readonly observer: BatchObserver;
}

/** Who is told how a batch goes. */
export interface BatchObserver {
  /** The batch begins, or goes on; so many jobs of the whole are the shard's. */
  started(known: { readonly jobs: number; readonly checkpoint: Checkpoint; readonly out: string }): void;
  /** So much is safe. */
  written(checkpoint: Checkpoint): void;
}

/** How a batch ended. */
export interface BatchEnd {
  /** Whether all of it is done, it was told to stop, or there were more failures than allowed. */
  readonly kind: "finished" | "stopped" | "too-many-failures";
  readonly jobs: number;
  readonly checkpoint: Checkpoint;
}

/** A batch in its folder. */
export interface OpenBatch {
  readonly places: Places;
  readonly plan: Plan;
  readonly record: BatchRecord;
  /** What the service says of slates. */
  readonly slates: SlateSource;
  /** Throws where the folder is not this process's any more. */
  readonly check: () => Promise<void>;
}

/** A queue to send chunks through. */
export interface QueueAddress {
  readonly url: string;
  /** Milliseconds for which its server may not answer. */
  readonly patience: number;
}

/** A chunk with the rows of its jobs that need not be solved. */
export interface KnownChunk extends PreparedChunk {
  readonly known: readonly (SolvedJob | undefined)[];
}

/** Where chunks are solved. */
export interface Executor {
  /** How many chunks may be on their way. */
  readonly window: number;
  /** Solves a chunk; null where it is told to stop before. */
  execute(chunk: KnownChunk): Promise<SolvedChunk | null>;
  /** Told of chunks that are safe. */
  written(chunks: readonly SolvedChunk[]): void;
  /** Begins nothing any more. */
  stop(): void;
  close(isFinished: boolean): Promise<void>;
}
