import { describe, expect, it } from "vitest";
import type { PortfolioPlan, PortfolioProgress } from "../../../src/engine/model/portfolio-plan.ts";
import { slate } from "../../../src/testing/conformance/solver-properties.ts";
import { createRunner, createSearch } from "../../support/built.ts";

const model = slate(60);
const everybody = [...model.picks.entry.keys()];
const infinite = Number.POSITIVE_INFINITY;
const plan: PortfolioPlan = {
  model,
  count: 12,
  unique: 2,
  choices: null,
  avoid: [],
  random: null,
  shares: everybody.map((pick) => ({
    tests: [
      {
        when: null,
        alternatives: [{ counts: [{ picks: Int32Array.of(pick), least: 1, most: infinite }], sums: [] }],
      },
    ],
    least: 0,
    most: 5,
    origin: { pointer: "/exposure/0", words: "Anybody in at most 40%" },
  })),
};

describe("the search for a portfolio", () => {
  it("gives the same answer in any thread, and reports progress there", async () => {
    const heard: PortfolioProgress[][] = [];
    const answers = [];
    for (const threads of [0, 1, 2]) {
      const search = createSearch(createRunner(threads));
      const reported: PortfolioProgress[] = [];
      heard.push(reported);
      answers.push(
        await search.portfolio(plan, { method: "sequential" }, "auto", {}, (progress) =>
          reported.push(progress),
        ),
      );
      await search.close();
    }
    const { outcome, solver } = answers[0]!;
    expect(solver).toBe("paths");
    expect(outcome.kind).toBe("solved");
    for (const other of answers) expect(other).toEqual(answers[0]);
    for (const [first] of heard) {
      expect(first!.lineups.length).toBeGreaterThan(0);
      if (outcome.kind === "solved")
        expect(outcome.solution.lineups.slice(0, first!.lineups.length)).toEqual(first!.lineups);
    }
  });

  it("ends when aborted, and then reports nothing more", async () => {
    const search = createSearch(createRunner(1));
    const stop = new AbortController();
    const answer = search.portfolio(
      { ...plan, count: 10_000, unique: 0, shares: [] },
      { method: "sequential" },
      "highs",
      { signal: stop.signal },
      () => stop.abort(),
    );
    await expect(answer).rejects.toMatchObject({ code: "aborted" });
    await search.close();
  });
});
