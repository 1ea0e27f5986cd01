import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import type { SlateInputs } from "../../src/files/slate-inputs.ts";
import { COMMAND, PROCESS_TIMEOUT, type Scratch } from "./command.ts";
import { smallInputs } from "./inputs.ts";
import { CONTESTS, smallSalaryFile } from "./salary-file.ts";
import { TEST_OPTIONS } from "./v8-options.ts";

/** The timestamp of all lineups of these batches. */
export const STAMP = "2026-09-13T04:00:00Z";

/** A seeded source of integers below a limit. */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * The contest with the least work: a new process spends more time on the first jobs of each contest than on
 * all others.
 */
const SMALLEST = CONTESTS.indexOf("basketball.draftkings.showdown");

/** The name of that contest's salary file next to a seeded manifest. */
export const SMALLEST_SLATE = `slate-${SMALLEST}.csv`;

/** The first kinds of jobs are fast, and most jobs are of these kinds. */
const PLAIN = 3;

/** The kind of jobs with the portfolio in a file: some random ones, and one in each hundred. */
const FILED = 3;
const FILED_AT = 60;

/** One per contest, created once. */
let inputs: readonly (SlateInputs & { readonly salaries: string })[] | undefined;

/**
 * Writes a manifest with this number of small jobs of these contests, and their files: salary files,
 * portfolios, requests in files and inline, one in twenty infeasible, one in twenty unreadable. With
 * `joint`, one job in each hundred is a joint portfolio (in all manifests of the folder), which takes a new
 * process as long as all other jobs, so that a test can stop the batch before it ends.
 */
export function seededManifest(
  scratch: Scratch,
  jobs: number,
  {
    seed = 1,
    contests = [CONTESTS[SMALLEST]!],
    joint = false,
  }: { readonly seed?: number; readonly contests?: readonly string[]; readonly joint?: boolean } = {},
): string {
  const draw = dice(seed);
  inputs ??= CONTESTS.map((contest) => ({ ...smallInputs(contest), salaries: smallSalaryFile(contest, 2) }));
  const method = joint ? "joint" : "sequential";
  scratch.write(
    "portfolio.yaml",
    `method: ${method}\nlineups: 3\nunique: 2\nexposure:\n  - { each: player, most: 75% }\n`,
  );
  const places = contests.map((contest) => CONTESTS.indexOf(contest));
  for (const at of places) {
    const { salaries, body, projections } = inputs[at]!;
    scratch.write(`slate-${at}.csv`, salaries);
    scratch.write(`request-${at}.json`, body);
    scratch.write(`projections-${at}.json`, projections);
  }
  const lines = Array.from({ length: jobs }, (_, index) => {
    const contest = places[draw(places.length)]!;
    const id = `job ${index} of ${seed}`;
    const count = 1 + draw(3);
    const { sport, body } = inputs![contest]!;
    const projections = `projections-${contest}.json`;
    const kinds: readonly object[] = [
      { salaries: `slate-${contest}.csv`, include: ["selections", "defenseSpecialTeams"] },
      { salaries: `slate-${contest}.csv` },
      { sport, request: `request-${contest}.json`, projections },
      { salaries: `slate-${contest}.csv`, portfolio: "portfolio.yaml", count: 4 },
      {
        salaries: `slate-${contest}.csv`,
        portfolio: { method: "sequential", unique: 1 + draw(2) },
        count: 4,
      },
      { sport, request: { ...body, cap: 100_000 + draw(20_000) }, projections },
    ];
    const kind = draw(20);
    if (index % 100 === FILED_AT) return { id, ...kinds[FILED] };
    if (kind === 0) return { id, sport, request: { ...body, cap: 1 }, projections };
    if (kind === 1) return { id, salaries: "nowhere.csv" };
    const isPlain = kind >= kinds.length || (kind === FILED && (joint || draw(4) > 0));
    return { id, count, ...kinds[isPlain ? kind % PLAIN : kind] };
  });
  return scratch.write(`jobs-${seed}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** The number of rows that a batch has written. */
export function writtenRows(out: string): number {
  const results = join(out, "results.ndjson");
  return existsSync(results) ? readFileSync(results, "latin1").split("\n").length - 1 : 0;
}

/** Ends processes at once. */
export async function killed(...runs: readonly ReturnType<typeof startBatch>[]): Promise<void> {
  for (const { child } of runs) child.kill("SIGKILL");
  await Promise.all(runs.map(({ ended }) => ended));
}

/** How often to restart a batch that ended before it could be stopped. */
const TRIES = 10;

/** A batch, in a process of its own or as `batch`, and the process to freeze. */
interface FreezableRun {
  readonly out: string;
  readonly frozen: ChildProcess;
  readonly batch?: { readonly child: ChildProcess };
}

/**
 * Starts a batch and freezes a process of it once the first rows are written and `isMidRun` returns true.
 * Starts again in another folder if the process went on before it froze, so that the test works on any fast
 * machine.
 */
export async function frozen<Run extends FreezableRun>(
  begin: (attempt: number) => Run,
  isMidRun: (run: Run) => boolean | Promise<boolean>,
  discard: (run: Run) => Promise<void>,
): Promise<Run> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const run = begin(attempt);
    const child = run.batch?.child ?? run.frozen;
    const isReached = async () =>
      child.exitCode !== null || (writtenRows(run.out) > 0 && (await isMidRun(run)));
    await vi.waitUntil(isReached, { timeout: PROCESS_TIMEOUT, interval: 10 });
    run.frozen.kill("SIGSTOP");
    if (await isMidRun(run)) return run;
    await discard(run);
  }
  throw new Error(`Of ${TRIES} batches each was done before it could be stopped. Give them more jobs.`);
}

/** The files of a batch's folder that are guaranteed to be reproducible. */
export function promisedBytes(out: string): Record<string, string> {
  return Object.fromEntries(
    ["results.ndjson", "summary.json"].map((name) => [name, readFileSync(join(out, name), "utf8")]),
  );
}

/** The rows of a batch, in order. */
export function rowsOf(out: string): Row[] {
  return readFileSync(join(out, "results.ndjson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

/** The fields of a row that tests read. */
export interface Row {
  readonly id: string;
  readonly line: number;
  readonly inputs: string;
  readonly state: "done" | "infeasible" | "failed";
  readonly document?: { readonly data: readonly { readonly attributes: { readonly points: number } }[] };
  readonly error?: readonly { readonly code: string; readonly detail: string }[];
}

/** A `dfs-lineups batch` in its own process. */
export function startBatch(
  args: readonly string[],
  environment: Environment = {},
): {
  readonly child: ChildProcess;
  /** Its standard error so far. */
  readonly said: () => string;
  readonly ended: Promise<{ readonly exitCode: number | null; readonly stderr: string }>;
} {
  return start(["batch", ...args], environment);
}

/** Environment variables in addition to those of the tests. */
type Environment = Readonly<Record<string, string>>;

function start(args: readonly string[], environment: Environment = {}) {
  const child = spawn(process.execPath, [...TEST_OPTIONS, COMMAND, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...environment },
  });
  let stderr = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = once(child, "close").then(([exitCode]) => ({ exitCode: exitCode as number | null, stderr }));
  return { child, ended, said: () => stderr };
}

/** A `dfs-lineups worker` in its own process, killed when the test has finished. */
export function startWorker(
  args: readonly string[],
  environment: Environment = {},
): ReturnType<typeof startBatch> {
  const worker = start(["worker", ...args], environment);
  onTestFinished(() => void worker.child.kill("SIGKILL"));
  return worker;
}
