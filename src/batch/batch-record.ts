import * as z from "zod";

/** What a batch is, as its folder says: all that its results' bytes depend on. */
export const batchRecordSchema = z.strictObject({
  format: z.literal(1),
  /** The version of this package. */
  engine: z.string(),
  manifest: z.strictObject({ file: z.string(), sha256: z.string(), lines: z.int().min(0) }),
  /** The time that every lineup gives as that of its making. */
  stamp: z.iso.datetime(),
  segment: z.int().positive(),
  shard: z.strictObject({ index: z.int().positive(), of: z.int().positive() }),
  /** A digest of solver and tables. */
  settings: z.string(),
  /** The library that compresses: equal rows have equal compressed bytes for one version. */
  zlib: z.string(),
});

/** The content of a batch's `batch.json`. */
export type BatchRecord = z.output<typeof batchRecordSchema>;
