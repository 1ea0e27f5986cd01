import type { BatchRecord } from "../batch-record.ts";
import { type Plan, segmentsOf } from "../plan.ts";
import type { ResultLine } from "../row.ts";
import { type Summary, SummaryCount } from "../summary.ts";
import { readLines } from "./lines.ts";
import type { Places } from "./places.ts";
import { writeDurably } from "./record-file.ts";

/** The results of some segments, a segment after the other. */
async function* resultLines(places: Places, segments: readonly number[]): AsyncGenerator<ResultLine> {
  for (const segment of segments)
    for await (const lines of readLines(places.segment("results", segment)))
      for (const { bytes } of lines) yield JSON.parse(bytes.toString("utf8")) as ResultLine;
}

/** Adds up what a finished batch's results say, and writes it. */
export async function writeSummary(places: Places, plan: Plan, record: BatchRecord): Promise<Summary> {
  const count = new SummaryCount();
  for await (const line of resultLines(places, segmentsOf(plan))) count.add(line);
  const summary = count.of(record);
  await writeDurably(places.summary, places.out, `${JSON.stringify(summary, null, 2)}\n`);
  return summary;
}
