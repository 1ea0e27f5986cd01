import * as z from "zod";
import { STATES } from "./row.ts";

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

/** The CRC-32 of ISO 3309, as in gzip and PNG: a whole number from 0 to 2^32 - 1. */
export function crc32(bytes: Uint8Array): number {
  let value = -1;
  for (let at = 0; at < bytes.length; at += 1) value = (value >>> 8) ^ TABLE[(value ^ bytes[at]!) & 0xff]!;
  return (value ^ -1) >>> 0;
}

const whole = z.int().min(0);

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
  return checkpointSchema.safeParse(JSON.parse(text)).data ?? null;
}

function digitsOf(text: string): string {
  return crc32(new TextEncoder().encode(text)).toString(16).padStart(8, "0");
}
