import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { JobRequest } from "../../batch/job-request.ts";
import { requestReader } from "../../batch/node/manifest.ts";
import { checkAddress } from "../../batch/node/queue/link.ts";
import { findRow, openStored, readRows, type Summary } from "../../batch/node/results.ts";
import { type BatchEnd, checkBatch, runBatch } from "../../batch/node/run-batch.ts";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { parseLineupRequest } from "../../shared/schema/request.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { counted, grouped } from "../../shared/words.ts";
import { PARTLY_DONE, usageError } from "../errors.ts";
import { endWhenLost, interruptedExitCode, interruptible } from "../interrupt.ts";
import { type Options, SERVICE_KEY } from "../options/definitions.ts";
import { note, numbered, writeLineups, writeResult } from "../output.ts";
import { BatchProgress, SILENT, totalOf, undoneWords } from "../progress.ts";
import { grid } from "../render/grid.ts";
import { type FoundLineups, foundIn, renderLineups } from "../render/lineups.ts";
import { json, lookOf } from "../render/text.ts";
import { writeFound } from "./lineups.ts";

export async function run(options: Options<"batch">, action: "run" | "extract"): Promise<void> {
  if (action === "extract") return extractJob(options);
  const { manifest, out, dryRun, force = false, retryFailed = false, quiet, layout } = options;
  const threads = options.threads ?? availableParallelism();
  const { queue: url, queueTimeout, ...given } = options;
  if (url !== undefined) checkAddress(url);
  const queue = url === undefined ? undefined : { url, patience: queueTimeout * 1000 };
  const common = { ...given, manifest: manifest!, threads, jobTimeout: options.jobTimeout * 1000 };
  if (dryRun) {
    const jobs = await interruptible((signal) => checkBatch({ ...common, signal }));
    if (!quiet) note(`${counted(jobs, "job")}, all valid. Nothing was solved.`);
    return;
  }
  await endWhenLost(() =>
    interruptible(async (signal) => {
      using progress = quiet ? null : new BatchProgress();
      signal.addEventListener("abort", () => progress?.stopping(), { once: true });
      const end = await runBatch({
        ...{ ...common, queue, out: out!, force, retryFailed, signal },
        apiKey: process.env[SERVICE_KEY] ?? "",
        observer: progress ?? SILENT,
      });
      progress?.[Symbol.dispose]();
      if (layout === "files" && end.kind === "finished") await writeJobFiles(out!, options, signal);
      if (end.summary !== null && !quiet) await writeResult(`${tableOf(end.summary)}\n`);
      if (!quiet || end.kind !== "finished") note(sentenceOf(end, out!));
      const { infeasible, failed } = end.states;
      if (end.kind === "stopped") process.exitCode = interruptedExitCode(signal.reason);
      else if (infeasible + failed > 0) process.exitCode = PARTLY_DONE;
    }),
  );
}

function sentenceOf({ kind, jobs, states }: BatchEnd, out: string): string {
  const parts = [`${counted(states.done, "job")} done`, ...undoneWords(states)].join(", ");
  if (kind === "finished") return `${parts}; the results are in ${out}.`;
  const left = `${counted(jobs - totalOf(states), "job")} of ${grouped(jobs)} left; run the same command to continue.`;
  const why = kind === "stopped" ? "stopped" : "stopped, as more jobs failed than --max-failures allows";
  return `${why}: ${parts}, ${left}`;
}

function tableOf({ states, lineups, reasons, examples }: Summary): string {
  const rows = Object.entries(reasons).map(([reason, jobs]) => ({ reason, jobs, ...examples[reason]! }));
  const done = { reason: "done", jobs: states.done, lineups };
  return grid<{
    reason: string;
    jobs: number;
    lineups?: number;
    id?: string;
    line?: number;
    detail?: string;
  }>(
    [
      ["Outcome", ({ reason }) => reason],
      ["Jobs", ({ jobs }) => grouped(jobs), "right"],
      ["Lineups", ({ lineups }) => (lineups === undefined ? "" : grouped(lineups)), "right"],
      [
        "First",
        ({ id, line, detail }) => (id === undefined ? "" : `${id}, line ${line}: ${detail}`),
        "wraps",
      ],
    ],
    [done, ...rows],
    lookOf(),
  );
}

