import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { promisedBytes, STAMP, seededManifest, startBatch, startWorker } from "../../support/batches.ts";
import { PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
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
    second.child.kill("SIGTERM");
    const ended = await second.ended;
    expect(ended).toMatchObject({ exitCode: 143 });
    expect(ended.stderr).toMatch(/stopped after \d+ jobs/);
  });
});
