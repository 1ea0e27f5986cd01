import { crc32 } from "node:zlib";
import * as z from "../../shared/schema/zod.ts";
import { STATES } from "../row.ts";

const whole = z.int().check(z.minimum(0));

/** How much of a shard is safely on disk; bytes beyond these lengths are ignored. */
const checkpointSchema = z.strictObject({
  /** The number of finished chunks, which is the index of the next chunk. */
  next: whole,
  /** The number of the segment that has the last finished chunk. */
  segment: whole,
  /** Like `results` and `timings`: the length of this file of the segment, in bytes. */
  rows: whole,
  results: whole,
  timings: whole,
  /** Number of finished jobs by state. */
  states: z.record(z.enum(STATES), whole),
});

/** The content of a line in a batch's journal. */
export type Checkpoint = z.output<typeof checkpointSchema>;

/** A journal's line: the CRC-32 of the JSON that follows it, in 8 hexadecimal digits. */
export function journalLine(checkpoint: Checkpoint): string {
  const text = JSON.stringify(checkpoint);
  return `${digitsOf(text)} ${text}\n`;
}

/**
 *
 * Finds the last line with a correct checksum in a journal or the end of one; a crash can leave damaged lines
 * after it. Returns its checkpoint, and the length of `text` up to the end of this line; null if no line is
 * valid.
 *
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
