/**
 * Measures a batch's lineups per second, by wall time and by the processor time of all processes, with
 * several threads and queue workers, next to the bare engine in one loop; and the growth of the heap with the
 * number of jobs. Everything uses one manifest in one run, and answers are compared first.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { generateSlate } from "../slates/generate-slate.ts";
import { SHAPES, slateName } from "../slates/shapes/index.ts";
import { grid } from "../table.ts";

const COMMAND = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const STAMP = "2026-09-13T04:00:00Z";

/** Makes a process print its total processor time at its end, including its threads and its startup. */
const TELL_PROCESSOR_TIME = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  import { isMainThread } from "node:worker_threads";
  if (isMainThread) process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    writeSync(2, "processor " + (user + system) / 1e6 + " s\\n");
  });`)}`;

/** The wall time and processor time of a run, in seconds. */
interface Taken {
  readonly clock: number;
  readonly processor: number;
}

/** The output of the bare loop, which reads its slates before. */
interface BareLoop {
  readonly seconds: number;
  readonly processor: number;
  readonly lineups: number;
  readonly points: number;
}

/** Collects garbage as early as possible, so that the remaining heap shows what is retained. */
const LITTLE_HEAP = ["--max-semi-space-size=1", "--max-old-space-size=18"];

const whole = (text: string) => {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`${text} is not a whole number above 0.`);
};
const { jobs, large } = new Command("bench:batch")
  .description("Lineups per second of batches, as a share of the bare engine's.")
  .option("--jobs <n>", "of 3 lineups each", whole, 10_000)
  .option(
    "--large <n>",
    "jobs of the batch whose heap is compared with a batch of a hundredth of its size",
    whole,
    100_000,
  )
  .parse()
  .opts<{ readonly jobs: number; readonly large: number }>();

const folder = mkdtempSync(join(tmpdir(), "bench-batch-"));
const children: ChildProcess[] = [];

function start(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, out, err }));
  return { child, ended, said: () => out + err };
}

/** Starts the command, which prints its processor time. */
function startCommand(...args: readonly string[]) {
  return start(process.execPath, ["--import", TELL_PROCESSOR_TIME, COMMAND, ...args]);
}

function processorTime({ err }: { readonly err: string }): number {
  const seconds = /processor ([\d.]+) s/.exec(err)?.[1];
  if (seconds === undefined) throw new Error(`no processor time in: ${err}`);
  return Number(seconds);
}

/** Runs a batch from its start to its end. */
async function takenBy(args: readonly string[]): Promise<Taken> {
  const began = performance.now();
  const run = await startCommand("batch", ...args, "--stamp", STAMP).ended;
  if (run.code !== 0) throw new Error(`exit code ${run.code}: ${run.err}`);
  return { clock: (performance.now() - began) / 1_000, processor: processorTime(run) };
}

/** The time of the engine alone for a manifest's jobs, or for a part of them. */
async function bareLoop(...args: readonly string[]): Promise<BareLoop> {
  const program = fileURLToPath(new URL("bare-loop.ts", import.meta.url));
  const { out, err } = await start(process.execPath, ["--import", "tsx", program, ...args]).ended;
  if (out === "") throw new Error(err);
  return JSON.parse(out) as BareLoop;
}

