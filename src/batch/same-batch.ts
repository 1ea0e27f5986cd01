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

/** Refuses to write one batch into the folder of another. @throws BatchError that says what differs */
export function refuseOther(out: string, known: BatchRecord, asked: BatchRecord): void {
  const differing = ASPECTS.filter(({ of }) => of(known) !== of(asked)).map(
    ({ what, of }) => `another ${what} (${of(known)}; now ${of(asked)})`,
  );
  if (differing.length === 0) return;
  throw new BatchError(
    "other-batch",
    `${out}: holds a batch of ${differing.join(", ")}. Give another folder, or --force to keep only those of its results that stay the same.`,
  );
}
