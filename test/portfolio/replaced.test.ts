import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { keepsPlan } from "../../src/engine/model/chosen-lineups.ts";
import { seatSolutions } from "../../src/lineup/document/seat-solutions.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { checkPortfolio } from "../../src/portfolio/check/check-portfolio.ts";
import type { ColumnExposure } from "../../src/portfolio/people.ts";
import { plain } from "../../src/shared/errors/message-parts.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import type { Portfolio } from "../../src/shared/schema/portfolio.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { POOLS, shares } from "../support/portfolio-arbitraries.ts";
import { requestOf } from "../support/portfolio-request.ts";
import { runs, share } from "../support/runs.ts";
import { tinyClassic } from "../support/tiny-contests.ts";
import { tinyFacts, tinyPortfolio } from "../support/tiny-portfolio.ts";
import { uuidOf } from "../support/tiny-problem.ts";

const optimizer = await createOptimizer({ rules: [tinyClassic], threads: 0 });
afterAll(() => optimizer.close());

const rows = POOLS.classic;
const COUNT = 4;
const EACH = { each: "player", most: "50%" } as const;
const WHO = "Player BQ1";

/** The pool's facts with exposure columns, by name. */
const factsWith = (columns: Readonly<Record<string, ColumnExposure>>) => ({
  ...tinyFacts(rows),
  exposures: new Map(Object.entries(columns).map(([name, column]) => [uuidOf(name), column])),
});

/** All lineups of a plan in their seats, best first. */
function lineupsOf(planned: ReturnType<typeof tinyPortfolio>) {
  const solutions = allSolutions(planned.plan.model);
  const seats = seatSolutions(planned.plan.model, solutions);
  return solutions.map(({ picks }, at) => ({ picks, seats: seats[at]! }));
}

