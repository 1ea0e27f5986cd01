import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { describe, expect, it, vi } from "vitest";
import { promisedBytes, STAMP, seededManifest, startBatch, startWorker } from "../../support/batches.ts";
import { PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
import { startPostgres } from "../../support/postgres.ts";
import { startRedis } from "../../support/redis.ts";

vi.setConfig({ testTimeout: 2 * PROCESS_TIMEOUT });

const JOBS = 330;

/** A manifest, and the bytes that its batch is to have. */
async function setting(scratch: Scratch, jobs = JOBS) {
  const manifest = seededManifest(scratch, jobs);
  const args = (out: string, ...more: readonly string[]) => [
    "--manifest",
    manifest,
    "--out",
    scratch.path(out),
    "--stamp",
    STAMP,
    "--segment",
    "200",
    ...more,
  ];
  await startBatch(args("calm", "--threads", "2")).ended;
  return { args, expected: promisedBytes(scratch.path("calm")) };
}

function lines(file: string): number {
  return existsSync(file) ? readFileSync(file, "latin1").split("\n").length - 1 : 0;
}

describe("batch --queue with workers", () => {
  it("gives the same bytes as without, while workers come, go and are killed", async () => {
    using scratch = new Scratch();
    const { args, expected } = await setting(scratch);
    const redis = await startRedis();
    const out = scratch.path("out");
    const batch = startBatch(args("out", "--queue", redis.url));
    const first = startWorker(["--queue", redis.url, "--threads", "1"]);
    await vi.waitUntil(() => lines(join(out, "journal")) >= 1, { timeout: 60_000 });
    first.child.kill("SIGKILL");
    const second = startWorker(["--queue", redis.url, "--threads", "1"]);
    const { exitCode, stderr } = await batch.ended;
    expect(exitCode, stderr).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);
    await vi.waitUntil(() => second.said().includes("waiting"), { timeout: 60_000 });
    second.child.kill("SIGTERM");
    const ended = await second.ended;
    expect(ended).toMatchObject({ exitCode: 143 });
    expect(ended.stderr).toMatch(/stopped after \d+ jobs/);
  });

  it("goes through PostgreSQL as well", async () => {
    using scratch = new Scratch();
    const { args, expected } = await setting(scratch, 120);
    const url = await startPostgres();
    startWorker(["--queue", url, "--threads", "1"]);
    const { exitCode, stderr } = await startBatch(args("out", "--queue", url)).ended;
    expect(exitCode, stderr).toBe(3);
    expect(promisedBytes(scratch.path("out"))).toEqual(expected);
  });

  it("goes on when the queue has lost all that it held, when its server was away, and when the batch was killed", async () => {
    using scratch = new Scratch();
    const { args, expected } = await setting(scratch);
    const out = scratch.path("out");
    const redis = await startRedis();
    const worker = startWorker(["--queue", redis.url, "--threads", "1"]);
    const journal = (atLeast: number) =>
      vi.waitUntil(() => lines(join(out, "journal")) >= atLeast, { timeout: 60_000 });
    const first = startBatch(args("out", "--queue", redis.url));
    await journal(1);
    first.child.kill("SIGKILL");
    await first.ended;
    const before = lines(join(out, "journal"));
    const second = startBatch(args("out", "--queue", redis.url));
    await journal(before + 1);
    // Nothing is kept on disk: the next server at this address knows nothing.
    redis.child.kill("SIGKILL");
    await once(redis.child, "close");
    const again = await startRedis({ port: redis.port });
    const { exitCode, stderr } = await second.ended;
    expect(exitCode, stderr).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);
    again.child.kill("SIGKILL");
    worker.child.kill("SIGKILL");
  });

  it("says that the server is gone once it has been for too long, and goes on later", async () => {
    using scratch = new Scratch();
    const { args, expected } = await setting(scratch, 120);
    const redis = await startRedis();
    const batch = startBatch(args("out", "--queue", redis.url, "--queue-timeout", "2"));
    const worker = startWorker(["--queue", redis.url, "--queue-timeout", "2"]);
    await vi.waitUntil(() => existsSync(join(scratch.path("out"), "journal")), { timeout: 60_000 });
    redis.child.kill("SIGKILL");
    for (const { ended } of [batch, worker]) {
      const { exitCode, stderr } = await ended;
      expect(exitCode).toBe(70);
      expect(stderr).toContain("has not answered for 2 s");
    }
    expect((await startBatch(args("out")).ended).exitCode).toBe(3);
    expect(promisedBytes(scratch.path("out"))).toEqual(expected);
  });

  it("refuses a worker of another version, a Redis that throws away, and other addresses", async () => {
    const redis = await startRedis();
    const client = new Redis(redis.url);
    await client.set("{dfs-lineups}:value:batch:x", JSON.stringify({ engine: "9.9.9", zlib: "1.3" }));
    client.disconnect();
    const worker = await startWorker(["--queue", redis.url]).ended;
    expect(worker.exitCode).toBe(2);
    expect(worker.stderr).toContain("9.9.9");
    const full = await startRedis({ more: ["--maxmemory-policy", "allkeys-lru"] });
    const refused = await startWorker(["--queue", full.url]).ended;
    expect(refused.exitCode).toBe(70);
    expect(refused.stderr).toContain("maxmemory-policy is allkeys-lru");
    expect((await startWorker(["--queue", "http://x"]).ended).exitCode).toBe(2);
  });
});
