import { Option } from "commander";
import { SOLVER_NAMES, type SolverName } from "../../engine/solver/registry.ts";
import { rulesOption, scoringOption, wholeNumber } from "./arguments.ts";
import type { Definition } from "./definition.ts";
import { ONLY_AVAILABLE, SERVICE_KEY } from "./input.ts";
import { sportWord } from "./words.ts";

/** What `serve` is told, as the parser hands it over. */
export interface ServeOptions {
  readonly service?: string;
  readonly projections?: string;
  readonly from: "projections" | "performances";
  readonly keys?: string;
  readonly host: string;
  readonly port: number;
  readonly sports?: readonly string[];
  readonly processes: number;
  readonly threads?: number;
  readonly solver: SolverName | "auto";
  readonly secondOpinion?: SolverName;
  readonly differences?: string;
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  readonly onlyAvailable?: boolean;
  readonly maxBody: number;
  readonly maxPool: number;
  readonly queue: number;
  readonly timeLimit: number;
  readonly requestsPerKey: number;
  readonly answers: number;
  readonly cache?: string;
  readonly maxConnections: number;
  readonly requestTimeout: number;
  readonly keepAlive: number;
  readonly prefix?: string;
  readonly origins?: readonly string[];
  readonly grace: number;
  readonly logLevel: LogLevel;
}

const LOG_LEVELS = ["info", "warn", "error", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** The environment variable of the hashes of the API keys that callers may use, separated by commas. */
export const API_KEYS = "DFS_LINEUPS_API_KEYS";

/** The environment variable that may stand in for `--cache`: an address may hold a password. */
export const CACHE = "DFS_LINEUPS_CACHE";

const OPTIONS: readonly Option[] = [
  new Option(
    "--service <url>",
    `read projections from the prediction service at this address; ${SERVICE_KEY} holds its API key`,
  ),
  new Option("--projections <file>", "instead of --service: a FantasyPerformance document (JSON)"),
  new Option(
    "--from <what>",
    "what --service's points are: its projections, or its performances scored by the books' tables",
  )
    .choices(["projections", "performances"])
    .default("projections"),
  new Option(
    "--keys <file>",
    `SHA-256 hashes of the callers' API keys, one per line; the file is read again when it changes. ${API_KEYS} may hold more, separated by commas`,
  ),
  new Option("--host <address>", "the address to listen at").default("127.0.0.1"),
  number("--port <n>", "the port to listen at; 0 takes any free one", 0, 65_535, 8080),
  new Option(
    "--sports <list>",
    "serve only these sports, separated by commas (default: all with rules)",
  ).argParser((text) => text.split(",").map(sportWord)),
  number(
    "--processes <n>",
    "processes that serve at the port; the limits of --queue and --answers apply to each",
    1,
    64,
    1,
  ),
  new Option(
    "--threads <n>",
    "worker threads (default: one less than the cores; with --processes, 1 in each)",
  ).argParser(wholeNumber(0, 64)),
  new Option("--solver <solver>", "the solver of the lineups; auto takes the fastest that can")
    .choices(["auto", ...SOLVER_NAMES])
    .default("auto"),
  new Option(
    "--second-opinion <solver>",
    "cross-check the totals of each answer with another solver (10 s)",
  ).choices(SOLVER_NAMES),
  new Option(
    "--differences <folder>",
    "the folder for requests for which the second opinion differs, for optimize --reproduce (default: the working folder)",
  ),
  rulesOption(),
  scoringOption(),
  new Option("--only-available", ONLY_AVAILABLE),
  number("--max-body <bytes>", "the largest request body", 1_000, 100_000_000, 1_000_000),
  number("--max-pool <n>", "the most players and teams in a pool", 1, 20_000, 2_000),
  number("--queue <n>", "how many requests may wait; others get 503", 0, 100_000, 100),
  number("--time-limit <seconds>", "the time of one request, waiting included; 504 after that", 1, 3_600, 30),
  number(
    "--requests-per-key <n>",
    "requests of one API key in 5 minutes; 429 after that",
    1,
    1_000_000_000,
    3_000,
  ),
  number("--answers <megabytes>", "memory for answers kept for equal requests; 0 keeps none", 0, 1_000, 32),
  new Option(
    "--cache <place>",
    "a file, or redis:// address, that keeps the projections for the next start; servers that share a Redis also share counts of requests",
  ).env(CACHE),
  number(
    "--max-connections <n>",
    "connections at a time; a new one replaces the one that is idle longest",
    1,
    100_000,
    1_000,
  ),
  number("--request-timeout <seconds>", "the time for a whole request to arrive", 1, 3_600, 30),
  number("--keep-alive <seconds>", "how long an idle connection stays open", 1, 3_600, 65),
  new Option("--prefix <path>", "what all paths begin with, such as /dfs"),
  new Option(
    "--origins <list>",
    "origins whose pages may read answers (CORS), separated by commas; * for all (default: none)",
  ).argParser((text) => text.split(",")),
  number("--grace <seconds>", "how long running requests may take after SIGTERM", 0, 3_600, 10),
  new Option("--log-level <level>", "what is logged on standard error, as JSON")
    .choices(LOG_LEVELS)
    .default("info"),
];

function number(flags: string, description: string, least: number, most: number, standard: number): Option {
  return new Option(flags, description).argParser(wholeNumber(least, most)).default(standard);
}

/** What `serve` takes. */
export const definition: Definition = {
  description: "Serve the lineup optimizer over HTTP.",
  options: OPTIONS,
  epilogue: [
    "POST /{sport}/v2/fantasy/lineup-optimizer answers lineup requests, and /{sport}/v2/fantasy/lineup-portfolio those for portfolios; /docs describes them. /health, /ready, /metrics and /openapi.json need no API key: restrict who can reach the port.",
    "Once the server listens, it prints its address on standard output. SIGTERM and SIGINT end it after the running requests; requests that still run when --grace is over get 503. On SIGHUP it reads its keys again.",
  ],
};
