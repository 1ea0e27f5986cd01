import { getEventListeners } from "node:events";
import { afterAll, describe, expect, it } from "vitest";
import type { Runner } from "../../../src/engine/search/runner.ts";
import type { Search } from "../../../src/engine/search/search.ts";
import type { SolverName } from "../../../src/engine/solver/registry.ts";
import { slate } from "../../../src/testing/conformance/solver-properties.ts";
import { modelOf } from "../../../src/testing/models/hand-made.ts";
import { createRunner, createSearch } from "../../support/built.ts";
import { type Latch, latch } from "../../support/latch.ts";
import { settlesAtOnce } from "../../support/turns.ts";

const THREADS = [0, 1, 2, 4];
const searches = new Map(THREADS.map((threads) => [threads, createSearch(createRunner(threads))]));
const search = searches.get(2)!;
const twoRoles = modelOf(
  [
    [0, 1],
    [1, 1],
  ],
  [3, 2, 1].map((points) => [
    { slots: [0], points: 1.5 * points },
    { slots: [1], points },
  ]),
);

afterAll(() => Promise.all([...searches.values()].map((one) => one.close())));

/** A search of its own, and a promise for when a worker, or this thread, starts to search by parts. */
function watched(threads: number): { own: Search; solving: Latch } {
  const runner = createRunner(threads);
  const solving = latch();
  const watching: Runner = {
    ...runner,
    run(kind, input, stop) {
      const running = runner.run(kind, input, stop);
      if (kind === "parts") solving.open();
      return running;
    },
  };
  return { own: createSearch(watching), solving };
}

describe("a search", () => {
  it.each([
    ["highs", 3],
    ["javascript-lp-solver", 6],
    ["auto", 200],
  ] as const)("by %s gives the same answer with any number of threads", async (solver, count) => {
    const model = slate(30, 4, 5);
    const answers = await Promise.all(
      THREADS.map((threads) => searches.get(threads)!.best(model, count, solver, {})),
    );
    expect(answers[0]!.solutions).toHaveLength(count);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it("answers concurrent requests independently", async () => {
    const solvers: SolverName[] = ["highs", "javascript-lp-solver", "highs", "javascript-lp-solver"];
    const models = solvers.map((_, seed) => slate(20, 3, seed + 10));
    const answers = await Promise.all(models.map((model, at) => search.best(model, 4, solvers[at]!, {})));
    for (const [at, model] of models.entries()) {
      expect(answers[at]!.solutions).toHaveLength(4);
      const alone = await searches.get(0)!.best(model, 4, "highs", {});
      expect(answers[at]!.solutions.map((one) => one.points)).toEqual(
        alone.solutions.map((one) => one.points),
      );
    }
  });

  it("reports which solver answered", async () => {
    for (const name of ["highs", "javascript-lp-solver"] as const)
      expect(await search.best(twoRoles, 1, name, {})).toMatchObject({ solver: name });
  });

  it("with auto uses the first solver that supports the model", async () => {
    expect(await search.best(twoRoles, 1, "auto", {})).toMatchObject({ solver: "paths" });
    const seatsToSpare = { ...twoRoles, rules: twoRoles.rules.filter((rule) => rule.kind !== "fill") };
    expect(await search.best(seatsToSpare, 1, "auto", {})).toMatchObject({ solver: "highs" });
    await expect(search.best(seatsToSpare, 1, "paths", {})).rejects.toMatchObject({
      code: "unsupported-model",
    });
  });

  it("returns no solution if none exists", async () => {
    const none = modelOf([[0, 2]], [[{ slots: [0], points: 1 }]]);
    for (const solver of ["auto", "highs", "javascript-lp-solver"] as const)
      expect((await search.best(none, 3, solver, {})).solutions).toEqual([]);
  });

  it("stops promptly when aborted during HiGHS, and keeps no listener", async () => {
    const { own, solving } = watched(2);
    const controller = new AbortController();
    const running = own.best(slate(468, 13), 2000, "highs", { signal: controller.signal });
    const failed = expect(running).rejects.toMatchObject({ code: "aborted" });
    await solving.opened;
    controller.abort();
    expect(await settlesAtOnce(failed)).toBe(true);
    await failed;
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    expect((await own.best(slate(20), 1, "highs", {})).solutions).toHaveLength(1);
    await own.close();
  });

  it.each([0, 2])("stops at its deadline with %i threads", async (threads) => {
    const deadline = performance.now() + 300;
    // Without a deadline it takes minutes.
    const running = searches.get(threads)!.best(slate(468, 13), 10_000, "highs", { deadline });
    await expect(running).rejects.toMatchObject({ code: "time-limit" });
  });

  it("refuses immediately if already aborted or past the deadline", async () => {
    const before = { signal: AbortSignal.abort() };
    await expect(search.best(twoRoles, 1, "auto", before)).rejects.toMatchObject({ code: "aborted" });
    const late = { deadline: performance.now() - 1 };
    await expect(search.best(twoRoles, 1, "auto", late)).rejects.toMatchObject({ code: "time-limit" });
  });

  it("keeps no listener after an answer", async () => {
    const { signal } = new AbortController();
    await search.best(twoRoles, 2, "highs", { signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it.each([0, 1])("stops running tasks when closed, even twice, with %i threads", async (threads) => {
    const { own: closing, solving } = watched(threads);
    const running = closing.best(slate(468, 13), 2000, "highs", {});
    const failed = expect(running).rejects.toMatchObject({ code: "closed" });
    await solving.opened;
    await Promise.all([closing.close(), closing.close()]);
    await failed;
    await expect(closing.best(twoRoles, 1, "auto", {})).rejects.toMatchObject({ code: "closed" });
    await closing.close();
  });
});
