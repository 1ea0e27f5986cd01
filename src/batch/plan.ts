import { CHUNK } from "../shared/schema/fields.ts";

/** Which part of a batch to solve: shard number `index`, from 1, of `of` shards. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** The division of a manifest's lines into chunks and segments, and the shard to solve. */
export interface Plan {
  readonly lines: number;
  /** Jobs per segment: a multiple of `CHUNK`, or less than `CHUNK`. */
  readonly segment: number;
  readonly shard: Shard;
}

/**
 * Jobs per chunk. In a segment of fewer than `CHUNK` jobs, each job is a chunk: such batches have few jobs,
 * and each takes long.
 */
export function chunkOf({ segment }: Pick<Plan, "segment">): number {
  return segment < CHUNK ? 1 : CHUNK;
}

/** A chunk: the manifest's lines `from` to before `to`, counted from 0, which are in segment `segment`. */
export interface ChunkPlace {
  /** The chunk's index in the shard, from 0. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly segment: number;
}

/** Whether a segment belongs to a shard: the shards take turns. */
function hasSegment({ index, of }: Shard, segment: number): boolean {
  return segment % of === index - 1;
}

function segmentCount({ lines, segment }: Plan): number {
  return Math.ceil(lines / segment);
}

/** The numbers of the shard's segments, ascending. */
export function segmentsOf(plan: Plan): number[] {
  const all = Array.from({ length: segmentCount(plan) }, (_, segment) => segment);
  return all.filter((segment) => hasSegment(plan.shard, segment));
}

export function chunkCount(plan: Plan): number {
  const { lines, segment, shard } = plan;
  const segments = segmentCount(plan);
  const own = Math.max(0, Math.ceil((segments - (shard.index - 1)) / shard.of));
  if (own === 0) return 0;
  const chunk = chunkOf(plan);
  const full = segment / chunk;
  const last = segments - 1;
  return hasSegment(shard, last)
    ? (own - 1) * full + Math.ceil((lines - last * segment) / chunk)
    : own * full;
}

export function placeOf(plan: Plan, index: number): ChunkPlace {
  const { lines, segment, shard } = plan;
  const chunk = chunkOf(plan);
  const perSegment = segment / chunk;
  const number = Math.floor(index / perSegment) * shard.of + shard.index - 1;
  const from = number * segment + (index % perSegment) * chunk;
  return { index, from, to: Math.min(from + chunk, (number + 1) * segment, lines), segment: number };
}
