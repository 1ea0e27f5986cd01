import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { type FileHandle, open, readFile, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import * as z from "../../shared/schema/zod.ts";
import { BatchError, writing } from "../batch-error.ts";
import { encodeRow, headOf, perState, type Row, type RowHead, type SolvedRow, type State } from "../row.ts";
import { type Places, placesIn, replaceBy, syncFolder, writeDurably } from "./files.ts";
import { rowDigest } from "./inputs.ts";
import { blocksOf, splitLines } from "./manifest.ts";

/** The schema of a batch's `batch.json`: all settings on which the bytes of its results depend. */
const recordSchema = z.strictObject({
  format: z.literal(2),
  engine: z.string(),
  manifest: z.strictObject({ file: z.string(), sha256: z.string(), lines: z.int().check(z.minimum(0)) }),
  /** The creation time that is written into every lineup. */
  stamp: z.iso.datetime(),
  /** A digest of the solver's name and the user's tables of rules and scoring. */
  settings: z.string(),
});

/** The content of a batch's `batch.json`. */
export type BatchRecord = z.output<typeof recordSchema>;

/** The part of a finished batch's `summary.json` that is read again. */
const sealSchema = z.object({ jobs: z.int(), results: z.object({ sha256: z.string() }) });

/** Parses a JSON file of a batch; null if it is missing. @throws BatchError for an invalid one */
async function readOwn<Schema extends z.core.$ZodType>(file: string, schema: Schema, invalid: BatchError) {
  try {
    return z.parse(schema, JSON.parse(await readFile(file, "utf8"))) as z.output<Schema>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw invalid;
  }
}

/** Reads a folder's `batch.json`; null if it has none. @throws BatchError for an invalid one */
export function readRecord({ record }: Places): Promise<BatchRecord | null> {
  const detail = `${record}: is not a batch record that this version can read. Use the version that wrote it, or give another folder.`;
  return readOwn(record, recordSchema, new BatchError("other-batch", detail));
}

/** Phrases for a message: the settings in which the requested batch differs from the one in the folder. */
export function differences(known: BatchRecord, asked: BatchRecord): string[] {
  const aspects = ({ manifest, engine, stamp, settings }: BatchRecord) => ({
    manifest: `${manifest.sha256.slice(0, 12)}, ${manifest.lines} lines`,
    ...{ "version of dfs-lineups": engine, stamp, "solver or tables": settings },
  });
  const now = Object.values(aspects(asked));
  return Object.entries(aspects(known)).flatMap(([what, value], at) =>
    value === now[at] ? [] : `another ${what} (${value}; now ${now[at]})`,
  );
}

/** A row's job and state, and the place of its line in the file of results. */
export interface StoredRow extends RowHead {
  readonly state: State;
  readonly offset: number;
  /** Bytes without the line break. */
  readonly length: number;
}

/** The content of a file of results; `isSealed` if the batch is finished and nothing has changed since. */
export interface Stored {
  /** The undamaged rows. Of several rows for the same job and inputs, the last one counts. */
  readonly rows: readonly StoredRow[];
  /** The length in bytes up to the last complete line. */
  readonly end: number;
  readonly isSealed: boolean;
}

/**
 * Reads a file of results, in which a crash can leave damaged lines; none counts.
 * @throws BatchError unless `force` is set, if the batch is finished but its file has changed since.
 */
export async function readStored({ record, results, summary }: Places, force: boolean): Promise<Stored> {
  const seal = await readOwn(summary, sealSchema, damaged(`${summary}: has been edited.`)).catch((error) => {
    if (force) return null;
    throw error;
  });
  const rows: StoredRow[] = [];
  const hash = createHash("sha256");
  const size = await stat(results).then(
    (found) => found.size,
    () => 0,
  );
  let end = 0;
  async function* hashed() {
    for await (const block of blocksOf(results)) {
      hash.update(block);
      yield block;
    }
  }
  if (size > 0)
    for await (const lines of splitLines(hashed()))
      for (const { bytes } of lines) {
        const offset = end;
        if (offset + bytes.length >= size) break;
        end += bytes.length + 1;
        const head = headOf(bytes.toString("utf8"), rowDigest);
        if (head !== null) rows.push({ ...head, offset, length: bytes.length });
      }
  const isSealed = seal !== null && seal.results.sha256 === hash.digest("hex");
  if (rows.length > 0 && !existsSync(record) && !force) throw damaged(`${record}: is missing.`);
  if (seal !== null && !isSealed && !force) {
    const left = seal.jobs - new Set(rows.map(({ line }) => line)).size;
    throw damaged(
      `${results}: has changed since the batch was finished: ${left > 0 ? `${left} of ${seal.jobs} rows are missing or edited` : "rows were added or moved"}.`,
    );
  }
  return { rows, end, isSealed };
}

function damaged(detail: string): BatchError {
  const remedy =
    "Restore the file, or give --force to the batch's command, which solves what is missing again.";
  return new BatchError("batch-damaged", `${detail} ${remedy}`);
}

/** Bytes of rows that may wait to be written; then solving waits too. */
const MOST_WAITING = 16_000_000;

interface ResultsHooks {
  /** Called before each write; throws if another process has taken over the folder. */
  readonly check: () => Promise<void>;
  readonly written: (rows: readonly StoredRow[]) => void;
  /** Called when rows cannot be written. */
  readonly failed: (error: unknown) => void;
}

/** A file to which rows are appended, as many at once as are ready. */
export type ResultsFile = Awaited<ReturnType<typeof openResults>>;

/** Opens a batch's file of results to append rows; the batch is no longer finished. @throws BatchError */
export async function openResults(
  { out, results, summary }: Places,
  stored: Stored,
  { check, written, failed }: ResultsHooks,
) {
  const handle = await writing(results, async () => {
    await rm(summary, { force: true });
    const file = await open(results, "a");
    await file.truncate(stored.end);
    await file.datasync();
    await syncFolder(out);
    return file;
  });
  let waiting: { readonly head: RowHead; readonly solved: SolvedRow }[] = [];
  let bytes = 0;
  let { end } = stored;
  let flushing: Promise<void> | null = null;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting;
      [waiting, bytes] = [[], 0];
      await check();
      const lines = group.map(({ solved }) => Buffer.from(`${solved.row}\n`));
      await writing(results, async () => {
        await handle.appendFile(Buffer.concat(lines));
        await handle.datasync();
      });
      const rows = group.map(({ head, solved: { state } }, index) => {
        const [offset, { length }] = [end, lines[index]!];
        end += length;
        return { ...head, state, offset, length: length - 1 };
      });
      written(rows);
    }
    flushing = null;
  }
  return {
    /** Takes a row to be written soon; settles at once unless too many rows wait. */
    async append(head: RowHead, solved: SolvedRow): Promise<void> {
      waiting.push({ head, solved });
      bytes += solved.row.length;
      flushing ??= flush().catch(failed);
      if (bytes > MOST_WAITING) await flushing;
    },
    /** Settles when all rows are written, or writing failed. */
    async close(): Promise<void> {
      await flushing;
      await handle.close();
    },
  };
}

