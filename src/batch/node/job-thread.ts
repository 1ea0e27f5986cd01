import { workerData } from "node:worker_threads";
import type { ReadRequest } from "../../contests/problem/problem.ts";
import type { ServiceMatching } from "../../files/match-service.ts";
import { type Optimizer, optimizerOf, type ReadOnce } from "../../optimizer/optimizer.ts";
import { strategyLineups } from "../../optimizer/strategy-lineups.ts";
import { type CatalogOptions, loadCatalog } from "../../platform/node/catalog.ts";
import { createRunner } from "../../platform/node/runner.ts";
import { parsePortfolio } from "../../portfolio/parse-portfolio.ts";
import { asksForDraws } from "../../portfolio/random-points.ts";
import { labelsIn } from "../../report/people.ts";
import { LastMade } from "../../shared/collections.ts";
import { named } from "../../shared/errors/message-parts.ts";
import { LineupError } from "../../shared/errors.ts";
import { parseLineupRequest } from "../../shared/schema/request.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { type AskedJob, createReading, type JobReading, jobRequest } from "../job-request.ts";
import { encodeRow, type Outcome, outcomeOf, type SolvedRow } from "../row.ts";
import { inputsIn } from "./files.ts";
import type { JobFiles, Task } from "./job-threads.ts";
import type { JobSettings } from "./queue/messages.ts";

/** Null in the main thread. */
const source = (workerData as { readonly source: JobFiles } | null)?.source;
const bytesOf =
  source &&
  ("queue" in source
    ? import("./queue/messages.ts").then(({ fileReader }) => fileReader(source.queue))
    : inputsIn(source.folder));
/** What the thread keeps for a batch's settings: only the last, as a worker rarely switches batches. */
let kept: { readonly key: string; readonly opened: ReturnType<typeof openJobs> };

export default async function run({ job, settings, begun }: Task): Promise<SolvedRow> {
  Atomics.store(begun, 0, 1);
  const key = JSON.stringify([settings.solver, settings.rules, settings.scoring]);
  if (kept?.key !== key) kept = { key, opened: openJobs(settings, (await bytesOf)!) };
  const [optimizer, reading] = await kept.opened;
  return encodeRow(job.head, await solveJob(job, optimizer, reading, settings));
}

export async function openJobs(
  { solver, rules, scoring }: Pick<JobSettings, "solver"> & Record<"rules" | "scoring", object>,
  bytesOf: JobReading["bytesOf"],
): Promise<[Optimizer, JobReading]> {
  const catalog = await loadCatalog({ rules, scoring } as CatalogOptions);
  const optimizer = optimizerOf(catalog, createRunner(0), { solver }, { readOnce: readOncePerSlate() });
  return [optimizer, createReading(catalog, bytesOf)];
}

/** Solves a job and returns its outcome; never throws, so that one job's errors do not affect others. */
export async function solveJob(
  prepared: AskedJob,
  optimizer: Optimizer,
  reading: JobReading,
  { stamp, jobTimeout, dryRun }: Pick<JobSettings, "stamp" | "jobTimeout"> & { readonly dryRun?: boolean },
): Promise<Outcome> {
  const { job } = prepared;
  let matching: ServiceMatching | undefined;
  let included: readonly Resource[] = [];
  try {
    const { request, ...read } = await jobRequest(prepared, reading);
    matching = read.matching;
    if (typeof request.projections === "object") included = request.projections.included ?? [];
    if (dryRun) {
      if ("portfolio" in request) parsePortfolio(request.portfolio, request.portfolioLines);
      // The service is not queried; the salary file's own points are enough for the check.
      if (request.projections !== undefined) await optimizer.openSlate(request);
      else reading.catalog.contestOf(request.sport, parseLineupRequest(request.body));
      return CHECKED;
    }
    const options = {
      include: job.include ?? (job.salaries === undefined ? [] : NAMES),
      timeLimit: jobTimeout,
      updatedAt: new Date(stamp),
    };
    const { from, choose, draws, seed } = job;
    const isDrawn =
      (from ?? choose) !== undefined || ("portfolio" in request && asksForDraws(request.portfolio));
    const drawn = isDrawn ? await read.drawn?.() : undefined;
    const strategy = { from, choose, draws, seed };
    const document = await strategyLineups(optimizer, strategy, { ...request, ...drawn }, options);
    return { state: "done", document, ...(matching && { matching }) };
  } catch (error) {
    const naming = { entry: labelsIn(included) };
    const worded = error instanceof LineupError ? error.reworded((text) => named(text, naming)) : error;
    return { ...outcomeOf(worded), ...(matching && { matching }) };
  }
}

/** Default of `include` for a job with a salary file: the chosen players, whose ids an upload needs. */
const NAMES = ["selections", "defenseSpecialTeams"] as const;

const CHECKED: Outcome = { state: "done", document: { data: [] } };

/** Reads a problem once for all jobs of a slate, and freezes it, so that the engine can cache what it derives. */
export function readOncePerSlate(): ReadOnce {
  const known = new LastMade<object, Promise<ReadRequest>>();
  return (request, read) => {
    const { body, sport, projections, performances, origin, seats, excludedSlots, onlyAvailable } = request;
    if (typeof body !== "object" || body === null) return read(request);
    const terms = [sport, projections, performances, origin, seats, excludedSlots, onlyAvailable];
    return known.of(body, terms, async () => {
      const slate = await read(request);
      Object.freeze(slate.problem);
      return slate;
    });
  };
}
