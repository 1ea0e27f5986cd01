import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { BatchRecord } from "../batch-record.ts";
import { isFault, readJob } from "../manifest.ts";
import type { Plan } from "../plan.ts";
import { FigureCount } from "../report/figures.ts";
import { batchPage } from "../report/page.ts";
import type { Summary } from "../summary.ts";
import type { JobTiming } from "../timing.ts";
import type { Row } from "./find-rows.ts";
import { LineFinder } from "./manifest-lines.ts";
import { oldRows } from "./old-rows.ts";
import type { Places } from "./places.ts";
import { writeDurably } from "./record-file.ts";
import { readCheckpoint } from "./store.ts";

/** Draws the page of a finished batch, whose summary is written, and writes it. */
export async function writeReport(places: Places, plan: Plan, record: BatchRecord): Promise<void> {
  const summary = JSON.parse(await readFile(places.summary, "utf8")) as Summary;
  const manifest = new LineFinder(record.manifest.file);
  const found = new FigureCount();
  const rows = { places, plan, checkpoint: await readCheckpoint(places) };
  try {
    for await (const { result, solved } of oldRows(rows)) {
      const row = JSON.parse(Buffer.from(solved.row).toString("utf8")) as Row;
      found.add(result, JSON.parse(solved.timing) as JobTiming, row, await slateOf(row, manifest));
    }
  } finally {
    await manifest.close();
  }
  const text = await batchPage(basename(record.manifest.file), summary, found.figures());
  await writeDurably(places.report, places.out, text);
}

/** What a job's slate is called: by its file while the manifest says so. */
async function slateOf(row: Row, manifest: LineFinder): Promise<string> {
  const line = await manifest.at(row.line).catch(() => null);
  const job = line && readJob(line.bytes.toString("utf8"), row.line);
  const file = job === null || isFault(job) || job.id !== row.id ? undefined : (job.salaries ?? job.request);
  return typeof file === "string" ? file : contestOf(row);
}

/** What a slate is called that has no file. */
function contestOf(row: Row): string {
  if (row.state !== "done") return "";
  const [first] = row.document.data;
  const sport = first?.id.split("/")[1] ?? "";
  return [sport, first?.attributes.book, first?.attributes.contest].filter((part) => part).join(" ");
}
