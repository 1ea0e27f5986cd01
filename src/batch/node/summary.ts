import type { BatchRecord } from "../batch-record.ts";
import type { Plan } from "../plan.ts";
import { type Summary, SummaryCount } from "../summary.ts";
import { writeDurably } from "./durable.ts";
import { oldResults } from "./old-rows.ts";
import type { Places } from "./places.ts";
import { readCheckpoint } from "./store.ts";

/** Writes the summary of a finished batch's results. */
export async function writeSummary(places: Places, plan: Plan, record: BatchRecord): Promise<Summary> {
  const count = new SummaryCount();
  const all = { places, plan, checkpoint: await readCheckpoint(places) };
  for await (const line of oldResults(all)) count.add(line);
  const summary = count.of(record);
  await writeDurably(places.summary, places.out, `${JSON.stringify(summary, null, 2)}\n`);
  return summary;
}
