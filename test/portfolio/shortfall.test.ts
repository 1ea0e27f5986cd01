import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createSearch, type Search } from "../../src/engine/search/search.ts";
import type { Control } from "../../src/engine/solver/interrupt.ts";
import type { PortfolioOptions } from "../../src/optimizer/optimizer.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { createRunner } from "../../src/platform/node/runner.ts";
import { solvePortfolio } from "../../src/portfolio/solve.ts";
import { InfeasibleError, type LineupError, TimeLimitError } from "../../src/shared/errors.ts";
import { POOLS } from "../support/portfolio-arbitraries.ts";
import { requestOf } from "../support/portfolio-request.ts";
import { tinyClassic } from "../support/tiny-contests.ts";
import { tinyPortfolio } from "../support/tiny-portfolio.ts";

const optimizer = await createOptimizer({ rules: [tinyClassic], threads: 0 });
afterAll(() => optimizer.close());

/** The error of an infeasible portfolio; by default of more lineups than there are without a common player. */
async function explained(
  search: Search,
  control: Control,
  rules: object = { unique: 4, lock: ["Player BQ1"] },
) {
  const rows = POOLS.classic;
  const description = { lineups: 4, ...rules };
  const planned = tinyPortfolio(description, { rows, count: 4 });
  const explain = () => Promise.reject(new Error("a lineup is there"));
  try {
    await solvePortfolio(planned, { search, explain, control });
  } catch (error) {
    return error as Error;
  }
  throw new Error("it could be");
}

it("keeps what a search without minimum shares has at the time limit, as a part of what was asked for", async () => {
  const search = createSearch(createRunner(0));
  onTestFinished(() => search.close());
  const rows = POOLS.classic;
  const description = { lineups: 20, exposure: [{ each: "player", most: "5%" }] } as const;
  const planned = tinyPortfolio(description, { rows, count: 20, onShortfall: "keep" });
  let late = 0;
  const lastLate: Search = {
    ...search,
    async portfolio(...args) {
      const result = await search.portfolio(...args);
      const [, { method }] = args;
      if (method !== "sequential") return result;
      late += 1;
      throw new TimeLimitError(1);
    },
  };
  const { lineups, result } = await solvePortfolio(planned, {
    ...{ search: lastLate, control: {} },
    explain: () => Promise.reject(new Error("a lineup is there")),
  });
  expect([late, result.bound]).toEqual([1, null]);
  expect(lineups.length).toBeGreaterThan(0);
  expect(result.shortfall).toEqual({
    reason: expect.stringMatching(/^The time limit was reached with \d of 20 lineups found\./),
    isProved: false,
  });
});

