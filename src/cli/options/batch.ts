import { Argument, InvalidArgumentError, Option } from "commander";
import { CHUNK, SEGMENT, type Shard } from "../../batch/plan.ts";
import { SOLVER_NAMES, type SolverName } from "../../engine/solver/registry.ts";
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
  description: "Run a manifest of jobs, each a lineup request; every job gets a result or a reason.",
  arguments: [
    new Argument("[action]", "run jobs; collect the shards in FOLDERS into --out; extract the job of --id")
      .choices(ACTIONS)
      .default("run"),
    new Argument("[folders...]", "with collect: the shards' folders"),
  ],
  options: [
    ...group("Jobs:", [
      new Option(
        "--manifest <file>",
        "the jobs, one JSON object per line; paths of files are relative to the manifest",
      ),
      new Option("--out <folder>", "the folder for the results; an interrupted batch in it continues"),
      new Option("--dry-run", "check every job and all files, and solve nothing"),
      new Option(
        "--layout <layout>",
        "files: next to the segments, also a document and an upload file of each job",
      )
        .choices(LAYOUTS)
        .default("segments"),
      new Option(
        "--snapshots <folder>",
        `a folder where parts share the prediction service's answers; ${SERVICE_KEY} holds the service's key`,
      ),
      new Option("--retry-failed", "run failed jobs again"),
      new Option("--force", "replace another batch in that folder; jobs that are the same are kept"),
      new Option("--stamp <time>", "the creation time in documents (default: the batch's start)").argParser(
        stampOf,
      ),
    ]),
    ...group("Solving:", [
      new Option(
        "--threads <n>",
        "threads; each runs one job at a time (default: the number of cores)",
      ).argParser(wholeNumber(1, MOST_THREADS)),
      new Option(
        "--memory <megabytes>",
        "heap of each thread; a job that needs more fails (default: Node's own)",
      ).argParser(wholeNumber(16, 1_000_000)),
      new Option("--solver <solver>", "the solver of the lineups; auto takes the fastest that can")
        .choices(["auto", ...SOLVER_NAMES])
        .default("auto"),
      new Option("--job-timeout <seconds>", "a job that takes longer fails")
        .argParser(wholeNumber(1, MOST_SECONDS))
        .default(600),
      new Option("--max-failures <n>", "stop when more jobs than this have failed").argParser(
        wholeNumber(0, MOST_JOBS),
      ),
      rulesOption(),
      scoringOption(),
    ]),
    ...group("Shards:", [
      new Option("--shard <i/n>", "only the i-th of n parts, each with an --out of its own; needs --stamp")
        .argParser(shardOf)
        .default({ index: 1, of: 1 }, "1/1"),
      new Option("--segment <n>", `jobs per file of results, a multiple of ${CHUNK}; a part has whole files`)
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
      new Option("--no-report", "write no report.html at the end"),
      new Option("--quiet", "print errors only"),
      new Option("--log <file>", "append events to this file, as JSON lines"),
      new Option(
        "--metrics <port>",
        "serve figures for Prometheus at http://127.0.0.1:PORT/metrics",
      ).argParser(wholeNumber(0, 65_535)),
    ]),
  ],
  epilogue: [
    'A job: {"id": "main-1", "salaries": "dk.csv", "projections": "proj.csv", "count": 150} or {"id": "r7", "sport": "basketball", "request": "r7.json", "projections": "fp.json"}.',
    "If a batch is killed, the same command continues it and ends with the same bytes. On SIGINT or SIGTERM it finishes the running jobs; a second signal stops it at once.",
  ],
};
