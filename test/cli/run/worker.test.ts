import { once } from "node:events";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  checkpointOf,
  frozen,
  promisedBytes,
  rowsOf,
  STAMP,
  seededManifest,
  startBatch,
  startWorker,
} from "../../support/batches.ts";
import { PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
import { startPostgres } from "../../support/postgres.ts";
import { startRedis } from "../../support/redis.ts";

vi.setConfig({ testTimeout: 2 * PROCESS_TIMEOUT, hookTimeout: PROCESS_TIMEOUT });

const JOBS = 270;

/** Milliseconds between looks at what goes on; anything seen too late is begun anew. */
const SOON = { timeout: PROCESS_TIMEOUT, interval: 2 };

const scratch = new Scratch();
let manifest = "";
let expected: Readonly<Record<string, string>> = {};

const argsOf = (out: string, ...more: readonly string[]) => [
  ...["--manifest", manifest, "--out", out, "--stamp", STAMP, "--segment", "200", "--no-report", ...more],
];

beforeAll(async () => {
  manifest = seededManifest(scratch, JOBS);
  const calm = scratch.path("calm");
  const { exitCode, stderr } = await startBatch(argsOf(calm, "--threads", "2")).ended;
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

/** How many chunks wait for workers, and how many workers have. */
async function chunksIn(client: Redis, list: "wait" | "active"): Promise<number> {
  const [key] = await client.keys(`*:chunks-*:${list}`);
  return key === undefined ? 0 : client.llen(key);
}

/** A batch of which some is written, and its only worker, frozen with chunks in its hands. */
function midRun(name: string, url: string, ...more: readonly string[]) {
  const client = clientOf(url);
  return frozen(
    (attempt) => {
      const out = scratch.path(`${name}-${attempt}`);
      const worker = startWorker(["--queue", url, "--threads", "1", "--lost-after", "5", ...more]);
      return { out, worker, frozen: worker.child, batch: startBatch(argsOf(out, "--queue", url, ...more)) };
    },
    async ({ out }) => checkpointOf(out)!.next < JOBS / 50 && (await chunksIn(client, "active")) > 0,
    ({ worker, batch }) => {
      worker.child.kill("SIGKILL");
      batch.child.kill("SIGKILL");
    },
  );
}

describe("batch --queue with workers", () => {
  it("gives the same bytes as without, while workers come, freeze and go", async () => {
    const { url } = await startRedis();
    const { batch, worker, out } = await midRun("come", url);
    const second = startWorker(["--queue", url, "--threads", "1"]);
    const { exitCode, stderr } = await batch.ended;
    expect(exitCode, stderr).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);
    second.child.kill("SIGTERM");
    // What it had is answered too late, and harms nobody.
    worker.child.kill("SIGCONT");
    worker.child.kill("SIGTERM");
    for (const { ended } of [worker, second]) {
      const end = await ended;
      expect(end).toMatchObject({ exitCode: 143 });
      expect(end.stderr).toMatch(/stopped after \d+ jobs/);
    }
    expect(promisedBytes(out)).toEqual(expected);
  });

  it(
    "blames a job that ends every worker which begins it alone, and no other",
    async () => {
      const { url } = await startRedis();
      const client = clientOf(url);
      const ids = ["first", "poison", "last"];
      const jobs = ids.map((id) => ({ id, salaries: "slate-0.csv", count: id === "poison" ? 10_000 : 2 }));
      const own = scratch.write("poison.jsonl", jobs.map((job) => JSON.stringify(job)).join("\n"));
      const out = scratch.path("poison");
      const batch = startBatch(["--manifest", own, "--out", out, "--queue", url, "--no-report"]);
      let isOver = false;
      const ended = batch.ended.finally(() => {
        isOver = true;
      });
      // Whoever has the chunk with the job dies, and then whoever begins the job by itself.
      const fatal = new Set<string>();
      let deaths = 0;
      while (!isOver) {
        const worker = startWorker(["--queue", url, "--threads", "1", "--lost-after", "2"]);
        const isFatal = async () => {
          const [whole] = (await client.keys("*:c-*:lock")).filter((key) => !/-s\d+:lock$/.test(key));
          const [alone] = await client.keys("*:begun:*-s1");
          const signs = await Promise.all([whole, alone].map((key) => key && client.get(key)));
          const news = signs.filter((sign): sign is string => !!sign && !fatal.has(sign));
          for (const sign of news) fatal.add(sign);
          return isOver || news.length > 0;
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
      expect([...fatal]).toEqual(expect.arrayContaining(["1", "2"]));
      expect(deaths).toBeGreaterThanOrEqual(4);
    },
    4 * PROCESS_TIMEOUT,
  );

  it("goes through PostgreSQL as well", async () => {
    const url = await startPostgres();
    startWorker(["--queue", url, "--threads", "1"]);
    const out = scratch.path("postgres");
    const { exitCode, stderr } = await startBatch(argsOf(out, "--queue", url)).ended;
    expect(exitCode, stderr).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);
  });

  it("goes on when the batch was killed, when the queue has lost all that it held, and when its server was away", async () => {
    const redis = await startRedis();
    const client = clientOf(redis.url);
    const { batch: first, worker, out } = await midRun("lost", redis.url);
    first.child.kill("SIGKILL");
    await first.ended;
    const batch = startBatch(argsOf(out, "--queue", redis.url));
    await vi.waitUntil(() => batch.said().includes("are there already"), SOON);
    worker.child.kill("SIGKILL");
    await client.flushall();
    await vi.waitUntil(async () => (await chunksIn(client, "wait")) > 0, SOON);
    // Nothing is kept on disk: the next server at this address knows nothing.
    redis.child.kill("SIGKILL");
    await once(redis.child, "close");
    await startRedis({ port: redis.port });
    startWorker(["--queue", redis.url, "--threads", "1"]);
    const { exitCode, stderr } = await batch.ended;
    expect(exitCode, stderr).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);
  });

  it("says that the server is gone once it has been for too long, and goes on later", async () => {
    const redis = await startRedis();
    const { batch, worker, out } = await midRun("gone", redis.url, "--queue-timeout", "5");
    redis.child.kill("SIGKILL");
    worker.child.kill("SIGCONT");
    for (const { ended } of [batch, worker]) {
      const { exitCode, stderr } = await ended;
      expect(exitCode).toBe(70);
      expect(stderr).toContain("has not answered for 5 s");
    }
    expect((await startBatch(argsOf(out)).ended).exitCode).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);
  });

  it("refuses a worker of another version, a Redis that throws away, and other addresses", async () => {
    const redis = await startRedis();
    const kind = JSON.stringify({ engine: "9.9.9", zlib: "1.3" });
    await clientOf(redis.url).set("{dfs-lineups}:value:batch:x", kind);
    const full = await startRedis({ more: ["--maxmemory-policy", "allkeys-lru"] });
    for (const [url, exitCode, said] of [
      [redis.url, 2, "9.9.9"],
      [full.url, 70, "maxmemory-policy is allkeys-lru"],
      ["http://x", 2, "takes the address"],
    ] as const) {
      const worker = await startWorker(["--queue", url]).ended;
      expect(worker.exitCode).toBe(exitCode);
      expect(worker.stderr).toContain(said);
    }
  });
});
