import { once } from "node:events";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { parse } from "yaml";
import { readMessage, unpack } from "../../../src/batch/node/queue/messages.ts";
import {
  frozen,
  killed,
  promisedBytes,
  rowsOf,
  SMALLEST_SLATE,
  STAMP,
  seededManifest,
  startBatch,
  startWorker,
  writtenRows,
} from "../../support/batches.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
import { startRedis } from "../../support/redis.ts";
import { runs } from "../../support/runs.ts";
import { CONTESTS } from "../../support/salary-file.ts";

/** Longer runs have more jobs: a thousand at factor ten. */
const USUAL = 70;
const { numRuns: JOBS } = runs(USUAL);

vi.setConfig({
  testTimeout: 2 * PROCESS_TIMEOUT * (JOBS / USUAL),
  hookTimeout: 2 * PROCESS_TIMEOUT * (JOBS / USUAL),
});

/** Milliseconds between two polls; each poll takes processor time from the polled processes. */
const SOON = { timeout: PROCESS_TIMEOUT, interval: 50 };

const scratch = new Scratch();
let manifest = "";
let expected: Readonly<Record<string, string>> = {};

const argsOf = (out: string, ...more: readonly string[]) => [
  ...["--manifest", manifest, "--out", out, "--stamp", STAMP, ...more],
];

beforeAll(async () => {
  // Longer runs cover all contests.
  manifest = seededManifest(
    scratch,
    JOBS,
    JOBS > USUAL ? { contests: CONTESTS, joint: true } : { joint: true },
  );
  // Portfolios also name files of lineups to avoid.
  const entered = ["-n", "1", "--format", "csv", "-o", scratch.path("entered.csv")];
  await dfsLineups(["optimize", "--salaries", scratch.path(SMALLEST_SLATE), ...entered]);
  const portfolio = { method: "sequential", lineups: 2, avoid: ["entered.csv"] };
  scratch.write("avoid.yaml", JSON.stringify(portfolio));
  for (const [id, given] of Object.entries({ avoid: portfolio, file: "avoid.yaml" }))
    appendFileSync(manifest, `${JSON.stringify({ id, salaries: SMALLEST_SLATE, portfolio: given })}\n`);
  const calm = scratch.path("calm");
  const { exitCode, stderr } = await dfsLineups(["batch", ...argsOf(calm)]);
  expect(exitCode, stderr).toBe(3);
  expected = promisedBytes(calm);
});

afterAll(() => scratch[Symbol.dispose]());

function clientOf(url: string): Redis {
  const client = new Redis(url);
  client.on("error", () => {});
  onTestFinished(() => client.disconnect());
  return client;
}

/** The number of jobs waiting for workers, or the number that workers hold. */
async function jobsIn(client: Redis, list: "wait" | "active"): Promise<number> {
  const [key] = await client.keys(`*:jobs:${list}`);
  return key === undefined ? 0 : client.llen(key);
}

/** A partly written batch whose only worker is frozen while it holds jobs. */
function midRun(name: string, url: string, ...more: readonly string[]) {
  const client = clientOf(url);
  return frozen(
    (attempt) => {
      const out = scratch.path(`${name}-${attempt}`);
      const worker = startWorker(["--queue", url, "--threads", "1", "--lost-after", "5", ...more]);
      return { out, worker, frozen: worker.child, batch: startBatch(argsOf(out, "--queue", url, ...more)) };
    },
    async ({ out }) => writtenRows(out) < JOBS && (await jobsIn(client, "active")) > 0,
    async ({ worker, batch }) => {
      await killed(worker, batch);
      await client.flushall();
    },
  );
}

