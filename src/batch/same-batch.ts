import { BatchError } from "./batch-error.ts";
import type { BatchRecord } from "./batch-record.ts";

/** What two records may differ in, in words, and how it is told. */
const ASPECTS: readonly { readonly what: string; readonly of: (record: BatchRecord) => string }[] = [
  { what: "manifest", of: ({ manifest }) => `${manifest.sha256.slice(0, 12)}, ${manifest.lines} lines` },
  { what: "version of dfs-lineups", of: ({ engine }) => engine },
  { what: "stamp", of: ({ stamp }) => stamp },
  { what: "segment size", of: ({ segment }) => String(segment) },
  { what: "shard", of: ({ shard }) => `${shard.index}/${shard.of}` },
  { what: "solver or tables", of: ({ settings }) => settings },
];

/** What two batches differ in, as far as their results do. */
export function differences(known: BatchRecord, asked: BatchRecord): string[] {
  return ASPECTS.filter(({ of }) => of(known) !== of(asked)).map(
    ({ what, of }) => `another ${what} (${of(known)}; now ${of(asked)})`,
  );
}

/** The error of a folder that holds a batch that differs so. */
export function otherBatch(out: string, differing: readonly string[]): BatchError {
  return new BatchError(
    "other-batch",
    `${out}: holds a batch of ${differing.join(", ")}. Give another folder, or --force to keep only those of its results that stay the same.`,
  );
}