function check(name: string, out: string, points: number): void {
  const rows = readFileSync(join(folder, out, "results.ndjson"), "utf8")
    .trimEnd()
    .split("\n");
  const found = rows.reduce((sum, row) => sum + JSON.parse(row).document.data[0].attributes.points, 0);
  if (Math.abs(found - points) > 1e-6 * points) throw new Error(`${name}: ${found} points, not ${points}.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  server.close();
  return port;
}

function manifestOf(name: string, count: number, job: (index: number) => object): string {
  const file = join(folder, name);
  writeFileSync(
    file,
    Array.from(
      { length: count },
      (_, index) => `${JSON.stringify({ id: `${index}`, ...job(index) })}\n`,
    ).join(""),
  );
  return file;
}

/** The largest heap after a collection, in MB, in the thread that collects and writes. */
async function heapOf(manifest: string, out: string): Promise<number> {
  const { out: text } = await start(process.execPath, [
    ...LITTLE_HEAP,
    "--trace-gc",
    COMMAND,
    "batch",
    "--manifest",
    manifest,
    "--out",
    join(folder, out),
    "--threads",
    "1",
    "--quiet",
  ]).ended;
  const sizes = [...text.matchAll(/^\[\d+:(0x\w+)[^\]]*\].*?Mark-Compact.*?-> ([\d.]+) \(/gm)];
  const main = sizes[0]?.[1];
  return Math.max(...sizes.filter(([, isolate]) => isolate === main).map(([, , size]) => Number(size)));
}

try {
  const slates = SHAPES.map(slateName);
  for (const name of slates) writeFileSync(join(folder, `${name}.csv`), generateSlate(name, 7));
  const manifest = manifestOf("jobs.jsonl", jobs, (index) => ({
    salaries: `${slates[index % slates.length]}.csv`,
    count: 3,
    include: [],
  }));
  const args = (out: string, ...more: readonly string[]) => [
    "--manifest",
    manifest,
    "--out",
    join(folder, out),
    "--quiet",
    ...more,
  ];

  const bare = await bareLoop(manifest);
  // The limit of two processors: two independent loops, each with every other job.
  const halves = await Promise.all(["1", "2"].map((part) => bareLoop(manifest, part, "2")));
  const rows: [string, Taken][] = [
    ["bare loop", { clock: bare.seconds, processor: bare.processor }],
    [
      "2 bare loops at once",
      {
        clock: Math.max(...halves.map(({ seconds }) => seconds)),
        processor: halves.reduce((sum, { processor }) => sum + processor, 0),
      },
    ],
  ];

  rows.push(["1 thread", await takenBy(args("one", "--threads", "1"))]);
  check("1 thread", "one", bare.points);
  rows.push(["2 threads", await takenBy(args("two", "--threads", "2"))]);
  check("2 threads", "two", bare.points);

  const port = await freePort();
  const redis = start("redis-server", [
    "--port",
    `${port}`,
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--maxmemory-policy",
    "noeviction",
  ]);
  while (!redis.said().includes("Ready to accept")) await once(redis.child.stdout, "data");
  const url = `redis://127.0.0.1:${port}`;
  const workers = [1, 2].map(() => startCommand("worker", "--queue", url, "--threads", "1"));
  for (const worker of workers)
    while (!worker.said().includes("waiting")) await once(worker.child.stderr, "data");
  const queued = await takenBy(args("redis", "--queue", url));
  check("Redis", "redis", bare.points);
  for (const { child } of workers) child.kill();
  const ofWorkers = (await Promise.all(workers.map(({ ended }) => ended))).map(processorTime);
  redis.child.kill();
  rows.push([
    "Redis, 2 workers",
    { ...queued, processor: ofWorkers.reduce((sum, one) => sum + one, queued.processor) },
  ]);

  const taken = (name: string) => rows.find(([row]) => row === name)![1];
  const time = (name: string) => taken(name).clock;
  const failing = () => ({ salaries: "nowhere.csv" });
  const heaps = [
    await heapOf(manifestOf("small.jsonl", Math.ceil(large / 100), failing), "small"),
    await heapOf(manifestOf("large.jsonl", large, failing), "large"),
  ] as const;

  console.log(
    grid(
      ["", "seconds", "lineups a second", "of the bare loop", "processor seconds", "of the bare loop"],
      rows.map(([name, { clock, processor }]) => [
        name,
        clock.toFixed(2),
        Math.round(bare.lineups / clock),
        (bare.seconds / clock).toFixed(2),
        processor.toFixed(2),
        (bare.processor / processor).toFixed(2),
      ]),
    ),
  );
  console.log(`2 bare loops, of 1: ${(time("bare loop") / time("2 bare loops at once")).toFixed(2)}`);
  const goals: readonly (readonly [string, number, (value: number) => boolean])[] = [
    ["1 thread, of the bare loop (at least 0.85)", bare.seconds / time("1 thread"), (value) => value >= 0.85],
    ["2 threads, of 1 (at least 1.8)", time("1 thread") / time("2 threads"), (value) => value >= 1.8],
    [
      "Redis with 2 workers, of 2 threads (at least 0.8)",
      time("2 threads") / time("Redis, 2 workers"),
      (value) => value >= 0.8,
    ],
    [
      `heap of ${large} jobs, of that of a hundredth (at most 1.2)`,
      heaps[1] / heaps[0],
      (value) => value <= 1.2,
    ],
  ];
  for (const [name, value, isMet] of goals)
    console.log(`${isMet(value) ? "met   " : "missed"}  ${name}: ${value.toFixed(3)}`);
} finally {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
