import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { groupBy } from "../../shared/collections.ts";
import { BatchError } from "../batch-record.ts";
import type { ChunkPlace } from "../plan.ts";
import {
  encodeRow,
  type JobTiming,
  type Outcome,
  perState,
  type RowHead,
  type State,
  timingLine,
} from "../row.ts";
import { type Checkpoint, journalLine, lastCheckpoint } from "./checkpoint.ts";
import { rowDigest } from "./file-digests.ts";
import {
  type Places,
  SEGMENT_KINDS,
  type SegmentKind,
  segmentNumber,
  syncFolder,
  writeAt,
  writing,
} from "./folder.ts";

const compress = promisify(gzip);

/** The gzip level of rows; another level would change the bytes of results. */
const COMPRESSION_LEVEL = 6;

/** A solved job: its line in each of the three files of its segment, and how it ended. */
export interface SolvedJob {
  readonly row: Uint8Array;
  readonly result: string;
  readonly timing: string;
  readonly state: State;
}

/** Makes the answer to a job that no thread or worker answered. */
export function unanswered(
  head: RowHead,
  outcome: Outcome,
  timing: Pick<JobTiming, "seconds" | "attempts">,
): SolvedJob {
  const { row, result, state } = encodeRow(head, outcome, rowDigest);
  const { id, line } = head;
  return { row: Buffer.from(row), result, state, timing: timingLine({ id, line, worker: null, ...timing }) };
}

/** Encodes a chunk's answers as bytes to append to files; the rows are one member of a gzip file. */
export async function packChunk(
  { index, segment }: Pick<ChunkPlace, "index" | "segment">,
  jobs: readonly SolvedJob[],
): Promise<SolvedChunk> {
  const rows = await compress(Buffer.concat(jobs.map(({ row }) => row)), { level: COMPRESSION_LEVEL });
  return {
    index,
    segment,
    rows,
    results: Buffer.from(jobs.map(({ result }) => result).join("")),
    timings: Buffer.from(jobs.map(({ timing }) => timing).join("")),
    states: perState((wanted) => jobs.filter(({ state }) => state === wanted).length),
  };
}

/** Number of bytes read at the journal's end, which always contain a whole line. */
const JOURNAL_TAIL = 1 << 16;

/** A chunk's bytes for each file of its segment, and how many of its jobs ended in each state. */
export interface SolvedChunk extends Readonly<Record<SegmentKind, Uint8Array>> {
  /** The chunk's index in the shard, from 0. */
  readonly index: number;
  readonly segment: number;
  readonly states: Readonly<Record<State, number>>;
}

/** The checkpoint of an empty folder. */
const NOTHING: Checkpoint = {
  next: 0,
  segment: 0,
  rows: 0,
  results: 0,
  timings: 0,
  states: { done: 0, infeasible: 0, failed: 0 },
};

/**
 * Reads the last checkpoint from the journal.
 * @throws BatchError for a file that is shorter than the journal says
 */
export async function readCheckpoint(places: Places): Promise<Checkpoint> {
  const found = await readJournal(places);
  const checkpoint = found?.checkpoint ?? NOTHING;
  if (checkpoint.next === 0) return checkpoint;
  for (const kind of SEGMENT_KINDS) {
    const file = places.segment(kind, checkpoint.segment);
    const size = await stat(file).then(
      (one) => one.size,
      () => 0,
    );
    if (size >= checkpoint[kind]) continue;
    throw new BatchError(
      "batch-damaged",
      `${file}: has only ${size} of the ${checkpoint[kind]} bytes that were safely written. Restore the file, or start again in another folder.`,
    );
  }
  return checkpoint;
}

async function readJournal(places: Places) {
  const handle = await open(places.journal).catch(() => null);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - JOURNAL_TAIL);
    const tail = Buffer.alloc(size - from);
    await handle.read(tail, 0, tail.length, from);
    const found = lastCheckpoint(tail.toString("latin1"));
    return found && { checkpoint: found.checkpoint, length: from + found.length };
  } finally {
    await handle.close();
  }
}

