import { existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { Runner } from "../../../src/engine/search/runner.ts";
import type { TaskTypes } from "../../../src/engine/search/tasks.ts";
import { Stop } from "../../../src/engine/solver/interrupt.ts";
import { createPiscinaRunner } from "../../../src/platform/node/runner.ts";
import { AbortedError, SolverFailedError, TimeLimitError } from "../../../src/shared/errors.ts";
import { settlesAtOnce } from "../../support/turns.ts";

const MORTAL = new URL("../../support/workers/mortal.mjs", import.meta.url);
const STILLBORN = new URL("../../support/workers/stillborn.mjs", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "dfs-lineups-pool-"));
const pools: Runner[] = [];
let marks = 0;

function poolOf(threads: number, worker = MORTAL): Runner {
  const pool = createPiscinaRunner(threads, worker);
  pools.push(pool);
  return pool;
}

/** Instructions for mortal.mjs, in place of a real task's input. */
interface Order {
  readonly act: "answer" | "exit" | "throw" | "spin";
  readonly once?: string;
  readonly value?: number;
}

function give(pool: Runner, order: Order, stop = new Stop({})): Promise<unknown> {
  return pool.run("parts", order as unknown as TaskTypes["parts"]["input"], stop);
}

const firstTimeOnly = () => join(folder, `mark-${marks++}`);

afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));
afterAll(() => rm(folder, { recursive: true }));

describe("the worker pool", () => {
  it.each(["exit", "throw"] as const)("passes a task that lost its worker by %s to another", async (act) => {
    const pool = poolOf(1);
    expect(await give(pool, { act, once: firstTimeOnly(), value: 7 })).toBe(7);
    expect(await give(pool, { act: "answer", value: 8 })).toBe(8);
  });

  it.each(["exit", "throw"] as const)(
    "blames the task for a second death by %s, and continues",
    async (act) => {
      const pool = poolOf(1);
      await expect(give(pool, { act })).rejects.toBeInstanceOf(SolverFailedError);
      expect(await give(pool, { act: "answer", value: 8 })).toBe(8);
    },
  );

  it("leaves the tasks of other workers alone when one dies", async () => {
    const pool = poolOf(2);
    const dying = expect(give(pool, { act: "exit" })).rejects.toBeInstanceOf(SolverFailedError);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, value) => give(pool, { act: "answer", value })),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, (_, value) => value));
    await dying;
  });

  it("refuses every task if its workers cannot start", async () => {
    const pool = poolOf(2, STILLBORN);
    const tasks = Array.from({ length: 4 }, () => give(pool, { act: "answer" }));
    for (const task of await Promise.allSettled(tasks))
      expect(task).toMatchObject({ status: "rejected", reason: { code: "solver-failed" } });
  });

  it("rejects immediately when the request is aborted, and terminates the busy worker", async () => {
    const pool = poolOf(1);
    await give(pool, { act: "answer" });
    const controller = new AbortController();
    const mark = firstTimeOnly();
    const running = give(pool, { act: "spin", once: mark }, new Stop({ signal: controller.signal }));
    const failed = expect(running).rejects.toBeInstanceOf(AbortedError);
    await expect.poll(() => existsSync(mark)).toBe(true);
    controller.abort();
    expect(await settlesAtOnce(failed)).toBe(true);
    await failed;
    expect(await give(pool, { act: "answer", value: 9 })).toBe(9);
  });

  it("rejects a task that still waits for a worker at the deadline", async () => {
    const pool = poolOf(1);
    await give(pool, { act: "answer" });
    const holding = new Stop({});
    const held = give(pool, { act: "spin" }, holding);
    held.catch(() => {});
    const waiting = give(pool, { act: "answer" }, new Stop({ deadline: performance.now() + 50 }));
    await expect(waiting).rejects.toBeInstanceOf(TimeLimitError);
    expect(await settlesAtOnce(held)).toBe(false);
    holding.end(new AbortedError());
  });

  it("closes while a worker computes", async () => {
    const pool = poolOf(1);
    const mark = firstTimeOnly();
    const running = give(pool, { act: "spin", once: mark });
    const failed = expect(running).rejects.toBeInstanceOf(Error);
    await expect.poll(() => existsSync(mark)).toBe(true);
    await pool.close();
    await failed;
  });
});
