import * as z from "zod";

/** The record in a batch's folder: all settings that its results' bytes depend on. */
export const batchRecordSchema = z.strictObject({
  format: z.literal(1),
  /** The version of this package. */
  engine: z.string(),
  manifest: z.strictObject({ file: z.string(), sha256: z.string(), lines: z.int().min(0) }),
  /** The creation time that all lineups carry. */
  stamp: z.iso.datetime(),
  segment: z.int().positive(),
  shard: z.strictObject({ index: z.int().positive(), of: z.int().positive() }),
  /** A digest of the solver and the tables. */
  settings: z.string(),
  /** The compression library's version: compressed bytes depend on it. */
  zlib: z.string(),
});

/** The content of a batch's `batch.json`. */
export type BatchRecord = z.output<typeof batchRecordSchema>;
