import type { ServiceMatching } from "../../files/match-service.ts";
import type { Optimizer } from "../../optimizer/optimizer.ts";
import { parsePortfolio } from "../../portfolio/parse-portfolio.ts";
import { parseLineupRequest } from "../../shared/schema/lineup-request.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { withNames } from "../included-names.ts";
import { type JobReading, jobRequest } from "../job-request.ts";
import { failedWith, type Outcome, outcomeOf } from "../outcome.ts";
import type { PreparedJob } from "./prepare.ts";
import type { ThreadSettings } from "./thread-messages.ts";

/** How a job ends; nothing is thrown, as one job's errors are no matter of another's. */
export async function solveJob(
  prepared: PreparedJob,
  optimizer: Optimizer,
  reading: JobReading,
  { stamp, jobTimeout, dryRun }: Pick<ThreadSettings, "stamp" | "jobTimeout" | "dryRun">,
): Promise<Outcome> {
  const { job, fault } = prepared;
  if (fault !== undefined) return { state: "failed", error: fault };
  let matching: ServiceMatching | undefined;
  let included: readonly Resource[] = [];
  try {
    const { request, ...read } = await jobRequest(prepared, reading);
    matching = read.matching;
    if (typeof request.projections === "object") included = request.projections.included ?? [];
    if (dryRun) {
      if ("portfolio" in request) parsePortfolio(request.portfolio, request.portfolioLines);
      // What the service would say is not asked for; a salary file has points of its own to be checked with.
      if (request.projections !== undefined) await optimizer.openSlate(request);
      else reading.catalog.contestOf(request.sport, parseLineupRequest(request.body));
      return CHECKED;
    }
    const options = {
      include: job.include ?? (job.salaries === undefined ? [] : NAMES),
      timeLimit: jobTimeout,
      updatedAt: new Date(stamp),
    };
    const document = await ("portfolio" in request
      ? optimizer.portfolio(request, options)
      : optimizer.optimize(request, options));
    return { state: "done", document, ...(matching && { matching }) };
  } catch (error) {
    const outcome = outcomeOf(error);
    return { ...outcome, error: withNames(outcome.error, included), ...(matching && { matching }) };
  }
}

/** What makes upload files of a document: who is in its lineups, by the book's own ids. */
const NAMES = ["selections", "defenseSpecialTeams"] as const;

/** A job that could be solved. */
const CHECKED: Outcome = { state: "done", document: { data: [] } };

/** The outcome of a job that runs past its time and does not notice. */
export function timedOut(milliseconds: number): Outcome {
  return failedWith(
    "time-limit",
    `The job took longer than ${milliseconds / 1000} s and was stopped. Ask for less or raise --job-timeout.`,
  );
}

/** The outcome of a job with which its worker died whenever it ran. */
export function deadly(): Outcome {
  return failedWith(
    "worker-died",
    "The worker died with this job, and again with this job alone; it may need more memory. Ask for less or raise --memory.",
  );
}
