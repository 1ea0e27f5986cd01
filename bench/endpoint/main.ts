/**
 * Loads `dfs-lineups serve` on loopback, next to the same server with an empty handler, after checking its
 * answer.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { createApiKey } from "../../src/service/server/authenticate.ts";
import { lineupPath } from "../../src/service/server/routes.ts";
import type { Service } from "../../test/support/service.ts";
import { ATTACKS } from "./attacks.ts";
import { checkAnswer } from "./check.ts";
import { measureCosts } from "./cost.ts";
import { load } from "./load.ts";
import { type Effort, type Measurement, measure } from "./measure.ts";
import { type Capacity, measureCapacity } from "./processes.ts";
import {
  capacityTable,
  capacityVerdicts,
  costTable,
  costVerdicts,
  measurementTable,
  siegeTable,
  siegeVerdicts,
  type Verdict,
  verdicts,
} from "./report.ts";
import { startProcess } from "./server-process.ts";
import { besiege } from "./siege.ts";
import { footballSlate } from "./slate.ts";
import { startUpstream, UPSTREAM_ATTACKS } from "./upstream.ts";

const whole = (text: string) => {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`${text} is not a whole number above 0.`);
};
const attacks = (text: string) => {
  const names = [...Object.keys(ATTACKS), ...UPSTREAM_ATTACKS];
  if (names.some((name) => name.includes(text))) return text;
  throw new RangeError(`No attack has "${text}" in its name. There are: ${names.join("; ")}.`);
};
const effort = new Command("bench:endpoint")
  .description(
    "Requests per second of the server, as a share of an empty handler's, and latencies at half of it.",
  )
  .option("--seconds <n>", "of each of a server's two runs", whole, 60)
  .option("--connections <n>", "at a time", whole, 10)
  .option("--processes", "only what several processes do, and nothing else")
  .option("--costs", "only the costs of uncached requests")
  .option("--attacks <text>", "only the attacks whose names contain the text", attacks)
  .parse()
  .opts<Effort & { readonly attacks?: string; readonly processes?: true; readonly costs?: true }>();

const COMMAND = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const EMPTY_SERVER = fileURLToPath(new URL("./empty-server.ts", import.meta.url));
const ECHO_SERVER = fileURLToPath(new URL("./echo-server.ts", import.meta.url));
const slate = footballSlate();
const folder = mkdtempSync(join(tmpdir(), "dfs-lineups-"));
const body = join(folder, "body.json");
const projections = join(folder, "projections.json");
writeFileSync(body, JSON.stringify(slate.body));
writeFileSync(projections, JSON.stringify(slate.projections));

try {
  const verdictsOfAll = await measureWanted();
  for (const { text, met } of verdictsOfAll) console.log(`${met ? "met   " : "MISSED"} ${text}`);
} finally {
  rmSync(folder, { recursive: true });
}

function measureWanted(): Promise<readonly Verdict[]> {
  if (effort.processes) return measureProcesses();
  if (effort.costs) return measureCostsAlone();
  return effort.attacks === undefined ? measureAll() : measureAttacks(effort.attacks);
}

async function measureCostsAlone(): Promise<readonly Verdict[]> {
  const costs = await measureSolvedAnew();
  console.log(costTable(costs));
  return costVerdicts(costs);
}

async function measureAll(): Promise<readonly Verdict[]> {
  const empty = await measureEmpty();
  const served = await measureServe("serve, equal requests", []);
  const uncached = await measureServe("serve --answers 0: nothing cached", ["--answers", "0"]);
  const costs = await measureSolvedAnew();
  const sieges = await measureSieges(Math.max(1, Math.round(uncached.full.perSecond / 2)), "");
  console.log(measurementTable(empty, [served, uncached]));
  console.log(costTable(costs));
  console.log(siegeTable(sieges));
  const ofProcesses = await measureProcesses();
  return [...verdicts(empty, served), ...costVerdicts(costs), ...siegeVerdicts(sieges), ...ofProcesses];
}

async function measureProcesses(): Promise<readonly Verdict[]> {
  const found: Capacity[] = [];
  for (const processes of [1, 2]) {
    await using server = await startServe(["--answers", "0", "--processes", String(processes)]);
    const { own, pid } = server;
    found.push(await measureCapacity({ processes, own, pid, slate, body }, effort));
  }
  const [one, two] = found as [Capacity, Capacity];
  console.log(capacityTable(found));
  return capacityVerdicts(one, two);
}

async function measureAttacks(wanted: string): Promise<readonly Verdict[]> {
  await using server = await startServe(["--answers", "0"]);
  const { perSecond } = await load({ url: server.own, body, ...effort, rate: null });
  const sieges = await measureSieges(Math.max(1, Math.round(perSecond / 2)), wanted);
  console.log(siegeTable(sieges));
  return siegeVerdicts(sieges);
}

async function measureEmpty(): Promise<Measurement> {
  const server = await startProcess(["--import", "tsx", EMPTY_SERVER]);
  try {
    return await measure({ name: "empty handler", url: server.url, metrics: null }, body, effort);
  } finally {
    await server.stop();
  }
}

async function measureServe(name: string, options: readonly string[]): Promise<Measurement> {
  await using server = await startServe(options);
  await checkAnswer(server.own, slate);
  return await measure({ name, url: server.own, metrics: server.url }, body, effort);
}

async function measureSolvedAnew() {
  await using server = await startServe(["--answers", "0"]);
  const echoing = await startProcess(["--import", "tsx", ECHO_SERVER]);
  try {
    return await measureCosts(server, echoing, slate);
  } finally {
    await echoing.stop();
  }
}

async function measureSieges(rate: number, wanted: string) {
  const seconds = Math.max(2, Math.round(effort.seconds / 4));
  const shared = { rate, wanted, ...effort, seconds };
  await using server = await startServe(["--answers", "0"]);
  const { url, own, attacker } = server;
  const sieges = await besiege({ url, own, key: attacker, slate, body, ...shared });
  const isUpstream = UPSTREAM_ATTACKS.some((name) => name.includes(wanted));
  return isUpstream ? [...sieges, ...(await measureSiegesUpstream(shared))] : sieges;
}

async function measureSiegesUpstream(shared: { rate: number; wanted: string } & Effort) {
  await using upstream = await startUpstream();
  const { service, slate, attacks } = upstream;
  const body = join(folder, "upstream.json");
  writeFileSync(body, JSON.stringify(slate.body));
  await using server = await startServe(["--answers", "0"], { slate, service });
  const { url, own, attacker } = server;
  await checkAnswer(own, slate);
  return await besiege({ url, own, key: attacker, slate, body, ...shared }, attacks);
}

interface From {
  readonly slate: ReturnType<typeof footballSlate>;
  /** The source of projections; by default the slate's file. */
  readonly service?: Pick<Service, "url" | "apiKey">;
}

/** `dfs-lineups serve` with two keys; `own` is the optimizer's address with the first. */
async function startServe(options: readonly string[], { slate: asked, service }: From = { slate }) {
  const [first, second] = [createApiKey(), createApiKey()];
  const source = service ? ["--service", service.url] : ["--projections", projections];
  const args = ["--port", "0", ...source, "--requests-per-key", "1000000000"];
  const server = await startProcess([COMMAND, "serve", ...args, ...options], {
    DFS_LINEUPS_API_KEYS: `${first.hash},${second.hash}`,
    ...(service && { DFS_LINEUPS_SERVICE_KEY: service.apiKey }),
  });
  return {
    url: server.url,
    pid: server.pid,
    own: `${server.url}${lineupPath(asked.sport, "lineup-optimizer")}?api_key=${first.key}`,
    attacker: second.key,
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