describe("a share of one player", () => {
  const column = (minimum: number | null, maximum: number | null) => ({ [WHO]: { minimum, maximum } });
  it.each<[string, Portfolio, Readonly<Record<string, ColumnExposure>>, number, number]>([
    ["nothing else", {}, {}, 0, 2],
    ["a least of a column", {}, column(25, null), 1, 4],
    ["a most of a column", {}, column(null, 75), 0, 3],
    ["both of a column", {}, column(75, 75), 3, 3],
    ["a column from zero to all", {}, column(0, 100), 0, 2],
    ["an exposure that names the player", { exposure: [{ of: WHO, most: 3 }] }, {}, 0, 3],
    [
      "an exposure that names the player, and a column",
      { exposure: [{ of: WHO, most: 3 }] },
      column(90, null),
      0,
      3,
    ],
    ["a lock", { lock: [WHO] }, {}, 4, 4],
    ["a lock, and a column", { lock: [WHO] }, column(null, 25), 4, 4],
    ["an exposure of a list", { exposure: [{ of: [WHO], most: 3 }] }, {}, 0, 2],
    ["an exposure of two picks", { exposure: [{ of: WHO, times: 2, most: 3 }] }, {}, 0, 2],
  ])(
    "has the limits that replace those of each: player by %s, in the plan and in the check",
    (_, own, columns, least, most) => {
      const description = { ...own, exposure: [EACH, ...(own.exposure ?? [])] };
      const facts = factsWith(columns);
      const planned = tinyPortfolio(description, { rows, count: COUNT, facts });
      const { plan, problem, people } = planned;
      const lineups = lineupsOf(planned);
      const has = ({ seats }: (typeof lineups)[number]) =>
        seats.some(({ entry }) => people.all[entry]!.name === WHO);
      const without = lineups.filter((one) => !has(one));
      const holding = lineups.filter(has);
      const allowed = Array.from({ length: COUNT + 1 }, (_, number) => number).filter((number) => {
        const chosen = [...holding.slice(0, number), ...without.slice(0, COUNT - number)];
        if (chosen.length < COUNT) return false;
        const ofWho = plan.shares.filter(({ origin }) => plain(origin.words).startsWith(WHO));
        const isKept = keepsPlan(
          { ...plan, shares: ofWho },
          chosen.map(({ picks }) => picks),
        );
        const judged = { description, problem, people, count: COUNT, avoided: [], facts };
        const broken = checkPortfolio(
          chosen.map(({ seats }) => seats),
          judged,
        );
        const isChecked = broken.every(
          ({ detail }) => !detail.startsWith(uuidOf(WHO)) && !detail.startsWith("The selection "),
        );
        expect(isChecked, `${number} lineups`).toBe(isKept);
        return isKept;
      });
      const expected = Array.from({ length: most - least + 1 }, (_, at) => least + at);
      expect(allowed).toEqual(expected);
    },
  );

  it("is the same in the plan and in the check, for any columns, names and locks", () => {
    const seen = { tried: 0, kept: 0, columns: 0 };
    const names = rows.filter(({ position }) => position !== "DST").map(({ name }) => name);
    const percent = fc.option(fc.integer({ min: 0, max: 100 }), { freq: 2 });
    const asked = fc.record({
      exposure: fc.array(
        shares.chain((limits) =>
          fc
            .oneof(
              fc.constantFrom<object>({ each: "player" }, { each: "player", of: { position: ["QB", "WR"] } }),
              fc
                .constantFrom(...names)
                .chain((name) =>
                  fc.constantFrom<object>(
                    { of: name },
                    { of: [name] },
                    { of: `${name}@FLEX` },
                    { of: `id-${name}` },
                  ),
                ),
            )
            .map((whom) => ({ ...whom, ...limits })),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      lock: fc.uniqueArray(fc.constantFrom(...names.filter((name) => !name.includes("Q"))), { maxLength: 1 }),
      columns: fc.dictionary(fc.constantFrom(...names), fc.record({ minimum: percent, maximum: percent }), {
        maxKeys: 3,
      }),
      draws: fc.array(fc.array(fc.nat(), { minLength: COUNT, maxLength: COUNT }), {
        minLength: 30,
        maxLength: 30,
      }),
    });
    fc.assert(
      fc.property(asked, ({ columns, draws, ...portfolio }) => {
        const facts = factsWith(columns);
        const description = portfolio as Portfolio;
        let planned: ReturnType<typeof tinyPortfolio>;
        try {
          planned = tinyPortfolio(description, { rows, count: COUNT, facts });
        } catch (error) {
          if (error instanceof InvalidRequestError) return;
          throw error;
        }
        const { plan, problem, people } = planned;
        const lineups = lineupsOf(planned);
        for (const draw of draws) {
          const chosen = [...new Set(draw)].map((at) => lineups[at % lineups.length]!);
          if (new Set(chosen).size < COUNT) continue;
          const isKept = keepsPlan(
            plan,
            chosen.map(({ picks }) => picks),
          );
          const judged = { description, problem, people, count: COUNT, avoided: [], facts };
          expect(
            checkPortfolio(
              chosen.map(({ seats }) => seats),
              judged,
            ).length === 0,
          ).toBe(isKept);
          seen.kept += Number(isKept);
        }
        seen.tried += 1;
        seen.columns += Number(Object.keys(columns).length > 0);
      }),
      runs(40, 3),
    );
    expect(seen.tried).toBeGreaterThan(share(40, 0.4));
    expect(seen.columns).toBeGreaterThan(share(40, 0.3));
    expect(seen.kept).toBeGreaterThan(share(40, 1));
  });

  it.each([
    ["a least", { minimum: 25, maximum: null }, 4],
    ["a most", { minimum: null, maximum: 75 }, 3],
  ])("from a column next to a maximum for each player is built with %s", async (_, column, most) => {
    const boost = { [WHO]: 30 };
    const request = requestOf({ lineups: COUNT, points: { boost }, exposure: [EACH] }, "classic", {
      facts: factsWith({ [WHO]: column }),
    });
    const { data, meta } = await optimizer.portfolio(request);
    expect(data).toHaveLength(COUNT);
    const held = data.filter(({ relationships }) => JSON.stringify(relationships).includes(uuidOf(WHO)));
    expect(held).toHaveLength(most);
    expect(meta?.portfolio?.shares.filter(({ uuid }) => uuid === uuidOf(WHO))).toMatchObject([
      { pointer: "/portfolio/columns", lineups: most },
    ]);
  });
});
