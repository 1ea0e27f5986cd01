import { BatchError } from "./batch-error.ts";
import type { BatchRecord } from "./batch-record.ts";

/** The aspects in which two records can differ, in words. */
const ASPECTS: readonly { readonly what: string; readonly of: (record: BatchRecord) => string }[] = [
  { what: "manifest", of: ({ manifest }) => `${manifest.sha256.slice(0, 12)}, ${manifest.lines} lines` },
  { what: "version of dfs-lineups", of: ({ engine }) => engine },
  { what: "stamp", of: ({ stamp }) => stamp },
  { what: "segment size", of: ({ segment }) => String(segment) },
  { what: "shard", of: ({ shard }) => `${shard.index}/${shard.of}` },
  { what: "solver or tables", of: ({ settings }) => settings },
];

/** The differences between two batches that affect their results. */
export function differences(known: BatchRecord, asked: BatchRecord): string[] {
  return ASPECTS.filter(({ of }) => of(known) !== of(asked)).map(
    ({ what, of }) => `another ${what} (${of(known)}; now ${of(asked)})`,
  );
}

/** The error for a folder that holds a different batch. */
export function otherBatch(out: string, differing: readonly string[]): BatchError {
  return new BatchError(
    "other-batch",
    `${out}: holds a batch of ${differing.join(", ")}. Give another folder, or --force to keep only those of its results that stay the same.`,
  );
}
