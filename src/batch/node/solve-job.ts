import type { ReadRequest } from "../../contests/problem/read-request.ts";
import type { SolverName } from "../../engine/solver/registry.ts";
import type { ServiceMatching } from "../../files/match-service.ts";
import type { Optimizer, ReadOnce } from "../../optimizer/optimizer.ts";
import { parsePortfolio } from "../../portfolio/parse-portfolio.ts";
import { LastMade } from "../../shared/collections.ts";
import { named } from "../../shared/errors/references.ts";
import { LineupError } from "../../shared/errors.ts";
import { parseLineupRequest } from "../../shared/schema/lineup-request.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { namesOf } from "../included-names.ts";
import { type JobReading, jobRequest } from "../job-request.ts";
import { type Outcome, outcomeOf } from "../outcome.ts";
import type { PreparedJob } from "./prepare.ts";

/** What a thread is started with. */
export interface ThreadSettings {
  /** The folder that files' names start from. */
  readonly folder: string;
  /** Whether files lie in the folder under their digests, not their names. */
  readonly byDigest: boolean;
  readonly solver: SolverName | "auto";
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  /** ISO 8601. */
  readonly stamp: string;
  /** Milliseconds that a job may take. */
  readonly jobTimeout: number;
  /** Whether jobs are only read and checked. */
  readonly dryRun: boolean;
}

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
    const worded =
      error instanceof LineupError ? error.reworded((text) => named(text, namesOf(included))) : error;
    return { ...outcomeOf(worded), ...(matching && { matching }) };
  }
}

/** What makes upload files of a document: who is in its lineups, by the book's own ids. */
const NAMES = ["selections", "defenseSpecialTeams"] as const;

/** A job that could be solved. */
const CHECKED: Outcome = { state: "done", document: { data: [] } };

/**
 * Reads once what jobs of a slate have in common, for as long as it stands on their shelf, where nobody changes it. A
 * frozen problem is one of which is kept what is made of it.
 */
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
