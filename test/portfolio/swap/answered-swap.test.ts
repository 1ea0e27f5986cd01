import { afterAll, expect, test } from "vitest";
import type { SwapPlan, SwapSolution } from "../../../src/engine/model/swap-plan.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { answeredSwap } from "../../../src/portfolio/swap/index.ts";
import { AbortedError, ClosedError, SolverFailedError, TimeLimitError } from "../../../src/shared/errors.ts";
import { modelOf } from "../../../src/testing/models/hand-made.ts";

const search = createSearch(createRunner(0));
afterAll(() => search.close());

const model = modelOf(
  [[0, 2]],
  [3, 2, 2, 1].map((points) => [{ slots: [0], points }]),
);
const plan: SwapPlan = {
  ...{ model, unique: 0, choices: null, avoid: [], shares: [], method: "joint", groups: [model.rules] },
  lines: [2, 3].map((pick) => ({ group: 0, entries: 1, current: [pick], state: "short" as const })),
};

test("a caller who aborts gets the last reported swaps if requested, and otherwise an error", async () => {
  for (const onInterrupt of ["keep", "refuse", undefined] as const) {
    const controller = new AbortController();
    const seen: SwapSolution[] = [];
    const answer = answeredSwap(
      (report) =>
        search.swap(plan, "paths", { signal: controller.signal }, (progress) => {
          seen.push(progress);
          report(progress);
          controller.abort();
        }),
      onInterrupt,
    );
    if (onInterrupt === "keep")
      expect(await answer).toEqual({ solution: { ...seen[0]!, isDone: false }, stoppedBy: "interrupt" });
    else await expect(answer).rejects.toThrow(AbortedError);
    expect(seen).toHaveLength(1);
  }
});

test("swaps reported before a time limit or a failing solver are the answer; without any it is the error", async () => {
  const { solution } = await search.swap(plan, "paths", {});
  const early = { ...solution, isDone: false };
  const ending = (error: Error, reported: readonly SwapSolution[]) =>
    answeredSwap(async (report) => {
      for (const one of reported) report(one);
      throw error;
    }, undefined);
  for (const [error, stoppedBy] of [
    [new TimeLimitError(5), "time-limit"],
    [new SolverFailedError("HiGHS ended with status 4: solve error."), "solver-failure"],
  ] as const) {
    expect(await ending(error, [solution, early])).toEqual({ solution: early, stoppedBy });
    await expect(ending(error, [])).rejects.toBe(error);
  }
  for (const error of [new AbortedError(), new ClosedError(), new TypeError("no")])
    await expect(ending(error, [early])).rejects.toBe(error);
  expect(await answeredSwap(async () => ({ solution }), undefined)).toEqual({ solution, stoppedBy: null });
  expect(await answeredSwap(async () => ({ solution: early }), undefined)).toEqual({
    solution: early,
    stoppedBy: "time-limit",
  });
});