describe("an infeasible portfolio", () => {
  async function refusal(
    portfolio: unknown,
    options?: PortfolioOptions,
    lines?: ReadonlyMap<string, number>,
  ): Promise<LineupError> {
    try {
      await optimizer.portfolio(requestOf(portfolio, "classic", { portfolioLines: lines }), options);
    } catch (error) {
      if (error instanceof InfeasibleError) return error;
      throw error;
    }
    throw new Error("it could be");
  }

  it("because of one lineup's rules names those it needs, with their lines", async () => {
    const error = await refusal(
      {
        lock: ["Player BQ1"],
        rules: [
          { name: "cheap", sum: { column: "salary", most: 15_000 } },
          { name: "four players of KC", when: { of: "Player BQ1" }, count: { of: { team: "KC" }, least: 4 } },
        ],
      },
      {},
      new Map([
        ["/rules/1", 9],
        ["/lock/0", 2],
      ]),
    );
    expect(error.message).toMatch(/rules\[1\] \(line 9\), four players of KC/);
    expect(error.message).toMatch(
      /^No lineup keeps all of these: Player BQ1 \(QB, BUF.* included \(lock\[0\] \(line 2\)/,
    );
    expect(error.message).not.toMatch(/cheap/);
  });

  it.each([
    [
      "one count",
      { rules: [{ name: "many", count: { of: { position: "DST" }, least: 2 } }] },
      /^No lineup keeps rules\[0\] \(line 2\), many\.$/,
    ],
    [
      "a sum",
      { rules: [{ name: "free", sum: { column: "salary", most: 4_000 } }] },
      /rules\[0\] \(line 2\), free/,
    ],
    [
      "two sums",
      {
        rules: [
          { name: "cheap", sum: { column: "salary", most: 11_000 } },
          { name: "dear", sum: { column: "salary", of: { position: "QB" }, least: 9_500 } },
        ],
      },
      /rules\[0\] \(line 2\), cheap|rules\[1\], dear/,
    ],
    [
      "a least share of a stack and a most share",
      {
        lineups: 5,
        exposure: [{ of: { team: "BUF" }, most: "20%" }],
        rules: [{ name: "stack", count: { of: { team: "BUF" }, least: 2 }, share: "60%.." }],
      },
      /^No portfolio of 5 lineups keeps all of this: exposure\[0\]: .*; and rules\[0\] \(line 2\): stack in at least 60%/,
    ],
    [
      "a player in two lineups without a common player",
      { lineups: 3, unique: 4, exposure: [{ of: "Player BQ1", least: 2 }] },
      /^No portfolio of 3 lineups keeps all of this: exposure\[0\].*; and unique: any two/,
    ],
    [
      "lineups without a common player, of which there are four",
      { lineups: 5, unique: 4 },
      /^No portfolio of 5 lineups keeps all of this: unique.*\. Ask for fewer lineups, or lower `unique`\.$/,
    ],
  ])("because of %s is explained in the file's terms", async (_, portfolio, words) => {
    const error = await refusal(portfolio, {}, new Map([["/rules/0", 2]]));
    expect(error.message).toMatch(words);
  });

  it("is explained until the request's own time limit", async () => {
    const search = createSearch(createRunner(0));
    onTestFinished(() => search.close());
    const control: Control = {
      signal: new AbortController().signal,
      deadline: performance.now() + 3_600_000,
    };
    const controls: Control[] = [];
    const watched = (isLate: boolean): Search => ({
      ...search,
      portfolio(plan, method, solver, own, onProgress) {
        controls.push(own);
        if (isLate && controls.length > 1) return Promise.reject(new TimeLimitError(1));
        return search.portfolio(plan, method, solver, own, onProgress);
      },
    });
    const error = await explained(watched(false), control);
    expect(error.message).toMatch(/^No portfolio of 4 lineups keeps all of this: unique.*lock\[0\]/);
    expect(controls.length).toBeGreaterThan(1);
    for (const own of controls) expect(own).toEqual(control);
    // Infeasibility is proved by then, even if the reason is not found.
    controls.length = 0;
    const late = await explained(watched(true), control);
    expect(late).toBeInstanceOf(InfeasibleError);
    expect(late.message).toMatch(
      /Which of them contradict each other was not found within the time limit\.$/,
    );
  });

  it("without a legal lineup is reported even if the reason is not found in time", async () => {
    const search = createSearch(createRunner(0));
    onTestFinished(() => search.close());
    let questions = 0;
    const late: Search = {
      ...search,
      best(model, count, solver, control) {
        questions += 1;
        if (questions > 1) return Promise.reject(new TimeLimitError(1));
        return search.best(model, count, solver, control);
      },
    };
    const error = await explained(late, {}, { lock: ["Player BQ1", "Player KQ1", "Player DQ1"] });
    expect(error).toBeInstanceOf(InfeasibleError);
    expect(error.message).toMatch(
      /^Found 0 of the 4 lineups asked for\. .* not found within the time limit\.$/,
    );
  });

  it("built sequentially reports what stopped it, and keeps what was built if requested", async () => {
    const description = {
      lineups: 8,
      method: "sequential",
      exposure: [{ each: "player", of: { position: "QB" }, most: 1 }],
    };
    const error = await refusal(description);
    expect(error.message).toMatch(/^Found 4 of the 8 lineups asked for/);
    expect(error.message).toMatch(
      /exposure\[0\]: Player [BDKN]Q1 .* and 1 more, each in at most 1 of 8 lineups/,
    );
    const { data, meta } = await optimizer.portfolio(requestOf(description), { onShortfall: "keep" });
    expect(data).toHaveLength(4);
    expect(meta!.portfolio!.shortfall).toMatchObject({ reason: error.message });
  });

  it("built jointly names the shares and rules that conflict over all lineups", async () => {
    const error = await refusal(
      {
        lineups: 4,
        lock: ["Player BQ1"],
        exposure: [
          { of: "Player DQ1", least: "25%" },
          { of: "Player NQ1", most: "75%" },
          { each: "player", of: { position: "RB" }, most: "75%" },
        ],
      },
      {},
      new Map([["/exposure/0", 4]]),
    );
    expect(error.message).toMatch(/^No portfolio of 4 lineups keeps all of this: exposure\[0\] \(line 4\): /);
    expect(error.message).toMatch(/Player BQ1.*lock\[0\]/);
    expect(error.message).not.toMatch(/exposure\[[12]\]/);
  });
});