async function extractJob(options: Options<"batch">): Promise<void> {
  const { out, id, format, output } = options;
  const stored = await openStored(out!);
  const row = await findRow(stored, id!);
  if (row.state !== "done") {
    await writeLineups([json({ errors: row.error })], output);
    process.exitCode = PARTLY_DONE;
    return;
  }
  const { document } = row;
  if (format === "json") return writeLineups([json(document)], output);
  const catalog = await loadCatalog(options);
  const reader = requestReader(stored, catalog);
  const found = foundOf(document, await reader.requestOf(row), catalog);
  await reader.close();
  if (document.included === undefined)
    throw usageError(
      "--format",
      `${format} needs player names, which the job's stored result lacks. Add "include": ["selections", "defenseSpecialTeams"] to the job, and run the batch again.`,
    );
  await writeFound(found, { format, output });
}

function foundOf(document: FantasyLineupDocument, request: JobRequest, catalog: Catalog): FoundLineups {
  const body = parseLineupRequest(request.body);
  const contest = catalog.contest(request.sport, body.book, body.contest);
  const { projections } = request as { readonly projections?: { readonly included?: readonly Resource[] } };
  return foundIn(document, body, projections?.included ?? [], contest);
}

const FILES = "files";

/** The maximum number of bytes of a file name before its ending. */
const LONGEST_NAME = 180;

/** Replaces the folder of these files atomically; does nothing if it is newer than the results. */
async function writeJobFiles(out: string, options: Options<"batch">, signal: AbortSignal): Promise<void> {
  const [folder, draft] = [join(out, FILES), join(out, `${FILES}.new`)];
  const stored = await openStored(out);
  const time = async (file: string) => (await stat(file).catch(() => null))?.mtimeMs ?? 0;
  if ((await time(folder)) > (await time(stored.places.summary))) return;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft);
  const catalog = await loadCatalog(options);
  const reader = requestReader(stored, catalog);
  try {
    for await (const row of readRows(stored.places, stored.rows)) {
      signal.throwIfAborted();
      const place = join(draft, fileName(row.id, row.line));
      if (row.state !== "done") {
        await writeFile(`${place}.errors.json`, json({ errors: row.error }));
        continue;
      }
      await writeFile(`${place}.json`, json(row.document));
      if (row.document.included === undefined) continue;
      const found = foundOf(row.document, await reader.requestOf(row), catalog);
      // Splits lineups that exceed the book's maximum per file.
      const texts = await renderLineups(found, { format: "csv", split: true, look: lookOf(place) });
      for (const [index, text] of texts.entries())
        await writeFile(numbered(`${place}.csv`, index, texts.length), text);
    }
  } finally {
    await reader.close();
  }
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

/** A portable name: unusual characters in percent code, and the job's line if the id is too long. */
function fileName(id: string, line: number): string {
  const plain = encodeURIComponent(id)
    .replaceAll("%20", " ")
    .replaceAll(/[*'()!~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/^\./, "%2E")
    .replace(/[. ]$/, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return plain.length <= LONGEST_NAME ? plain : `${plain.slice(0, LONGEST_NAME)}~${line}`;
}

/** Milliseconds between notes about solved jobs. */
const NOTE_EVERY = 10_000;

export function work(options: Options<"worker">): Promise<void> {
  const { queue, queueTimeout, lostAfter, threads, memory, quiet } = options;
  let done = 0;
  let noted = performance.now();
  return endWhenLost(() =>
    interruptible(async (signal) => {
      const { serveJobs } = await import("../../batch/node/queue/serve-jobs.ts");
      await serveJobs({
        queue: { url: queue!, patience: queueTimeout * 1000 },
        threads: threads ?? availableParallelism(),
        memory,
        lostAfter: lostAfter * 1000,
        signal,
        ready: () => !quiet && note("waiting for jobs."),
        solved() {
          done += 1;
          if (quiet || performance.now() - noted < NOTE_EVERY) return;
          noted = performance.now();
          note(`${grouped(done)} jobs solved.`);
        },
      });
      if (!quiet) note(`stopped after ${grouped(done)} jobs.`);
      process.exitCode = interruptedExitCode(signal.reason);
    }),
  );
}