/** Bytes that are written at once when rows are put in order. */
const BLOCK = 1 << 20;

/** The content of `summary.json`: the same for the same manifest, inputs, version, options and stamp. */
export type Summary = Awaited<ReturnType<typeof sealResults>>;

/**
 * Finishes a batch: puts its rows in order, one for each line of the manifest, and writes the summary.
 * `rows` has the row of each line.
 */
export async function sealResults(places: Places, record: BatchRecord, rows: readonly StoredRow[]) {
  const { stamp, engine, manifest } = record;
  const counts = { states: perState(() => 0), lineups: 0 };
  const [reasons, solvers] = [new Map<string, number>(), new Map<string, number>()];
  const examples = new Map<string, { readonly id: string; readonly line: number; readonly detail: string }>();
  const hash = createHash("sha256");
  const source = await open(places.results);
  let bytes = 0;
  async function* inOrder() {
    let waiting: Buffer[] = [];
    let length = 0;
    for (const [index, row] of rows.entries()) {
      const text = await rowText(source, row, index + 1);
      count(JSON.parse(text) as Row);
      waiting.push(Buffer.from(`${text}\n`));
      length += waiting.at(-1)!.length;
      if (length < BLOCK && index + 1 < rows.length) continue;
      const block = Buffer.concat(waiting);
      [waiting, length] = [[], 0];
      hash.update(block);
      bytes += block.length;
      yield block;
    }
  }
  function count(row: Row): void {
    const { id, line, state } = row;
    counts.states[state] += 1;
    if (row.state === "done") {
      counts.lineups += row.document.data.length;
      add(solvers, row.document.meta?.["solver"]);
      return;
    }
    const { code, detail } = row.error[0]!;
    add(reasons, code);
    if (!examples.has(code)) examples.set(code, { id, line, detail });
  }
  try {
    await writing(places.results, async () => {
      const draft = `${places.results}.new`;
      await pipeline(inOrder, createWriteStream(draft, { flush: true })).catch(async (error) => {
        await rm(draft, { force: true });
        throw error;
      });
      await replaceBy(draft, places.results);
    });
  } finally {
    await source.close();
  }
  const summary = {
    ...{ stamp, engine, manifest: { sha256: manifest.sha256, lines: manifest.lines } },
    ...{ jobs: rows.length, ...counts },
    /** The number of jobs without lineups, by error code, and the first job of each. */
    ...{ reasons: sorted(reasons), examples: sorted(examples) },
    solvers: sorted(solvers),
    results: { bytes, sha256: hash.digest("hex") },
  };
  await writeDurably(places.summary, summary);
  return summary;
}

