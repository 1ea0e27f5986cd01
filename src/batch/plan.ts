/** Jobs of a chunk, the unit that is written at once: fixed, as compressed bytes depend on it. */
export const CHUNK = 50;

/** Jobs of a segment, a file of results, where nothing else is asked for. */
export const SEGMENT = 10_000;

/** One of so many parts of a batch; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** How a manifest of so many lines lies in chunks and segments, and which of them are a shard's. */
export interface Plan {
  readonly lines: number;
  /** Jobs of a segment, a multiple of `CHUNK`. */
  readonly segment: number;
  readonly shard: Shard;
}

/** A chunk's place: lines `from` (counted from 0) up to `to`, in segment number `segment`. */
export interface ChunkPlace {
  /** Among the shard's own chunks, from 0. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly segment: number;
}

/** Whether a shard has a segment: those whose number leaves the rest `index - 1`. */
function hasSegment({ index, of }: Shard, segment: number): boolean {
  return segment % of === index - 1;
}

/** How many segments the whole batch has. */
function segmentCount({ lines, segment }: Plan): number {
  return Math.ceil(lines / segment);
}

/** The shard's segments in order. */
export function segmentsOf(plan: Plan): number[] {
  const all = Array.from({ length: segmentCount(plan) }, (_, segment) => segment);
  return all.filter((segment) => hasSegment(plan.shard, segment));
}

/** How many chunks the shard has. */
export function chunkCount(plan: Plan): number {
  const { lines, segment, shard } = plan;
  const segments = segmentCount(plan);
  const own = Math.max(0, Math.ceil((segments - (shard.index - 1)) / shard.of));
  if (own === 0) return 0;
  const full = segment / CHUNK;
  const last = segments - 1;
  return hasSegment(shard, last)
    ? (own - 1) * full + Math.ceil((lines - last * segment) / CHUNK)
    : own * full;
}

/** Where one of the shard's chunks lies. */
export function placeOf({ lines, segment, shard }: Plan, index: number): ChunkPlace {
  const perSegment = segment / CHUNK;
  const number = Math.floor(index / perSegment) * shard.of + shard.index - 1;
  const from = number * segment + (index % perSegment) * CHUNK;
  return { index, from, to: Math.min(from + CHUNK, (number + 1) * segment, lines), segment: number };
}
