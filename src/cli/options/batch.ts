import { Argument, InvalidArgumentError, Option } from "commander";
import { CHUNK, SEGMENT, type Shard } from "../../batch/plan.ts";
import { SOLVER_NAMES, type SolverName } from "../../solver/registry.ts";
import { formatOption, outputOption, rulesOption, scoringOption, wholeNumber } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { SERVICE_KEY } from "./input.ts";
import type { LineupFormat } from "./optimize.ts";
import { queueOption, queueTimeoutOption } from "./queue.ts";

/** What `batch` is told, as the parser hands it over. */
export interface BatchCommandOptions {
  readonly manifest?: string;
  readonly out?: string;
  readonly dryRun?: boolean;
  readonly stamp?: string;
  readonly force?: boolean;
  readonly retryFailed?: boolean;
  readonly snapshots?: string;
  readonly segment: number;
  readonly shard: Shard;
  readonly threads?: number;
  readonly memory?: number;
  readonly solver: SolverName | "auto";
  readonly jobTimeout: number;
  readonly maxFailures?: number;
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  readonly queue?: string;
  readonly queueTimeout: number;
  readonly id?: string;
  readonly format: LineupFormat;
  readonly output?: string;
  readonly layout: (typeof LAYOUTS)[number];
  readonly report: boolean;
  readonly quiet?: boolean;
  readonly log?: string;
  readonly metrics?: number;
}

const MOST_THREADS = 256;
const MOST_SECONDS = 86_400;
const MOST_JOBS = 1_000_000_000;

/** Parses `3/16`. */
export function shardOf(text: string): Shard {
  const found = /^(\d{1,6})\/(\d{1,6})$/.exec(text.trim());
  const [index, of] = [Number(found?.[1]), Number(found?.[2])];
  if (index >= 1 && index <= of) return { index, of };
  throw new InvalidArgumentError("It must be as 3/16: the third of sixteen.");
}

/** Parses a time of day with its offset; seconds are the finest that documents say. */
export function stampOf(text: string): string {
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text.trim())
    ? Date.parse(text.trim())
    : Number.NaN;
  if (!Number.isNaN(time)) return new Date(Math.floor(time / 1000) * 1000).toISOString();
  throw new InvalidArgumentError("It must be a time as 2026-09-13T04:00:00Z.");
}

/** Parses the lines of a segment. */
export function segmentOf(text: string): number {
  const lines = wholeNumber(CHUNK, 1_000_000)(text);
  if (lines % CHUNK === 0) return lines;
  throw new InvalidArgumentError(`It must be a multiple of ${CHUNK}.`);
}

/** How results are laid out. */
const LAYOUTS = ["segments", "files"] as const;

/** What is done with a batch. */
export const ACTIONS = ["run", "collect", "extract"] as const;

/** What `batch` takes. */
export const definition: Definition = {
  description: "Run a manifest of jobs, each a lineup request; all of them get a result or a reason.",
  arguments: [
    new Argument("[action]", "run jobs; collect the shards in FOLDERS into --out; extract the job of --id")
      .choices(ACTIONS)
      .default("run"),
    new Argument("[folders...]", "with collect: the shards' folders"),
  ],
  options: [
    ...group("Jobs:", [
      new Option("--manifest <file>", "the jobs, a JSON object on each line; files lie relative to it"),
      new Option("--out <folder>", "where the results go; a batch that was broken off there goes on"),
      new Option("--dry-run", "check every job and all files, and solve nothing"),
      new Option("--layout <layout>", "files: beside the segments a document and an upload file of each job")
        .choices(LAYOUTS)
        .default("segments"),
      new Option(
        "--snapshots <folder>",
        `share what the prediction service says with other parts; ${SERVICE_KEY} holds its key`,
      ),
      new Option("--retry-failed", "run jobs again that have failed"),
      new Option("--force", "take the place of another batch in that folder; what stays the same is kept"),
      new Option(
        "--stamp <time>",
        "what documents give as the time of their making (default: the batch's start)",
      ).argParser(stampOf),
    ]),
    ...group("Solving:", [
      new Option("--threads <n>", "threads, each with a whole job at a time (default: the cores)").argParser(
        wholeNumber(1, MOST_THREADS),
      ),
      new Option(
        "--memory <megabytes>",
        "heap of each thread; a job that needs more fails (default: what Node takes)",
      ).argParser(wholeNumber(16, 1_000_000)),
      new Option("--solver <solver>", "which solver finds the lineups; auto takes the fastest that can")
        .choices(["auto", ...SOLVER_NAMES])
        .default("auto"),
      new Option("--job-timeout <seconds>", "a job that takes longer fails")
        .argParser(wholeNumber(1, MOST_SECONDS))
        .default(600),
      new Option("--max-failures <n>", "stop once more jobs than that have failed").argParser(
        wholeNumber(0, MOST_JOBS),
      ),
      rulesOption(),
      scoringOption(),
    ]),
    ...group("Shards:", [
      new Option("--shard <i/n>", "only the i-th of n parts, each with an --out of its own; needs --stamp")
        .argParser(shardOf)
        .default({ index: 1, of: 1 }, "1/1"),
      new Option(
        "--segment <n>",
        `jobs of a file of results, a multiple of ${CHUNK}; parts are of whole files`,
      )
        .argParser(segmentOf)
        .default(SEGMENT),
    ]),
    ...group("Workers:", [queueOption(), queueTimeoutOption()]),
    ...group("Extracting:", [
      new Option("--id <id>", "the job whose lineups, or whose errors, are written"),
      formatOption(["json", "csv", "table", "compact", "ndjson"]),
      outputOption(),
    ]),
    ...group("Reporting:", [
      new Option("--no-report", "draw no report.html once all jobs are through"),
      new Option("--quiet", "say nothing but what went wrong"),
      new Option("--log <file>", "add what happens to this file, as JSON lines"),
      new Option(
        "--metrics <port>",
        "serve figures for Prometheus at http://127.0.0.1:PORT/metrics",
      ).argParser(wholeNumber(0, 65_535)),
    ]),
  ],
  epilogue: [
    'A job: {"id": "main-1", "salaries": "dk.csv", "projections": "proj.csv", "count": 150} or {"id": "r7", "sport": "basketball", "request": "r7.json", "projections": "fp.json"}.',
    "Killed at any moment, the same command goes on, and ends with the same bytes as if nothing had been. SIGINT and SIGTERM finish what is begun; a second one stops at once.",
  ],
};