/** Opens a batch's folder to append chunks after the last checkpoint. */
export function openStore(places: Places) {
  return writing(places.out, async () => {
    for (const kind of SEGMENT_KINDS) await mkdir(places.folder(kind), { recursive: true });
    let checkpoint = await readCheckpoint(places);
    const known = await readJournal(places);
    const journal = await open(places.journal, known === null ? "w+" : "r+");
    let journalLength = known?.length ?? 0;
    await journal.truncate(journalLength);
    await journal.datasync();
    await dropUncertain(places, checkpoint);
    await syncFolder(places.out);
    let files: { readonly segment: number; readonly handles: Record<SegmentKind, FileHandle> } | null = null;

    async function appendToSegment(segment: number, chunks: readonly SolvedChunk[]): Promise<void> {
      const before = checkpoint;
      const isSame = before.next > 0 && before.segment === segment;
      const handles = await filesOf(segment);
      const lengths = {} as Record<SegmentKind, number>;
      await Promise.all(
        SEGMENT_KINDS.map((kind) =>
          writing(places.segment(kind, segment), async () => {
            const bytes = Buffer.concat(chunks.map((chunk) => chunk[kind]));
            const from = isSame ? before[kind] : 0;
            await writeAt(handles[kind], bytes, from);
            await handles[kind].datasync();
            lengths[kind] = from + bytes.length;
          }),
        ),
      );
      const states = perState((state) =>
        chunks.reduce((sum, chunk) => sum + chunk.states[state], before.states[state]),
      );
      const after: Checkpoint = { next: before.next + chunks.length, segment, ...lengths, states };
      await writing(places.journal, async () => {
        const line = Buffer.from(journalLine(after), "latin1");
        await writeAt(journal, line, journalLength);
        await journal.datasync();
        journalLength += line.length;
      });
      checkpoint = after;
    }

    async function filesOf(segment: number): Promise<Record<SegmentKind, FileHandle>> {
      if (files?.segment === segment) return files.handles;
      await closeFiles();
      const handles = {} as Record<SegmentKind, FileHandle>;
      for (const kind of SEGMENT_KINDS) {
        const file = places.segment(kind, segment);
        handles[kind] = await writing(file, async () => {
          const handle = await open(file, "r+").catch(() => open(file, "w+"));
          await syncFolder(places.folder(kind));
          return handle;
        });
      }
      files = { segment, handles };
      return handles;
    }

    async function closeFiles(): Promise<void> {
      const handles = files?.handles;
      files = null;
      if (handles) await Promise.all(SEGMENT_KINDS.map((kind) => handles[kind].close()));
    }

    return {
      checkpoint: () => checkpoint,
      /** Writes the shard's next chunks, in order; they are safe when it returns. @throws BatchError */
      async append(chunks: readonly SolvedChunk[]): Promise<void> {
        for (const [segment, group] of groupBy(chunks, (chunk) => chunk.segment))
          await appendToSegment(segment, group);
      },
      async close(): Promise<void> {
        await closeFiles();
        await journal.close();
      },
    };
  });
}

/** Truncates the last segment's files at the checkpoint, and removes later segments. */
export async function dropUncertain(places: Places, checkpoint: Checkpoint): Promise<void> {
  for (const kind of SEGMENT_KINDS) {
    for (const name of await readdir(places.folder(kind))) {
      const segment = segmentNumber(name);
      if (segment === null || (checkpoint.next > 0 && segment < checkpoint.segment)) continue;
      const file = join(places.folder(kind), name);
      if (checkpoint.next === 0 || segment > checkpoint.segment) await rm(file);
      else if ((await stat(file)).size > checkpoint[kind]) {
        const handle = await open(file, "r+");
        await handle.truncate(checkpoint[kind]);
        await handle.datasync();
        await handle.close();
      }
    }
    await syncFolder(places.folder(kind));
  }
}
