import { type ErrorKind, LineupError } from "../shared/errors.ts";
import * as z from "../shared/schema/zod.ts";
import type { Plan } from "./plan.ts";

const KINDS = {
  "batch-locked": { kind: "input", status: 409, title: "Batch locked" },
  /** The folder, the manifest or a shard does not belong to this batch. */
  "other-batch": { kind: "input", status: 409, title: "Another batch" },
  /** A file has fewer bytes than the journal says were written. */
  "batch-damaged": { kind: "fault", status: 500, title: "Batch damaged" },
  "batch-unwritable": { kind: "fault", status: 507, title: "Batch cannot be written" },
  /** The queue's server does not answer, or its settings are unsuitable. */
  "batch-queue": { kind: "fault", status: 503, title: "No queue" },
  /** The threads or workers cannot start. */
  "batch-workers": { kind: "fault", status: 503, title: "No workers" },
} as const satisfies Readonly<
  Record<string, { readonly kind: ErrorKind; readonly status: number; readonly title: string }>
>;

/** An error that stops a batch; its written results stay, and the same command resumes it. */
export class BatchError extends LineupError {
  override readonly name = "BatchError";

  constructor(code: keyof typeof KINDS, detail: string, cause?: unknown) {
    super(detail, { code, ...KINDS[code], cause });
  }
}

/** The schema of a batch's `batch.json`: all settings on which the bytes of its results depend. */
export const batchRecordSchema = z.strictObject({
  format: z.literal(1),
  /** The version of this package. */
  engine: z.string(),
  manifest: z.strictObject({ file: z.string(), sha256: z.string(), lines: z.int().check(z.minimum(0)) }),
  /** The creation time that is written into every lineup. */
  stamp: z.iso.datetime(),
  /** Jobs per segment. A segment has one file of each kind (see `SEGMENT_KINDS`). */
  segment: z.int().check(z.positive()),
  shard: z.strictObject({ index: z.int().check(z.positive()), of: z.int().check(z.positive()) }),
  /** A digest of the solver's name and the user's tables of rules and scoring. */
  settings: z.string(),
  /** The compression library's version: compressed bytes depend on it. */
  zlib: z.string(),
});

/** The content of a batch's `batch.json`. */
export type BatchRecord = z.output<typeof batchRecordSchema>;

/** How a batch is divided into segments and shards. */
export function planOf({ manifest, segment, shard }: BatchRecord): Plan {
  return { lines: manifest.lines, segment, shard };
}

/** The settings that `differences` compares. `what` names one in messages; `of` returns its value as text. */
const ASPECTS: readonly { readonly what: string; readonly of: (record: BatchRecord) => string }[] = [
  { what: "manifest", of: ({ manifest }) => `${manifest.sha256.slice(0, 12)}, ${manifest.lines} lines` },
  { what: "version of dfs-lineups", of: ({ engine }) => engine },
  { what: "stamp", of: ({ stamp }) => stamp },
  { what: "segment size", of: ({ segment }) => String(segment) },
  { what: "shard", of: ({ shard }) => `${shard.index}/${shard.of}` },
  { what: "solver or tables", of: ({ settings }) => settings },
];

/**
 * Lists, as phrases for a message, the settings in which the requested batch differs from the one in the
 * folder; empty if it is the same batch.
 */
export function differences(known: BatchRecord, asked: BatchRecord): string[] {
  return ASPECTS.filter(({ of }) => of(known) !== of(asked)).map(
    ({ what, of }) => `another ${what} (${of(known)}; now ${of(asked)})`,
  );
}

/** The error for a folder that holds a different batch; `differing` comes from `differences`. */
export function otherBatch(out: string, differing: readonly string[]): BatchError {
  return new BatchError(
    "other-batch",
    `${out}: holds a batch of ${differing.join(", ")}. Give another folder, or --force, which keeps only the results that stay the same.`,
  );
}
