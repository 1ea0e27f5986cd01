import { crc32 } from "node:zlib";
import * as z from "../../shared/schema/zod.ts";
import { STATES } from "../row.ts";

const whole = z.int().check(z.minimum(0));

/** How much of a shard is safely on disk. Bytes of its files beyond the lengths given here are ignored. */
const checkpointSchema = z.strictObject({
  /** The number of finished chunks, which is the index of the next chunk. */
  next: whole,
  /** The number of the segment that has the last finished chunk. */
  segment: whole,
  /** `rows`, `results` and `timings`: the length in bytes of the segment's file of this kind. */
  rows: whole,
  results: whole,
  timings: whole,
  /** Number of finished jobs by state. */
  states: z.record(z.enum(STATES), whole),
});

/** The content of a line in a batch's journal. */
export type Checkpoint = z.output<typeof checkpointSchema>;

/** The journal's line for a checkpoint: the CRC-32 of its JSON in 8 hexadecimal digits, then the JSON. */
export function journalLine(checkpoint: Checkpoint): string {
  const text = JSON.stringify(checkpoint);
  return `${digitsOf(text)} ${text}\n`;
}

/**
 * Finds the last line of a journal that has a correct checksum: a crash can leave damaged lines at the end.
 * `text` is the journal or its last part. Returns the line's checkpoint and the length of `text` up to the
 * end of the line; null if no line is valid.
 */
export function lastCheckpoint(
  text: string,
): { readonly checkpoint: Checkpoint; readonly length: number } | null {
  for (let end = text.lastIndexOf("\n"); end >= 0; end = text.lastIndexOf("\n", end - 1)) {
    const start = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    const checkpoint = read(text.slice(start, end));
    if (checkpoint !== null) return { checkpoint, length: end + 1 };
    if (start === 0) break;
  }
  return null;
}

function read(line: string): Checkpoint | null {
  const text = line.slice(9);
  if (line.slice(0, 9) !== `${digitsOf(text)} `) return null;
  return z.safeParse(checkpointSchema, JSON.parse(text)).data ?? null;
}

function digitsOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