function add(counts: Map<string, number>, name: unknown): void {
  if (typeof name === "string") counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sorted<Value>(values: ReadonlyMap<string, Value>): Readonly<Record<string, Value>> {
  return Object.fromEntries([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A row's text; `line` is where its job is now. */
async function rowText(file: FileHandle, stored: StoredRow, line = stored.line): Promise<string> {
  const bytes = Buffer.allocUnsafe(stored.length);
  await file.read(bytes, 0, stored.length, stored.offset);
  const text = bytes.toString("utf8");
  if (line === stored.line) return text;
  const {
    id: _,
    line: __,
    inputs: ___,
    digest: ____,
    ...outcome
  } = JSON.parse(text) as Row & { digest: string };
  return encodeRow({ ...stored, line }, outcome as Row, rowDigest).row;
}

export interface StoredBatch {
  readonly places: Places;
  readonly record: BatchRecord;
  /** The rows in the order of their lines. */
  readonly rows: readonly StoredRow[];
}

/** Opens the batch in a folder. @throws BatchError for a folder without a batch, or with a damaged one */
export async function openStored(out: string): Promise<StoredBatch> {
  const places = placesIn(out);
  const record = await readRecord(places);
  if (record === null)
    throw new BatchError("other-batch", `${out}: holds no batch. Give the --out folder of a batch.`);
  const { rows } = await readStored(places, false);
  const last = new Map(rows.map((row) => [row.line, row]));
  return { places, record, rows: [...last.values()].sort((a, b) => a.line - b.line) };
}

export async function* readRows({ places }: StoredBatch, rows: readonly StoredRow[]): AsyncGenerator<Row> {
  if (rows.length === 0) return;
  const file = await open(places.results);
  try {
    for (const row of rows) yield JSON.parse(await rowText(file, row)) as Row;
  } finally {
    await file.close();
  }
}
