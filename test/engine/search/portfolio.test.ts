import { describe, expect, it } from "vitest";
import type { PortfolioPlan, PortfolioProgress } from "../../../src/engine/model/portfolio-plan.ts";
import { createInlineRunner } from "../../../src/engine/search/runner.ts";
import { createSearch as ownSearch } from "../../../src/engine/search/search.ts";
import { machinery } from "../../../src/platform/node/machinery.ts";
import { slate } from "../../../src/testing/conformance/solver-properties.ts";
import { createRunner, createSearch } from "../../support/built.ts";

declare const WebAssembly: { readonly RuntimeError: new (message: string) => Error };

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

  it("starts HiGHS anew after a trap in its WebAssembly", async () => {
    let runs = 0;
    const script = await machinery.highsScript();
    const trapped = async (settings: object) => {
      const highs = await script(settings);
      const createModel: typeof highs.createModel = (...given) => {
        const model = highs.createModel(...given);
        return new Proxy(model, {
          get(own, name) {
            if (name === "run" && ++runs === 2) throw new WebAssembly.RuntimeError("unreachable");
            const value: unknown = Reflect.get(own, name, own);
            return typeof value === "function" ? value.bind(own) : value;
          },
        });
      };
      return new Proxy(highs, {
        get: (own, name) => (name === "createModel" ? createModel : Reflect.get(own, name)),
      });
    };
    const search = ownSearch(createInlineRunner({ ...machinery, highsScript: async () => trapped }));
    const ends = [];
    for (let times = 0; times < 2; times += 1) {
      const { outcome } = await search.portfolio(plan, { method: "joint", gap: 0.01 }, "auto", {});
      ends.push(outcome.kind === "solved" && outcome.solution.endedBy);
    }
    expect(ends).toEqual(["failure", "gap"]);
    await search.close();
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
