import { BatchError } from "../batch-error.ts";
import { type ChunkPlace, chunkCount, type Plan, placeOf } from "../plan.ts";
import { manifestLines } from "./manifest-lines.ts";
import { type PreparedJob, type Preparing, prepareLine } from "./prepare.ts";

/** A chunk whose jobs are ready to solve. */
export interface PreparedChunk {
  readonly place: ChunkPlace;
  readonly jobs: readonly PreparedJob[];
}

/** The shard's chunks in a range, in order; reads the manifest on demand. */
export async function* preparedChunks(
  manifest: string,
  plan: Plan,
  { from, to = chunkCount(plan) }: { readonly from: number; readonly to?: number },
  preparing: Preparing,
): AsyncGenerator<PreparedChunk> {
  if (from >= to) return;
  let place = placeOf(plan, from);
  let jobs: PreparedJob[] = [];
  for await (const line of manifestLines(manifest)) {
    if (line.number < place.from) continue;
    const job = await prepareLine(line, preparing);
    if (job === null) throw changed(manifest);
    jobs.push(job);
    if (line.number + 1 < place.to) continue;
    yield { place, jobs };
    if (place.index + 1 === to) return;
    place = placeOf(plan, place.index + 1);
    jobs = [];
  }
  throw changed(manifest);
}

function changed(manifest: string): BatchError {
  return new BatchError(
    "other-batch",
    `${manifest}: has changed while the batch ran. Run the batch again with --force to take the new one.`,
  );
}
