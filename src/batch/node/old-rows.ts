import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Checkpoint } from "../checkpoint.ts";
import { type Plan, segmentsOf } from "../plan.ts";
import type { ResultLine } from "../row.ts";
import { splitLines } from "./manifest-lines.ts";
import type { SolvedJob } from "./packed-chunk.ts";
import type { Places, SegmentKind } from "./places.ts";

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
