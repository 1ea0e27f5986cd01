import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { BatchRecord } from "../batch-record.ts";
import type { Checkpoint } from "../checkpoint.ts";
import { type Plan, segmentsOf } from "../plan.ts";
import type { ResultLine, State } from "../row.ts";
import { type Places, type SegmentKind, writeDurably } from "./folder.ts";
import { splitLines } from "./manifest-lines.ts";
import { readCheckpoint, type SolvedJob } from "./store.ts";

/** The fields of an existing row that callers use. */
export interface OldRow {
  readonly result: ResultLine;
  readonly solved: SolvedJob;
}

/** The safely written part of a folder: its segments up to the checkpoint. */
export interface OldRows {
  readonly places: Places;
  readonly plan: Plan;
  readonly checkpoint: Checkpoint;
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
      const [row, timing] = [await rows.next(), await timings.next()];
      const result = JSON.parse(text) as ResultLine;
      yield {
        result,
        solved: {
          row: Buffer.from(`${row.value}\n`),
          result: `${text}\n`,
          timing: `${timing.value}\n`,
          state: result.state,
        },
      };
    }
  }
}

function certainSegments({ plan, checkpoint }: OldRows): number[] {
  return checkpoint.next === 0 ? [] : segmentsOf(plan).filter((segment) => segment <= checkpoint.segment);
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
export interface Summary {
  readonly stamp: string;
  readonly engine: string;
  readonly manifest: { readonly sha256: string; readonly lines: number };
  readonly jobs: number;
  readonly states: Readonly<Record<State, number>>;
  readonly lineups: number;
  /** The number of jobs without lineups by error code. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly solvers: Readonly<Record<string, number>>;
}

/** Adds results up. */
class SummaryCount {
  readonly #states = { done: 0, infeasible: 0, failed: 0 };
  readonly #reasons = new Map<string, number>();
  readonly #solvers = new Map<string, number>();
  #lineups = 0;

  add({ state, lineups = 0, reason, solver }: ResultLine): void {
    this.#states[state] += 1;
    this.#lineups += lineups;
    if (reason !== undefined) increase(this.#reasons, reason);
    if (solver !== undefined) increase(this.#solvers, solver);
  }

  of({ stamp, engine, manifest }: Pick<BatchRecord, "stamp" | "engine" | "manifest">): Summary {
    const { done, infeasible, failed } = this.#states;
    return {
      stamp,
      engine,
      manifest: { sha256: manifest.sha256, lines: manifest.lines },
      jobs: done + infeasible + failed,
      states: { ...this.#states },
      lineups: this.#lineups,
      reasons: sorted(this.#reasons),
      solvers: sorted(this.#solvers),
    };
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Writes the summary of a finished batch's results. */
export async function writeSummary(places: Places, plan: Plan, record: BatchRecord): Promise<Summary> {
  const count = new SummaryCount();
  const all = { places, plan, checkpoint: await readCheckpoint(places) };
  for await (const line of oldResults(all)) count.add(line);
  const summary = count.of(record);
  await writeDurably(places.summary, places.out, `${JSON.stringify(summary, null, 2)}\n`);
  return summary;
}
