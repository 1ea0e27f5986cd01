import { copyFile, link, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BatchRecord } from "../batch-record.ts";
import { BatchError, differences, otherBatch, planOf } from "../batch-record.ts";
import { chunkCount, type Plan, segmentsOf } from "../plan.ts";
import { perState, type State } from "../row.ts";
import { type Checkpoint, journalLine } from "./checkpoint.ts";
import {
  type Places,
  placesIn,
  readRecord,
  SEGMENT_KINDS,
  syncFolder,
  takeLock,
  writeDurably,
  writeRecord,
  writing,
} from "./folder.ts";
import { writeReport } from "./report.ts";
import { readCheckpoint } from "./store.ts";
import { writeSummary } from "./stored-rows.ts";

interface Part {
  readonly places: Places;
  readonly record: BatchRecord;
  readonly checkpoint: Checkpoint;
}

/**
 * Joins the finished shards of a batch, each in its own folder, into one batch with the same bytes as an
 * unsharded run. Links files where the disk allows it. Returns the number of jobs by state.
 * @throws BatchError for missing, unfinished or mismatched shards, and for a folder of another batch
 */
export async function collectShards(
  folders: readonly string[],
  out: string,
  { report }: { readonly report: boolean },
): Promise<Readonly<Record<State, number>>> {
  const parts = await Promise.all(folders.map(readPart));
  const record = wholeOf(parts);
  const places = placesIn(out);
  await mkdir(out, { recursive: true });
  const lock = await takeLock(places.lock);
  try {
    const known = await readRecord(places);
    if (known && differences(known, record).length > 0) throw otherBatch(out, differences(known, record));
    const plan = planOf(record);
    // Without its record, the folder holds no batch while files are still missing.
    await rm(places.record, { force: true });
    for (const kind of SEGMENT_KINDS) {
      await writing(places.folder(kind), async () => {
        await rm(places.folder(kind), { recursive: true, force: true });
        await mkdir(places.folder(kind));
        for (const part of parts)
          for (const segment of segmentsOf({ ...plan, shard: part.record.shard })) {
            const [from, to] = [part.places.segment(kind, segment), places.segment(kind, segment)];
            await link(from, to).catch(() => copyFile(from, to));
          }
        await syncFolder(places.folder(kind));
      });
    }
    await Promise.all(parts.map((part) => copyFiles(part.places.service, places.service)));
    const checkpoint = joined(parts, plan);
    await writeDurably(places.journal, out, journalLine(checkpoint));
    await writeSummary(places, record);
    await writeRecord(places, record);
    if (report) await writeReport(places, record);
    return checkpoint.states;
  } finally {
    await lock.release();
  }
}

/** Copies a shard's saved answers of the prediction service, if it has any. */
async function copyFiles(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => []);
  if (names.length === 0) return;
  await mkdir(to, { recursive: true });
  for (const name of names) await writing(to, () => copyFile(join(from, name), join(to, name)));
}

async function readPart(folder: string): Promise<Part> {
  const places = placesIn(folder);
  const record = await readRecord(places);
  if (record === null)
    throw new BatchError("other-batch", `${folder}: holds no batch. Give the --out folder of a shard.`);
  const checkpoint = await readCheckpoint(places);
  const { shard } = record;
  const left = chunkCount(planOf(record)) - checkpoint.next;
  if (left > 0)
    throw new BatchError(
      "other-batch",
      `${folder}: shard ${shard.index}/${shard.of} is not finished. Run its command again to continue it.`,
    );
  return { places, record, checkpoint };
}

function wholeOf(parts: readonly Part[]): BatchRecord {
  const [first] = parts;
  const whole = (record: BatchRecord): BatchRecord => ({ ...record, shard: { index: 1, of: 1 } });
  for (const { places, record } of parts) {
    const differing = differences(whole(first!.record), whole(record));
    if (differing.length > 0 || record.shard.of !== first!.record.shard.of)
      throw new BatchError(
        "other-batch",
        `${places.out}: does not belong to the batch of ${first!.places.out}; it has ${[...differing, `shard ${record.shard.index}/${record.shard.of}`].join(", ")}. Give only shards of one batch.`,
      );
  }
  const there = new Set(parts.map(({ record }) => record.shard.index));
  const missing = Array.from({ length: first!.record.shard.of }, (_, at) => at + 1).filter(
    (at) => !there.has(at),
  );
  if (missing.length > 0)
    throw new BatchError(
      "other-batch",
      `shards ${missing.join(", ")} of ${first!.record.shard.of} are missing. Give the folders of all shards.`,
    );
  if (there.size < parts.length)
    throw new BatchError("other-batch", "two folders hold the same shard. Give only one of them.");
  return whole(first!.record);
}

/** The joined batch's checkpoint: the last one that an unsharded run would write. */
function joined(parts: readonly Part[], plan: Plan): Checkpoint {
  const last = parts.reduce((so, part) =>
    part.checkpoint.next > 0 && part.checkpoint.segment >= so.checkpoint.segment ? part : so,
  );
  return {
    ...last.checkpoint,
    next: chunkCount(plan),
    states: perState((state) => parts.reduce((so, { checkpoint }) => so + checkpoint.states[state], 0)),
  };
}
