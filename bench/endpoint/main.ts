/** Loads `dfs-lineups serve` on loopback next to an empty handler of Node's, after checking its answer. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Command } from "commander";
import { installed } from "../../src/build/on-demand.ts";
import { createApiKey } from "../../src/service/server/authenticate.ts";
import { lineupPath } from "../../src/service/server/routes.ts";
import { grid } from "../table.ts";
import { checkAnswer } from "./check.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { footballSlate } from "./slate.ts";

/** Goals: throughput of equal requests as a share of the empty handler's; milliseconds. */
const GOALS = { throughput: 0.15, p99: 50, processor: 3.3 };
/** Linux's clock ticks of processor time per second. */
const TICKS = 100;
const EMPTY = `
  const server = require("node:http").createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, { "content-type": "application/vnd.api+json" }).end('{"data":[]}'));
  });
  server.listen(0, "127.0.0.1", () => console.log("Listening at http://127.0.0.1:" + server.address().port));`;

const whole = (text: string) => {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`${text} is not a whole number above 0.`);
};
const { seconds, connections } = new Command("bench:endpoint")
  .description(
    "Requests per second, as a share of an empty handler's, latency at half of it, processor time.",
  )
  .option("--seconds <n>", "of each run", whole, 20)
  .option("--connections <n>", "at a time", whole, 10)
  .parse()
  .opts<{ readonly seconds: number; readonly connections: number }>();

interface Load {
  readonly perSecond: number;
  readonly p99: number;
  readonly errors: number;
}

const folder = mkdtempSync(join(tmpdir(), "dfs-lineups-"));
const slate = footballSlate();
const [body, projections] = [join(folder, "body.json"), join(folder, "projections.json")];
writeFileSync(body, JSON.stringify(slate.body));
writeFileSync(projections, JSON.stringify(slate.projections));

/** Loads a server with autocannon in a process of its own; `rate` null is as much as it answers. */
async function load(url: string, rate: number | null): Promise<Load> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(await installed("autocannon"), "autocannon/autocannon.js"),
    ...["--json", "--no-progress", "--method", "POST", "--headers", "content-type=application/json"],
    ...["--input", body, "--connections", `${connections}`, "--duration", `${seconds}`],
    ...(rate === null ? [] : ["--overallRate", `${rate}`]),
    url,
  ]);
  const { requests, latency, errors, timeouts, non2xx } = JSON.parse(stdout);
  return { perSecond: requests.average, p99: latency.p99, errors: errors + timeouts + non2xx };
}

/** The processor time of a process so far, in milliseconds, as Linux reports it. */
function processorTime({ pid }: ServerProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (1_000 * (Number(fields[11]) + Number(fields[12]))) / TICKS;
}

async function measured(server: ServerProcess, url: string) {
  await load(url, null);
  const before = processorTime(server);
  const full = await load(url, null);
  const processor = (processorTime(server) - before) / (full.perSecond * seconds);
  const half = await load(url, Math.max(1, Math.round(full.perSecond / 2)));
  await server.stop();
  return { ...full, processor, p99: half.p99, errors: full.errors + half.errors };
}

async function served(options: readonly string[]) {
  const { key, hash } = createApiKey();
  const command = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
  const args = ["serve", "--port", "0", "--projections", projections, "--requests-per-key", "1000000000"];
  const server = await startProcess([command, ...args, ...options], { DFS_LINEUPS_API_KEYS: hash });
  const url = `${server.url}${lineupPath(slate.sport, "lineup-optimizer")}?api_key=${key}`;
  await checkAnswer(url, slate);
  return measured(server, url);
}

try {
  const handler = await startProcess(["-e", EMPTY]);
  const empty = await measured(handler, handler.url);
  const equal = await served([]);
  const solved = await served(["--answers", "0"]);
  const rows = { "empty handler": empty, "equal requests": equal, "--answers 0: solved each time": solved };
  console.log(
    grid(
      ["server", "req/s", "of empty", "p99 ms at half load", "CPU ms a request", "errors"],
      Object.entries(rows).map(([name, { perSecond, p99, processor, errors }]) => [
        name,
        perSecond.toFixed(0),
        (perSecond / empty.perSecond).toFixed(3),
        p99,
        processor.toFixed(2),
        errors,
      ]),
    ),
  );
  const goals: readonly (readonly [string, boolean])[] = [
    [`equal requests ${GOALS.throughput} of empty`, equal.perSecond >= GOALS.throughput * empty.perSecond],
    [`p99 at half load under ${GOALS.p99} ms`, Math.max(equal.p99, solved.p99) < GOALS.p99],
    [`at most ${GOALS.processor} ms of processor time when solved`, solved.processor <= GOALS.processor],
    ["no errors", equal.errors + solved.errors === 0],
  ];
  for (const [text, met] of goals) console.log(`${met ? "met   " : "MISSED"} ${text}`);
} finally {
  rmSync(folder, { recursive: true });
}
