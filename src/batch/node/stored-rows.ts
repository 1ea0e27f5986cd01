import { createReadStream } from "node:fs";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { Recent } from "../../shared/collections.ts";
import { InvalidFileError, invalidRequest } from "../../shared/errors.ts";
import { BatchError, type BatchRecord, planOf } from "../batch-record.ts";
import { CACHE_BYTES, type JobReading, type JobRequest, jobRequest } from "../job-request.ts";
import { segmentsOf } from "../plan.ts";
import type { Outcome, ResultLine, RowHead, State } from "../row.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { readInput } from "./file-digests.ts";
import { type Places, placesIn, readRecord, type SegmentKind, writeDurably } from "./folder.ts";
import { LineFinder, splitLines } from "./manifest-lines.ts";
import { prepareLine, preparingOf } from "./prepare.ts";
import { keptSlates } from "./service-slates.ts";
import { readCheckpoint, type SolvedJob } from "./store.ts";

/** A stored row: its parsed result line, and its lines in the three files of its segment. */
export interface OldRow {
  readonly result: ResultLine;
  readonly solved: SolvedJob;
}

/** The safely written part of a batch in its folder: its segments up to the checkpoint. */
export interface OldRows {
  readonly places: Places;
  readonly record: BatchRecord;
  readonly checkpoint: Checkpoint;
}

/** The safely written part of a batch. @throws BatchError for a file that is shorter than the journal says */
export async function writtenRows(places: Places, record: BatchRecord): Promise<OldRows> {
  return { places, record, checkpoint: await readCheckpoint(places) };
}

/** The safely written results, in the order of the shard's lines. */
export async function* oldResults(old: OldRows): AsyncGenerator<ResultLine> {
  for (const segment of certainSegments(old))
    for await (const line of linesOf(old, "results", segment)) yield JSON.parse(line) as ResultLine;
}

/** The safely written rows with their results and timings, in the order of the shard's lines. */
export async function* oldRows(old: OldRows): AsyncGenerator<OldRow> {
  for (const segment of certainSegments(old)) {
    const rows = linesOf(old, "rows", segment);
    const timings = linesOf(old, "timings", segment);
    for await (const text of linesOf(old, "results", segment)) {
      const row = Buffer.from(`${(await rows.next()).value}\n`);
      const timing = `${(await timings.next()).value}\n`;
      const result = JSON.parse(text) as ResultLine;
      yield { result, solved: { row, result: `${text}\n`, timing, state: result.state } };
    }
  }
}

function certainSegments({ record, checkpoint }: OldRows): number[] {
  const segments = checkpoint.next === 0 ? [] : segmentsOf(planOf(record));
  return segments.filter((segment) => segment <= checkpoint.segment);
}

/** The safely written lines of one of a segment's files. */
async function* linesOf(
  { places, checkpoint }: OldRows,
  kind: SegmentKind,
  segment: number,
): AsyncGenerator<string> {
  const file = places.segment(kind, segment);
  const end = segment === checkpoint.segment ? checkpoint[kind] - 1 : Number.POSITIVE_INFINITY;
  const bytes = createReadStream(file, { end });
  const plain = kind === "rows" ? pipeline(bytes, createGunzip(), () => {}) : bytes;
  for await (const lines of splitLines(plain)) for (const line of lines) yield line.bytes.toString("utf8");
}

/** The content of `summary.json`: the same for the same manifest, inputs, version, options and stamp. */
export type Summary = Awaited<ReturnType<typeof summaryOf>>;

async function summaryOf(rows: AsyncIterable<ResultLine>, { stamp, engine, manifest }: BatchRecord) {
  const states: Record<State, number> = { done: 0, infeasible: 0, failed: 0 };
  const [reasons, solvers] = [new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, name: string | undefined) => {
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const sorted = (counts: ReadonlyMap<string, number>) =>
    Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  let sum = 0;
  for await (const { state, lineups = 0, reason, solver } of rows) {
    states[state] += 1;
    sum += lineups;
    count(reasons, reason);
    count(solvers, solver);
  }
  return {
    ...{ stamp, engine, manifest: { sha256: manifest.sha256, lines: manifest.lines } },
    ...{ jobs: states.done + states.infeasible + states.failed, states, lineups: sum },
    /** The number of jobs without lineups, by error code. */
    reasons: sorted(reasons),
    solvers: sorted(solvers),
  };
}

export async function writeSummary(places: Places, record: BatchRecord): Promise<void> {
  const summary = await summaryOf(oldResults(await writtenRows(places, record)), record);
  await writeDurably(places.summary, places.out, `${JSON.stringify(summary, null, 2)}\n`);
}

/** A parsed row: its job, and how the job ended. */
export type Row = RowHead & Outcome;

/** Opens the batch in a folder, finished or not. @throws BatchError for a folder without a batch */
export async function openStored(out: string): Promise<OldRows> {
  const places = placesIn(out);
  const record = await readRecord(places);
  if (record !== null) return writtenRows(places, record);
  throw new BatchError("other-batch", `${out}: holds no batch. Give the --out folder of a batch.`);
}

/** The row of the job with this id. @throws InvalidRequestError if the row does not exist yet */
export async function findRow(stored: OldRows, id: string): Promise<Row> {
  for await (const row of storedRows(stored)) if (row.id === id) return row;
  throw invalidRequest(
    "unknown-id",
    "--id",
    `--id "${id}": no job with this id has a result in ${stored.places.out}. Check the id, or continue the batch if it is not finished.`,
  );
}

/** All safely written rows, in the order of their lines. */
export async function* storedRows(stored: OldRows): AsyncGenerator<Row> {
  for await (const { solved } of oldRows(stored))
    yield JSON.parse(Buffer.from(solved.row).toString("utf8")) as Row;
}

/** Makes a reader of jobs' requests, for a stored batch. Ask it for jobs in the order of the manifest. */
export function requestReader({ record, places }: OldRows, catalog: Catalog) {
  const { file } = record.manifest;
  const folder = dirname(resolve(file));
  const preparing = preparingOf(file, record, keptSlates(places.service));
  const lines = new LineFinder(file);
  const reading: JobReading = {
    bytesOf: (input) => readInput(input, resolve(folder, input.path ?? input.name)),
    catalog,
    cache: new Recent<unknown>(CACHE_BYTES),
  };
  return {
    async requestOf({ line, inputs }: RowHead): Promise<JobRequest> {
      const found = await lines.at(line);
      const prepared = found && (await prepareLine(found, preparing));
      if (prepared?.head.inputs === inputs) return (await jobRequest(prepared, reading)).request;
      const reason = "the job or its files have changed since the batch ran. Run the batch again.";
      throw new InvalidFileError(file, line, reason);
    },
    close: () => lines.close(),
  };
}