/** The command line and environment of each service of the example for containers. */
function composed(service: string) {
  const file = fileURLToPath(new URL("../../../examples/batch/compose.yaml", import.meta.url));
  const { services } = parse(readFileSync(file, "utf8")) as {
    readonly services: Readonly<
      Record<string, { readonly command: string; readonly environment?: Readonly<Record<string, string>> }>
    >;
  };
  const { command, environment = {} } = services[service]!;
  const words = command.replace(/^npx dfs-lineups (batch|worker) ?|^redis-server /, "");
  expect(words).not.toBe(command);
  return { args: words.split(" ").filter((word) => word !== ""), environment };
}

/** The milliseconds of a server outage; the least that can be detected. */
const OUTAGE = 12_000;

describe("batch --queue with workers", () => {
  it("gives the same bytes as without a queue, while workers start, freeze and leave", async () => {
    const { url } = await startRedis();
    const { batch, worker, out } = await midRun("come", url);
    const second = startWorker(["--queue", url, "--threads", "1"]);
    const { exitCode, stderr } = await batch.ended;
    expect(exitCode, stderr).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);
    second.child.kill("SIGTERM");
    // The frozen worker answers too late and is ignored.
    worker.child.kill("SIGCONT");
    worker.child.kill("SIGTERM");
    for (const { ended } of [worker, second]) {
      const end = await ended;
      expect(end).toMatchObject({ exitCode: 143 });
      expect(end.stderr).toMatch(/stopped after [\d,]+ jobs/);
    }
    expect(promisedBytes(out)).toEqual(expected);
  });

  it(
    "fails only the job that kills every worker, also those that run it alone",
    async () => {
      const { url } = await startRedis();
      const client = clientOf(url);
      const ids = ["first", "poison", "last"];
      const jobs = ids.map((id) => ({ id, salaries: SMALLEST_SLATE, count: id === "poison" ? 10_000 : 2 }));
      const own = scratch.write("poison.jsonl", jobs.map((job) => JSON.stringify(job)).join("\n"));
      const out = scratch.path("poison");
      const batch = startBatch(["--manifest", own, "--out", out, "--queue", url]);
      let isOver = false;
      const ended = batch.ended.finally(() => {
        isOver = true;
      });
      // Every worker that holds the job dies: two with other jobs, and two that run it alone.
      const fatal = new Set<string>();
      let deaths = 0;
      while (!isOver) {
        const worker = startWorker(["--queue", url, "--threads", "1", "--lost-after", "2"]);
        const isFatal = async () => {
          const [lock] = await client.keys("*-2:lock");
          const holder = lock && (await client.get(lock));
          return isOver || (holder && fatal.size < fatal.add(holder).size);
        };
        await vi.waitUntil(isFatal, SOON);
        worker.child.kill("SIGKILL");
        if (!isOver) deaths += 1;
      }
      const { exitCode, stderr } = await ended;
      expect(exitCode, stderr).toBe(3);
      expect(rowsOf(out).map(({ id, error }) => [id, error?.[0]?.code])).toEqual([
        ["first", undefined],
        ["poison", "worker-died"],
        ["last", undefined],
      ]);
      expect(deaths).toBeGreaterThanOrEqual(4);
    },
    4 * PROCESS_TIMEOUT,
  );

  it("resumes after the batch is killed, the queue loses its data, or its server is unreachable", async () => {
    const redis = await startRedis();
    const client = clientOf(redis.url);
    const { batch: first, worker, out } = await midRun("lost", redis.url);
    first.child.kill("SIGKILL");
    await first.ended;
    const batch = startBatch(argsOf(out, "--queue", redis.url));
    await vi.waitUntil(() => batch.said().includes("are already done"), SOON);
    worker.child.kill("SIGKILL");
    await client.flushall();
    await vi.waitUntil(async () => (await jobsIn(client, "wait")) > 0, SOON);
    // Nothing is kept on disk: the next server at this address starts empty.
    redis.child.kill("SIGKILL");
    await once(redis.child, "close");
    await startRedis({ port: redis.port });
    startWorker(["--queue", redis.url, "--threads", "1"]);
    const { exitCode, stderr } = await batch.ended;
    expect(exitCode, stderr).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);
  });

  it("resumes after a 12 s outage, with all parts of the container example", async () => {
    const kept = scratch.path("kept");
    mkdirSync(kept);
    const { args } = composed("redis");
    const more = [...args, "--dir", kept];
    const redis = await startRedis({ more });
    // The container example uses its own server name and mounted folders.
    const addressed = (service: "batch" | "worker") =>
      Object.fromEntries(
        Object.entries(composed(service).environment).map(([name, value]) => [
          name,
          value.replace("redis://redis:6379", redis.url),
        ]),
      );
    const client = clientOf(redis.url);
    const { batch, out } = await frozen(
      (attempt) => {
        const out = scratch.path(`outage-${attempt}`);
        const worker = startWorker([...composed("worker").args, "--threads", "1"], addressed("worker"));
        const [flag, jobs, ...rest] = composed("batch").args;
        expect([flag, jobs, ...rest]).toEqual(["--manifest", "/in/jobs.jsonl", "--out", "/out"]);
        return { out, worker, frozen: worker.child, batch: startBatch(argsOf(out), addressed("batch")) };
      },
      async ({ out }) => writtenRows(out) < JOBS && (await jobsIn(client, "active")) > 0,
      async ({ worker, batch }) => {
        await killed(worker, batch);
        await client.flushall();
      },
    ).then((run) => {
      run.frozen.kill("SIGCONT");
      return run;
    });
    redis.child.kill("SIGKILL");
    await sleep(OUTAGE);
    expect(batch.child.exitCode).toBeNull();
    await startRedis({ port: redis.port, more });
    const { exitCode, stderr } = await batch.ended;
    expect(exitCode, stderr).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);
  });

  it("refuses workers of another version, a Redis that evicts data, and other addresses", async () => {
    const redis = await startRedis();
    const queue = new Queue("jobs", { prefix: "{dfs-lineups}", connection: { url: redis.url } });
    onTestFinished(() => queue.close());
    await queue.add("job", { version: "9.9.9" });
    const full = await startRedis({ more: ["--maxmemory-policy", "allkeys-lru"] });
    for (const [url, exitCode, said] of [
      [redis.url, 2, "9.9.9"],
      [full.url, 70, "maxmemory-policy is allkeys-lru"],
      ["http://x", 2, "takes the address"],
    ] as const) {
      const worker = await dfsLineups(["worker", "--queue", url]);
      expect(worker.exitCode).toBe(exitCode);
      expect(worker.stderr).toContain(said);
    }
  });

  it("accepts only messages that a batch can send, and bounds what they unpack to", async () => {
    const digest = "0".repeat(64);
    const megabyte = gzipSync(Buffer.alloc(1_000_000));
    const message = {
      ...{ job: JSON.stringify({ id: "one", salaries: "a.csv" }), line: 1, inputs: "0".repeat(32) },
      ...{ files: { salaries: { name: "a.csv", sha256: digest } }, version: "1.0.0" },
      settings: { stamp: STAMP, solver: "auto", jobTimeout: 1, rules: [], scoring: [] },
    };
    expect(readMessage(message).prepared.head).toEqual({ id: "one", line: 1, inputs: message.inputs });
    for (const wrong of [
      { settings: "../settings" },
      { files: { salaries: { name: "a.csv", sha256: "../../../tmp/planted" } } },
      { files: { salaries: { name: "a.csv", sha256: digest, path: "/etc/hostname" } } },
      { inputs: "../x" },
      { line: 0 },
      { job: '{"id": "one"}' },
      { more: 1 },
    ])
      expect(() => readMessage({ ...message, ...wrong }), JSON.stringify(wrong)).toThrow();
    const bomb = Buffer.concat(Array.from({ length: 300 }, () => megabyte));
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(unpack(bomb)).rejects.toThrow(RangeError);
  });
});
