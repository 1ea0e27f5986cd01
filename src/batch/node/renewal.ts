import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { BatchRecord } from "../batch-record.ts";
import { chunkCount } from "../plan.ts";
import { syncFolder, writing } from "./durable.ts";
import { type OldRows, oldResults } from "./old-rows.ts";
import { type Places, placesIn, SEGMENT_KINDS } from "./places.ts";
import { preparedChunks } from "./prepared-chunks.ts";
import { readRecord, writeDurably, writeRecord } from "./record-file.ts";
import type { BatchOptions } from "./run-batch.ts";
import { type OpenBatch, preparingOf, solveChunks, staysAsIs } from "./solve-chunks.ts";
import { readCheckpoint } from "./store.ts";
import { writeSummary } from "./summary.ts";

/** Whether any row that is there already is not what its job gives now. */
export async function hasStaleRows(
  options: BatchOptions,
  { record, slates }: OpenBatch,
  old: OldRows,
): Promise<boolean> {
  const results = oldResults(old);
  const chunks = preparedChunks(
    options.manifest,
    old.plan,
    { from: 0, to: Math.min(old.checkpoint.next, chunkCount(old.plan)) },
    preparingOf(options.manifest, record, slates),
  );
  for await (const { jobs } of chunks) {
    for (const job of jobs) {
      const { value, done } = await results.next();
      if (done || !staysAsIs(value, job, options)) {
        await results.return(undefined);
        return true;
      }
    }
  }
  return false;
}

/** Whether a batch that is to take this one's place was broken off; one of anything else is removed. */
export async function isRenewing({ next }: Places, record: BatchRecord): Promise<boolean> {
  if (!existsSync(next)) return false;
  const known = await readRecord(placesIn(next)).catch(() => null);
  if (known !== null && isDeepStrictEqual(known, record)) return true;
  await rm(next, { recursive: true });
  return false;
}

/**
 * Makes the batch anew beside the one that is there, with those of its rows that stay the same, and puts it into its
 * place when it is whole. Broken off, it goes on like any batch.
 */
export async function renew(
  options: BatchOptions,
  { places, plan, record, slates, check }: OpenBatch,
  old: OldRows | null,
) {
  const next = placesIn(places.next);
  await writeRecord(next, record);
  const end = await solveChunks(options, { places: next, plan, record, slates, check }, old);
  if (end.kind !== "finished") return end;
  await writeSummary(next, plan, record);
  await writeDurably(next.whole, next.out, "");
  await finishRenewal(places);
  return end;
}

/** Puts a new batch that is whole into the old one's place, were it for the second time. */
export async function finishRenewal(places: Places): Promise<void> {
  const next = placesIn(places.next);
  if (!existsSync(next.whole)) return;
  await writing(places.out, async () => {
    const parts = (all: Places) => [
      ...SEGMENT_KINDS.map((kind) => all.folder(kind)),
      all.journal,
      all.summary,
      all.record,
    ];
    const targets = parts(places);
    await rm(places.report, { force: true });
    for (const [index, source] of parts(next).entries()) {
      if (!existsSync(source)) continue;
      await rm(targets[index]!, { recursive: true, force: true });
      await rename(source, targets[index]!);
    }
    await syncFolder(places.out);
    await rm(places.next, { recursive: true });
  });
}

/** The rows that a batch may keep of the one in its folder; null where these lie otherwise. */
export async function reusableRows(
  places: Places,
  known: BatchRecord,
  { plan }: Pick<OpenBatch, "plan">,
): Promise<OldRows | null> {
  const { segment, shard, manifest } = known;
  if (segment !== plan.segment || !isDeepStrictEqual(shard, plan.shard)) return null;
  return {
    places,
    plan: { segment, shard, lines: manifest.lines },
    checkpoint: await readCheckpoint(places),
  };
}
