import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { satisfies } from "../../src/engine/model/satisfies.ts";
import { seatSolutions } from "../../src/lineup/document/seat-solutions.ts";
import type { PortfolioOptions, PortfolioRequest } from "../../src/optimizer/optimizer.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { checkPortfolio } from "../../src/portfolio/check/check-portfolio.ts";
import type { PortfolioReport } from "../../src/portfolio/outcome.ts";
import { InfeasibleError, InvalidRequestError } from "../../src/shared/errors.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { POOLS, rules, shares } from "../support/portfolio-arbitraries.ts";
import { type Contest, requestOf } from "../support/portfolio-request.ts";
import { runs, share } from "../support/runs.ts";
import { tinyClassic, tinyShowdown } from "../support/tiny-contests.ts";
import { tinyPortfolio } from "../support/tiny-portfolio.ts";
import { uuidOf } from "../support/tiny-problem.ts";

const optimizer = await createOptimizer({ rules: [tinyClassic, tinyShowdown], threads: 0 });
afterAll(() => optimizer.close());

const solve = (portfolio: unknown, contest?: Contest, options?: PortfolioOptions) =>
  optimizer.portfolio(requestOf(portfolio, contest), options);

/** The sum of the best lineups chosen one by one, by trying all lineups at every step. */
function greedySum(description: object, contest: Contest, count: number): number | null {
  const { plan, problem, people } = tinyPortfolio(description, { contest, rows: POOLS[contest], count });
  const all = allSolutions(plan.model)
    .filter(({ picks }) => satisfies(plan.model, picks))
    .map((solution) => ({ points: solution.points, seats: seatSolutions(plan.model, [solution])[0]! }));
  const chosen: typeof all = [];
  while (chosen.length < count) {
    const next = all.find((one) => {
      const lineups = [...chosen, one].map(({ seats }) => seats);
      const judged = { description, problem, people, count, avoided: [], isShort: true };
      return checkPortfolio(lineups, judged).length === 0;
    });
    if (next === undefined) return null;
    chosen.push(next);
  }
  return chosen.reduce((sum, { points }) => sum + points, 0);
}

describe("a portfolio", () => {
  it("has its best lineup first, checked, with each share's value", async () => {
    const reports: PortfolioReport[] = [];
    const { data, meta } = await solve(
      {
        lineups: 6,
        unique: 2,
        exposure: [
          { each: "player", most: "50%" },
          { of: "Player BW1", least: 2 },
        ],
      },
      "classic",
      { onProgress: (report) => reports.push(report) },
    );
    expect(data).toHaveLength(6);
    const points = data.map(({ attributes }) => attributes.points);
    expect(points).toEqual(points.toSorted((a, b) => b - a));
    const { sum, bound, gap, shares: found, method, unique } = meta!.portfolio!;
    expect({ method, unique }).toEqual({ method: "joint", unique: 2 });
    expect(sum).toBeCloseTo(
      points.reduce((so, one) => so + one, 0),
      3,
    );
    expect(bound).toBeGreaterThanOrEqual(sum);
    expect(gap).toBeLessThan(0.01);
    const own = found.find(({ pointer }) => pointer === "/portfolio/exposure/1")!;
    const held = data.filter(({ relationships }) =>
      JSON.stringify(relationships).includes(uuidOf("Player BW1")),
    );
    expect(own).toMatchObject({
      least: 2,
      most: 6,
      lineups: held.length,
      asked: "at least 2",
      uuid: uuidOf("Player BW1"),
    });
    expect(found.every(({ lineups }) => lineups > 0 && lineups <= 6)).toBe(true);
    expect(found.some(({ boundBy }) => boundBy === "most")).toBe(true);
    expect(reports.every(({ asked }) => asked === 6)).toBe(true);
    expect(reports.length).toBeGreaterThan(0);
  });

  it("takes its number of lineups from the request, then the description, then the body", async () => {
    const own = { lineups: 2 };
    const count = async (more: Partial<PortfolioRequest>) =>
      (await optimizer.portfolio(requestOf(own, "classic", more))).data.length;
    expect(await count({})).toBe(2);
    expect(await count({ count: 4 })).toBe(4);
    expect((await solve({})).data).toHaveLength(3);
  });

  it("is at least as good jointly as sequentially; the sequential one matches trying every step", async () => {
    const seen = { tried: 0, none: 0, better: 0 };
    const descriptions = fc.record({
      unique: fc.constantFrom(undefined, 1, 2),
      rules: fc.array(rules("showdown"), { minLength: 1, maxLength: 2 }),
      exposure: fc.array(
        shares
          .filter(
            ({ share: one, least }) =>
              least === undefined && (one === undefined || String(one).startsWith("..")),
          )
          .chain((limits) =>
            fc.constantFrom({ each: "player", ...limits }, { of: { team: "BUF", slot: "CPT" }, ...limits }),
          ),
        { maxLength: 2 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(descriptions, async (description) => {
        let expected: number | null;
        try {
          expected = greedySum(description, "showdown", 4);
        } catch (error) {
          if (error instanceof InvalidRequestError) return;
          throw error;
        }
        const sums: number[] = [];
        for (const method of ["sequential", "joint"] as const) {
          try {
            const { meta } = await solve({ lineups: 4, ...description, method }, "showdown");
            sums.push(meta!.portfolio!.sum);
          } catch (error) {
            if (!(error instanceof InfeasibleError)) throw error;
            sums.push(Number.NEGATIVE_INFINITY);
          }
        }
        const [sequential, joint] = sums as [number, number];
        if (expected === null) expect(sequential).toBe(Number.NEGATIVE_INFINITY);
        else expect(sequential).toBeCloseTo(expected / 1e10, 3);
        expect(joint).toBeGreaterThanOrEqual(sequential);
        seen.tried += 1;
        seen.none += Number(expected === null);
        seen.better += Number(joint > sequential);
      }),
      runs(10, 5),
    );
    expect(seen.tried).toBeGreaterThan(share(10, 0.4));
    expect(seen.tried - seen.none).toBeGreaterThan(share(10, 0.2));
  });
});

describe("a portfolio of drawn points", () => {
  const random = { lineups: 5, method: "sequential", unique: 1 };

  it("keeps the order of its draws, with each lineup's drawn and plain points, and is reproducible by its seed", async () => {
    const ask = async (seed: number, spread: string) =>
      (await solve({ ...random, points: { random: { seed, spread } } })).data.map(
        ({ attributes }) => attributes,
      );
    const drawn = await ask(7, "40%");
    expect(await ask(7, "40%")).toMatchObject(
      drawn.map(({ uuid, points, pointsDrawn }) => ({ uuid, points, pointsDrawn })),
    );
    expect((await ask(8, "40%")).map(({ uuid }) => uuid)).not.toEqual(drawn.map(({ uuid }) => uuid));
    const points = drawn.map((one) => one.points);
    expect(points).not.toEqual(points.toSorted((a, b) => b - a));
    for (const one of drawn) {
      const seats = Object.values(one.byPositions).flat();
      expect(one.points).toBeCloseTo(
        seats.reduce((sum, seat) => sum + seat.points, 0),
        3,
      );
      expect(Math.abs(one.pointsDrawn! - one.points)).toBeLessThanOrEqual(0.4 * one.points);
      expect(one.pointsDrawn).not.toBe(one.points);
    }
    const still = await ask(7, "0%");
    const plain = (await solve(random)).data;
    expect(still.map(({ points: own, pointsDrawn }) => [own, pointsDrawn])).toEqual(
      plain.map(({ attributes }) => [attributes.points, attributes.points]),
    );
  });
});
