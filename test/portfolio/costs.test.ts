import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createSearch } from "../../src/engine/search/search.ts";
import type { PortfolioOptions } from "../../src/optimizer/optimizer.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { createRunner } from "../../src/platform/node/runner.ts";
import { costsOf } from "../../src/portfolio/costs.ts";
import type { PortfolioReport } from "../../src/portfolio/outcome.ts";
import { AbortedError } from "../../src/shared/errors.ts";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import type { PortfolioResult } from "../../src/shared/schema/portfolio-result.ts";
import { POOLS } from "../support/portfolio-arbitraries.ts";
import { requestOf } from "../support/portfolio-request.ts";
import { tinyClassic } from "../support/tiny-contests.ts";
import { tinyFacts, tinyPortfolio } from "../support/tiny-portfolio.ts";
import { uuidOf } from "../support/tiny-problem.ts";

const optimizer = await createOptimizer({ rules: [tinyClassic], threads: 0 });
afterAll(() => optimizer.close());

const solve = (portfolio: unknown, options?: PortfolioOptions) =>
  optimizer.portfolio(requestOf(portfolio), options);

describe("a portfolio", () => {
  it.each(["joint", "sequential"] as const)("%s, reports its value without each rule", async (method) => {
    const parts = {
      unique: 2,
      salary: "14000..",
      exposure: [
        { name: "half", each: "player", most: "50%" },
        { of: "Player BQ1", most: "75%" },
        { of: { team: "KC" }, most: "100%" },
      ],
      rules: [{ name: "pair", some: "team", count: { of: { position: ["WR", "QB"] }, least: 2 } }],
      avoid: ["entered.csv"],
    } as const;
    const [best] = (await solve({ lineups: 1 })).data;
    const entered = Object.entries(best!.attributes.byPositions).flatMap(([slot, seats]) =>
      seats.map(({ uuid }) => ({ uuid, slot })),
    );
    const avoided = new Map([["entered.csv", [entered]]]);
    const reports: PortfolioReport["costs"][] = [];
    const ask = (description: object) =>
      optimizer.portfolio(requestOf({ lineups: 4, method, ...description }, "classic", { avoided }), {
        ...{ costs: true, gap: 0, onProgress: ({ costs: so }: PortfolioReport) => reports.push(so) },
      });
    const { costs, sum } = (await ask(parts)).meta!.portfolio!;
    expect(reports.filter((one) => one !== undefined)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((done) => ({ done, of: 7, found: costs!.slice(0, done) })),
    );
    const { unique: _u, ...withoutUnique } = parts;
    const { salary: _s, ...withoutSalary } = parts;
    const { avoid: _a, ...withoutAvoided } = parts;
    const [each, one, team] = parts.exposure;
    const others = [
      withoutUnique,
      withoutAvoided,
      withoutSalary,
      { ...parts, exposure: [one, team] },
      { ...parts, exposure: [each, team] },
      { ...parts, exposure: [each, one] },
      { ...parts, rules: [] },
    ];
    const means: number[] = [];
    for (const other of others) means.push((await ask(other)).meta!.portfolio!.sum / 4);
    expect(costs!.map(({ what }) => what)).toEqual([
      "unique",
      "avoid",
      "salary",
      "exposure[0], half",
      "exposure[1]: Player BQ1 at most 75%",
      "exposure[2]: team KC at most 100%",
      "rules[0], pair",
    ]);
    for (const [at, { meanWithout }] of costs!.entries()) expect(meanWithout).toBeCloseTo(means[at]!, 3);
    expect(Math.max(...means)).toBeGreaterThan(sum / 4 + 0.1);
    // With a gap of 0 a joint portfolio is proved best, and so are its costs.
    expect(costs!.map(({ error }) => error)).toEqual(means.map(() => (method === "joint" ? 0 : null)));
  });

  it("is within its error of the true cost", async () => {
    const asked = { lineups: 4, unique: 2, exposure: [{ each: "player", most: "50%" }] };
    const ask = async (gap: number) =>
      (await solve(asked, { costs: true, gap })).meta!.portfolio as PortfolioResult;
    const [exact, rough] = [await ask(0), await ask(0.5)];
    for (const [at, { meanWithout, error }] of rough.costs!.entries()) {
      const truth = exact.costs![at]!.meanWithout! - exact.sum / 4;
      expect(Math.abs(meanWithout! - rough.sum / 4 - truth)).toBeLessThanOrEqual(error! + 1e-4);
    }
    expect(Math.max(...rough.costs!.map(({ error }) => error!))).toBeGreaterThan(0.1);
  });

  it("reports its value without the exposures of its files' columns", async () => {
    const most = { minimum: null, maximum: 50 };
    const exposures = new Map(POOLS.classic.map(({ name }) => [uuidOf(name), most]));
    const facts = { ...tinyFacts(POOLS.classic), exposures };
    // Without those of exposures, the other columns still exist.
    const rules = [{ sum: { column: "Order", missing: 0, least: 0 } }];
    const { meta } = await optimizer.portfolio(requestOf({ lineups: 4, rules }, "classic", { facts }), {
      costs: true,
    });
    const plain = (await solve({ lineups: 4 })).meta!.portfolio!;
    expect(plain.sum).toBeGreaterThan(meta!.portfolio!.sum);
    expect(meta!.portfolio!.costs).toEqual([
      expect.objectContaining({ what: "rules[0]" }),
      {
        pointer: "/portfolio/columns",
        what: "minimum and maximum exposures from file columns",
        meanWithout: expect.closeTo(plain.sum / 4, 3),
        error: expect.any(Number),
      },
    ]);
    expect(plain.costs).toBeUndefined();
    // Rules without a cost are listed next to expensive ones.
    const given = { lineups: 4, unique: 3, exposure: [{ of: { team: "KC" }, most: "100%" }] };
    const { costs, sum } = (await optimizer.portfolio(requestOf(given), { costs: true, gap: 0 })).meta!
      .portfolio!;
    expect(costs!.map(({ meanWithout }) => meanWithout! > sum / 4 + 0.01)).toEqual([true, false]);
  });

  it("is delivered before the first cost is computed", async () => {
    const order: string[] = [];
    const documents: FantasyLineupDocument[] = [];
    const ask = (costs: boolean) =>
      solve(
        { lineups: 4, unique: 2, salary: "14000.." },
        {
          costs,
          updatedAt: new Date(0),
          async onLineups(document) {
            // The call waits for the receiver of the lineups.
            await Promise.resolve();
            order.push("lineups");
            documents.push(document);
          },
          onProgress: ({ costs: so }) => so && order.push(`cost ${so.done}`),
        },
      );
    const { meta, ...rest } = await ask(true);
    expect(order).toEqual(["lineups", "cost 0", "cost 1"]);
    const { costs, ...portfolio } = meta!.portfolio!;
    expect(costs).toHaveLength(2);
    expect(documents).toEqual([{ ...rest, meta: { ...meta, portfolio } }]);
    expect(await ask(false)).toEqual(documents[1]);
    const onLineups = () => {
      throw new Error("no room");
    };
    await expect(solve({ lineups: 2 }, { onLineups })).rejects.toThrow("no room");
  });

  it("reports a lower bound of a rule's cost when time is up, and never a gain from a rule in a joint portfolio", async () => {
    const search = createSearch(createRunner(0));
    onTestFinished(() => search.close());
    const rows = POOLS.classic;
    const exposures = new Map([[uuidOf("Player BW1"), { minimum: 60, maximum: 40 }]]);
    const means = async (description: object, claimed: number, deadline?: number, price?: number) => {
      const facts = { ...tinyFacts(rows), ...("lock" in description && { exposures }) };
      const planned = tinyPortfolio(description, { rows, facts, count: 2, gap: 0 });
      const lineups = [{ picks: [], points: claimed * 1e10 }];
      const prices = price === undefined ? null : new Float64Array(planned.shares.length).fill(price);
      const answered = { lineups, bound: null, prices };
      const costs = await costsOf(planned, answered, { search, control: { deadline } }, () => {});
      return costs.map(({ meanWithout, atLeast }) => (atLeast ? `at least ${meanWithout}` : meanWithout));
    };
    const past = performance.now() - 1;
    expect(await means({ unique: 2, exclude: ["Player BQ1"] }, 10, past)).toEqual([
      "at least 10",
      "at least 10",
    ]);
    // Built sequentially, lineups may be worth less without a rule: nothing is known before the end.
    expect(await means({ unique: 2, method: "sequential" }, 10, past)).toEqual([null]);
    // A dual price of zero proves a cost of zero without a search, unless another share takes its place.
    const exposure = [
      { of: { team: "KC" }, most: "100%" },
      { of: "Player BQ1", most: 1 },
      { each: "player", most: 1 },
    ];
    expect(await means({ unique: 2, exposure }, 10, past, 0)).toEqual(["at least 10", 10, "at least 10", 10]);
    expect(await means({ exposure }, 10, past, 1)).toEqual(exposure.map(() => "at least 10"));
    expect(await means({ exposure }, 10, past)).toEqual(exposure.map(() => "at least 10"));
    // Without the lock the file's columns contradict each other.
    expect(await means({ lock: ["Player BW1"] }, 10)).toEqual([null]);
    expect(await means({ unique: 2 }, 900)).toEqual([900]);
    const [found] = await means({ unique: 2, method: "sequential" }, 900);
    expect(found).toBeLessThan(200);
    expect(await means({ unique: 2 }, 10)).toEqual([found]);
  });
});

describe("a portfolio that is stopped", () => {
  it("while its costs are computed is kept with those found if requested", async () => {
    const stopping = (onInterrupt: "keep" | "refuse") => {
      const controller = new AbortController();
      const onProgress = ({ costs }: PortfolioReport) => {
        if (costs?.done === 1) controller.abort("SIGINT");
      };
      const { signal } = controller;
      return solve(
        { lineups: 3, unique: 2, salary: "14000.." },
        {
          ...{ signal, onInterrupt, onProgress, costs: true },
        },
      );
    };
    const { data, meta } = await stopping("keep");
    expect(data).toHaveLength(3);
    expect(meta!.portfolio!.costs!.map(({ what }) => what)).toEqual(["unique"]);
    expect(meta!.portfolio).not.toHaveProperty("shortfall");
    await expect(stopping("refuse")).rejects.toBeInstanceOf(AbortedError);
  });
});
