import { crc32 } from "node:zlib";
import * as z from "../../shared/schema/zod.ts";
import { STATES } from "../row.ts";

const whole = z.int().check(z.minimum(0));

/** The safely written part of a shard: bytes after it do not count. */
const checkpointSchema = z.strictObject({
  /** Number of the shard's finished chunks: the next one's index. */
  next: whole,
  /** The segment of the last chunk, and its length in bytes in each of the three files. */
  segment: whole,
  rows: whole,
  results: whole,
  timings: whole,
  /** Number of finished jobs by state. */
  states: z.record(z.enum(STATES), whole),
});

/** A journal's entry. */
export type Checkpoint = z.output<typeof checkpointSchema>;

/** A journal's line: the CRC-32 of the JSON that follows it, in 8 hexadecimal digits. */
export function journalLine(checkpoint: Checkpoint): string {
  const text = JSON.stringify(checkpoint);
  return `${digitsOf(text)} ${text}\n`;
}

/**
 * The last valid entry of a journal (or of its tail), and the length of `text` (ASCII) up to it: lines after
 * the last one with a correct checksum are incomplete. Null if no line is valid.
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
