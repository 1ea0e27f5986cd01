import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { open, readFile, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { invalidRequest } from "../../shared/errors.ts";
import * as z from "../../shared/schema/zod.ts";
import { BatchError, noStates, type Row, type RowHead, readRow, type SolvedRow, type State } from "../row.ts";
import { linesOf, type Places, placesIn, syncFolder, writeDurably, writeText, writing } from "./files.ts";

/** `batch.json`: all settings on which the bytes of the results depend. */
const recordSchema = z.strictObject({
  format: z.literal(3),
  engine: z.string(),
  manifest: z.strictObject({ file: z.string(), sha256: z.string(), lines: z.int().check(z.minimum(0)) }),
  stamp: z.iso.datetime(),
  settings: z.string(),
});

export type BatchRecord = z.output<typeof recordSchema>;

export async function readRecord({ record }: Places): Promise<BatchRecord | null> {
  try {
    return z.parse(recordSchema, JSON.parse(await readFile(record, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    const detail = `${record}: is not a batch record that this version can read. Use the version that wrote it, or give another folder.`;
    throw new BatchError("other-batch", detail);
  }
}

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

export interface StoredRow extends RowHead {
  readonly state: State;
  readonly offset: number;
  /** Bytes with the line break. */
  readonly length: number;
}

export type Stored = Awaited<ReturnType<typeof readStored>>;

/** Reads the undamaged rows up to the last complete line, which ends at byte `end`. */
export async function readStored({ results, summary }: Places) {
  const rows: StoredRow[] = [];
  let end = 0;
  for await (const bytes of existsSync(results) ? linesOf(results) : []) {
    const text = bytes.toString("utf8");
    if (!text.endsWith("\n")) break;
    const row = readRow(text);
    if (row !== null) {
      const { id, line, inputs, state } = row;
      rows.push({ id, line, inputs, state, offset: end, length: bytes.length });
    }
    end += bytes.length;
  }
  return { rows, end, isFinished: existsSync(summary) };
}

export type ResultsFile = Awaited<ReturnType<typeof openResults>>;

/** Opens a batch's results to append rows; `check` throws if another process has taken over the folder. */
export async function openResults(places: Places, stored: Stored, check: () => Promise<void>) {
  const { out, results, summary } = places;
  await check();
  const handle = await writing(results, async () => {
    await rm(summary, { force: true });
    const file = await open(results, "a");
    await file.truncate(stored.end);
    await file.datasync();
    await syncFolder(out);
    return file;
  });
  let { end } = stored;
  let waiting: Buffer[] = [];
  let written = Promise.resolve();

  async function write(): Promise<void> {
    const lines = waiting;
    if (lines.length === 0) return;
    waiting = [];
    await check();
    await writing(results, async () => {
      await handle.appendFile(Buffer.concat(lines));
      await handle.datasync();
    });
  }
  return {
    /** Appends a row; resolves when it is safely written. Rows that come meanwhile are written together. */
    async append({ id, line, inputs }: RowHead, { row, state }: SolvedRow): Promise<StoredRow> {
      const bytes = Buffer.from(`${row}\n`);
      const place = { id, line, inputs, state, offset: end, length: bytes.length };
      end += bytes.length;
      waiting.push(bytes);
      written = written.then(write);
      await written;
      return place;
    },
    async close(): Promise<void> {
      await written.catch(() => {});
      await handle.close();
    },
  };
}

/** The content of `summary.json`: the same for the same manifest, inputs, version, options and stamp. */
export type Summary = Awaited<ReturnType<typeof finishResults>>;

export async function finishResults(places: Places, record: BatchRecord, rows: readonly StoredRow[]) {
  const { stamp, engine, manifest } = record;
  const states = noStates();
  let [lineups, bytes] = [0, 0];
  const reasons: Record<string, number> = {};
  const solvers: Record<string, number> = {};
  const examples: Record<string, Pick<StoredRow, "id" | "line"> & { readonly detail: string }> = {};
  const hash = createHash("sha256");
  async function* inOrder() {
    let line = 0;
    for await (const row of readRows(places, rows)) {
      line += 1;
      states[row.state] += 1;
      if (row.state === "done") {
        lineups += row.document.data.length;
        const solver = row.document.meta?.["solver"];
        if (typeof solver === "string") solvers[solver] = (solvers[solver] ?? 0) + 1;
      } else {
        const { code, detail } = row.error[0]!;
        reasons[code] = (reasons[code] ?? 0) + 1;
        examples[code] ??= { id: row.id, line, detail };
      }
      const text = Buffer.from(`${JSON.stringify({ ...row, line })}\n`);
      hash.update(text);
      bytes += text.length;
      yield text;
    }
  }
  await writeDurably(places.results, (draft) => pipeline(inOrder, createWriteStream(draft, { flush: true })));
  const summary = {
    ...{ stamp, engine, manifest: { sha256: manifest.sha256, lines: manifest.lines } },
    ...{ jobs: rows.length, states, lineups },
    /** The number of jobs without lineups, by error code, and the first job of each. */
    ...{ reasons: sorted(reasons), examples: sorted(examples) },
    solvers: sorted(solvers),
    results: { bytes, sha256: hash.digest("hex") },
  };
  await writeText(places.summary, `${JSON.stringify(summary, null, 2)}\n`);
  return summary;
}

function sorted<Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export type StoredBatch = Awaited<ReturnType<typeof openStored>>;

export async function openStored(out: string) {
  const places = placesIn(out);
  const record = await readRecord(places);
  if (record === null)
    throw new BatchError("other-batch", `${out}: holds no batch. Give the --out folder of a batch.`);
  const { rows } = await readStored(places);
  const last = new Map(rows.map((row) => [row.line, row]));
  return { places, record, rows: [...last.values()].sort((a, b) => a.line - b.line) };
}

export async function* readRows({ results }: Places, rows: readonly StoredRow[]): AsyncGenerator<Row> {
  if (rows.length === 0) return;
  const file = await open(results);
  try {
    for (const { offset, length } of rows) {
      const { buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
      yield JSON.parse(buffer.toString("utf8")) as Row;
    }
  } finally {
    await file.close();
  }
}

/** The row of the job with this id. @throws InvalidRequestError if the row does not exist yet */
export async function findRow(stored: StoredBatch, id: string): Promise<Row> {
  const rows = stored.rows.filter((row) => row.id === id);
  for await (const row of readRows(stored.places, rows)) return row;
  const reason = `--id "${id}": no job with this id has a result in ${stored.places.out}. Check the id, or continue the batch if it is not finished.`;
  throw invalidRequest("unknown-id", "--id", reason);
}
