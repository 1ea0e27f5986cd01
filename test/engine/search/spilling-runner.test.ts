import { describe, expect, it } from "vitest";
import { createInlineRunner, createSpillingRunner, type Runner } from "../../../src/engine/search/runner.ts";
import type { TaskKind } from "../../../src/engine/search/tasks.ts";
import { Stop } from "../../../src/engine/solver/interrupt.ts";
import { machinery } from "../../../src/platform/node/machinery.ts";
import { withResolvers } from "../../../src/shared/clock.ts";
import { AbortedError, TimeLimitError } from "../../../src/shared/errors.ts";
import { slate } from "../../../src/testing/conformance/solver-properties.ts";

const UNHURRIED = { cold: 1e9, warm: 1e9 };

/** A spilling runner, a runner that replaces threads, and the tasks that each received. */
function spilling(trials: typeof UNHURRIED): { runner: Runner; alone: Runner; spilled: TaskKind[] } {
  const alone = createInlineRunner(machinery);
  const spilled: TaskKind[] = [];
  const threads: Runner = {
    ...alone,
    threads: 1,
    run(kind, input, stop) {
      spilled.push(kind);
      return alone.run(kind, input, stop);
    },
  };
  return { runner: createSpillingRunner(machinery, threads, trials), alone, spilled };
}

const small = { model: slate(60), count: 3 };
/** Takes a few hundred milliseconds. */
const large = { model: slate(900, 13), count: 10_000 };

describe("a spilling runner", () => {
  it("finishes tasks itself that end before the threads start", async () => {
    const { runner, alone, spilled } = spilling(UNHURRIED);
    for (let request = 0; request < 3; request += 1)
      expect(await runner.run("paths", small, new Stop({}))).toEqual(
        await alone.run("paths", small, new Stop({})),
      );
    expect(spilled).toEqual([]);
    expect(runner.threads).toBe(1);
  });

  it("hands over longer tasks, later ones, and other solvers' tasks to the threads", async () => {
    const { runner, alone, spilled } = spilling({ cold: 0, warm: 1e9 });
    const [first, second] = await Promise.all([
      runner.run("paths", large, new Stop({})),
      runner.run("paths", small, new Stop({})),
    ]);
    expect(spilled).toEqual(["paths", "paths"]);
    expect(first).toEqual(await alone.run("paths", large, new Stop({})));
    expect(second).toEqual(await alone.run("paths", small, new Stop({})));
    const asked = { solver: "highs", model: slate(20), count: 1 } as const;
    expect(await runner.run("parts", asked, new Stop({}))).toHaveLength(1);
    expect(spilled).toEqual(["paths", "paths", "parts"]);
    await runner.run("paths", small, new Stop({}));
    expect(spilled).toHaveLength(3);
  });

  it("tries tasks one by one while the threads are busy", async () => {
    const alone = createInlineRunner(machinery);
    const { promise: released, resolve: release } = withResolvers<void>();
    const given: unknown[] = [];
    const threads: Runner = {
      ...alone,
      threads: 1,
      async run(kind, input, stop) {
        given.push(input);
        await released;
        return alone.run(kind, input, stop);
      },
    };
    const trials = { cold: 0, warm: 1e9 };
    const runner = createSpillingRunner(machinery, threads, trials);
    const taking = runner.run("paths", large, new Stop({}));
    await expect.poll(() => given).toEqual([large]);
    trials.cold = 1e9;
    trials.warm = 0;
    const stop = new Stop({});
    const expected = await alone.run("paths", small, new Stop({}));
    const asked = [stop, new Stop({}), new Stop({}), new Stop({}), stop].map((own) =>
      runner.run("paths", small, own),
    );
    stop.end(new AbortedError());
    const aborted = { status: "rejected", reason: expect.any(AbortedError) };
    const solved = { status: "fulfilled", value: expected };
    expect(await Promise.allSettled(asked)).toEqual([aborted, solved, solved, solved, aborted]);
    expect(given).toEqual([large]);
    release();
    expect(await taking).toEqual(await alone.run("paths", large, new Stop({})));
    await runner.run("paths", large, new Stop({}));
    expect(given).toEqual([large, large]);
  });

  it("ends a trial when its request ends", async () => {
    const { runner, spilled } = spilling(UNHURRIED);
    const stop = new Stop({});
    const aborted = runner.run("paths", large, stop);
    stop.end(new AbortedError());
    await expect(aborted).rejects.toBeInstanceOf(AbortedError);
    const late = new Stop({ deadline: performance.now() + 1 });
    await expect(runner.run("paths", large, late)).rejects.toBeInstanceOf(TimeLimitError);
    expect(spilled).toEqual([]);
  });

  it("reports a model that the path engine does not support, in whichever place", async () => {
    const { runner, spilled } = spilling(UNHURRIED);
    const model = { ...small.model, rules: small.model.rules.filter(({ kind }) => kind !== "fill") };
    await expect(runner.run("paths", { model, count: 1 }, new Stop({}))).rejects.toMatchObject({
      code: "unsupported-model",
    });
    expect(spilled).toEqual([]);
  });
});
