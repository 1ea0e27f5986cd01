import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { namedLineup } from "../../src/contests/problem/problem.ts";
import { satisfies } from "../../src/engine/model/satisfies.ts";
import { seatSolutions } from "../../src/lineup/document/seat-solutions.ts";
import type { PortfolioOptions, PortfolioRequest } from "../../src/optimizer/optimizer.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { checkPortfolio } from "../../src/portfolio/check/check-portfolio.ts";
import type { PortfolioReport } from "../../src/portfolio/outcome.ts";
import { InfeasibleError, InvalidRequestError } from "../../src/shared/errors.ts";
import { seatsOf } from "../../src/shared/schema/lineups.ts";
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

/**
 * The sum of the best lineups chosen one by one, after those that stay (as places among all lineups, the best
 * first), by trying all lineups at every step.
 */
function greedySum(
  description: object,
  contest: Contest,
  count: number,
  stay: readonly number[] = [],
): number | null {
  const { plan, problem, people } = tinyPortfolio(description, { contest, rows: POOLS[contest], count });
  const all = allSolutions(plan.model)
    .filter(({ picks }) => satisfies(plan.model, picks))
    .map((solution) => ({ points: solution.points, seats: seatSolutions(plan.model, [solution])[0]! }));
  const chosen = stay.map((place) => all[place]!);
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

describe("a portfolio around lineups that stay", () => {
  it("has them, and the others are the best ones, as trying every step finds", async () => {
    const seen = { tried: 0, better: 0 };
    const places = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(places, fc.constantFrom("50%", "75%"), async (stay, most) => {
        const description = { exposure: [{ each: "player", most }], rules: [{ count: { least: 2 } }] };
        const { plan, problem } = tinyPortfolio(description, {
          ...{ contest: "showdown", rows: POOLS.showdown, count: 4 },
        });
        const all = allSolutions(plan.model).filter(({ picks }) => satisfies(plan.model, picks));
        const kept = seatSolutions(
          plan.model,
          stay.map((place) => all[place]!),
        ).map((seats) => namedLineup(problem, seats));
        const ask = (method: string) =>
          optimizer.portfolio(requestOf({ lineups: 4, ...description, method }, "showdown", { kept }), {
            gap: 0,
          });
        let expected = greedySum(description, "showdown", 4, stay);
        try {
          const [sequential, joint] = [await ask("sequential"), await ask("joint")];
          for (const { data, meta } of [sequential, joint]) {
            const found = data.map((lineup) => keyOf(seatsOf(lineup)));
            for (const one of kept) expect(found).toContain(keyOf(one));
            expect(meta!.portfolio!).toMatchObject({ lineups: 4 });
          }
          const sumOf = ({ meta }: typeof joint) => meta!.portfolio!.sum;
          expect(sumOf(sequential)).toBeCloseTo(expected! / 1e10, 3);
          expect(sumOf(joint)).toBeGreaterThanOrEqual(sumOf(sequential));
          expect(joint.meta!.portfolio!.bound).toBeGreaterThanOrEqual(sumOf(joint));
          seen.better += Number(sumOf(joint) > sumOf(sequential));
          seen.tried += 1;
        } catch (error) {
          // Those that stay may break the limit themselves, or leave no others.
          if (error instanceof InvalidRequestError) expected = null;
          else if (!(error instanceof InfeasibleError)) throw error;
          expect(expected).toBeNull();
        }
      }),
      runs(12),
    );
    expect(seen.tried).toBeGreaterThan(share(12, 0.5));
  });

  it("refuses those that break a rule, are too many, or have strangers", async () => {
    const { data } = await solve({ lineups: 3 });
    const kept = data.map(seatsOf);
    const refused = async (portfolio: unknown, given: readonly (typeof kept)[number][] = kept) =>
      (await optimizer.portfolio(requestOf(portfolio, undefined, { kept: given })).catch(String)) as string;
    const { uuid } = kept[0]![0]!;
    expect(await refused({ lineups: 3, exclude: [uuid] })).toContain(
      "lineup 1 to keep: has an excluded player.",
    );
    expect(await refused({ lineups: 2 })).toContain("3 stay, but only 2 are asked for");
    expect(await refused({ lineups: 9, exposure: [{ each: "player", most: 1 }] })).toMatch(
      /keep: .*Do not keep/,
    );
    expect(await refused({ lineups: 9 }, [kept[0]!.slice(1)])).toContain("not in the pool, or an empty seat");
    const all = await optimizer.portfolio(requestOf({ lineups: 3 }, undefined, { kept }));
    expect(all.data.map(({ attributes }) => attributes.uuid)).toEqual(
      data.map(({ attributes }) => attributes.uuid),
    );
  });
});

const keyOf = (seats: readonly { readonly uuid: string; readonly slot: string }[]) =>
  seats
    .map(({ uuid, slot }) => `${uuid} ${slot}`)
    .sort()
    .join();

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
