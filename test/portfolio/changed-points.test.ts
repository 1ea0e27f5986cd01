import { describe, expect, it } from "vitest";
import { forbids } from "../../src/engine/model/model.ts";
import { refused } from "../support/planned.ts";
import { type CellRow, ROWS, type TinyOptions, tinyPortfolio } from "../support/tiny-portfolio.ts";
import { uuidOf } from "../support/tiny-problem.ts";

describe("points of a description", () => {
  const points = (description: object, options?: TinyOptions) => {
    const { plan, problem } = tinyPortfolio({ points: description }, options);
    return (name: string) => {
      const entry = problem.entries.findIndex(({ uuid }) => uuid === uuidOf(name));
      const pick = plan.model.picks.entry.indexOf(entry);
      expect(plan.model.picks.points[pick]! / 1e10).toBe(problem.entries[entry]!.points);
      return problem.entries[entry]!.points;
    };
  };

  it("are boosted by factors and by amounts, one after the other", () => {
    const boosted = points({
      boost: [
        { of: "Player BQ1", by: "+10%" },
        { of: { team: "BUF" }, by: -1.5 },
      ],
    });
    expect(boosted("Player BQ1")).toBeCloseTo(20.5, 10);
    expect(boosted("Player BW1")).toBe(15.5);
    expect(boosted("Player KQ1")).toBe(20.25);
    for (const by of ["-50%", " -50% "])
      expect(points({ boost: { "Player BQ1": by } })("Player BQ1")).toBe(10);
  });

  it("may not exceed the plausible maximum; the error names a selection that matches no player", () => {
    expect(points({ boost: { "Player BQ1": 980 } })("Player BQ1")).toBe(1_000);
    expect(refused({ points: { boost: { "Player BQ1": 980.5 } } })).toMatch(
      /^points: Player BQ1 .* would have 1000\.5 points/,
    );
    expect(refused({ points: { boost: { Nobody: 1 } } })).toMatch(/^points\.boost\.Nobody: /);
    expect(refused({ points: { boost: [{ of: "Nobody", by: 1 }] } })).toMatch(/^points\.boost\[0\]: /);
    const every = (cell: string) =>
      ROWS.map((row): CellRow => ({ ...row, cells: { ...row.cells, Ceiling: cell } }));
    expect(tinyPortfolio({ points: { from: "Ceiling" } }, { rows: every("3") }).warnings).toEqual([]);
    expect(refused({ points: { from: "Ceiling" } }, { rows: every("much") })).toBe(
      "points.from: no player has a number in column Ceiling. Name a column of numbers.",
    );
    expect(refused({ points: { from: "Odds" } })).toBe(
      'points.from: there is no column "Odds". Columns are Ownership, Line, Order.',
    );
  });

  it("may come from another column; players without a number in it are excluded", () => {
    const rows = ROWS.map(
      (row): CellRow => (row.cells ? { ...row, cells: { ...row.cells, Ceiling: "33.5" } } : row),
    );
    const { problem, plan, warnings } = tinyPortfolio(
      { points: { from: "ceiling", boost: { "Player BQ1": 1 } } },
      { rows },
    );
    expect(problem.entries[0]!.points).toBe(34.5);
    const forbidden = plan.model.rules.filter(forbids);
    expect(forbidden).toMatchObject([
      { origin: { constraint: "portfolio", pointer: "/portfolio/points/from" } },
    ]);
    expect(forbidden.flatMap((rule) => (rule.kind === "count" ? rule.entries : []))).toHaveLength(4);
    expect(warnings).toEqual(["points.from: leaves out 4 players without a number in column ceiling."]);
    expect(refused({ points: { from: "Floor" } })).toMatch(
      /there is no column "Floor"\. Columns are Ownership, Line, Order/,
    );
  });

  it("stay within exact sums, and are drawn at random only by the sequential method", () => {
    expect(refused({ points: { boost: { "Player BQ1": 2000 } } })).toMatch(/-1000 to 1000 are allowed/);
    expect(refused({ points: { random: { seed: 7, spread: "15%" } } })).toMatch(
      /only with `method: sequential`/,
    );
    expect(
      tinyPortfolio({ method: "sequential", points: { random: { seed: 7, spread: "15%" } } }).plan.random,
    ).toMatchObject({
      seed: 7,
      spread: expect.toSatisfy((all) => all.length > 0 && all.every((one: number) => one === 0.15)),
    });
    const drawn = { method: "sequential", points: { random: { seed: 7 } } };
    expect(refused(drawn)).toBe(
      "points.random: needs `spread`, such as `spread: 15%`, because points cannot be simulated here.",
    );
    const source = { seeds: [7] } as never;
    expect(tinyPortfolio(drawn, { drawSourceOf: () => source }).plan.random).toBe(source);
  });

  it("are drawn with the spread of the player, else of the column, else of all", () => {
    const spreads = (random: object, options?: TinyOptions) => {
      const { plan, problem } = tinyPortfolio(
        { method: "sequential", points: { random: { seed: 7, ...random } } },
        options,
      );
      const { spread } = plan.random as { spread: Float64Array };
      return (name: string) => spread[problem.entries.findIndex(({ uuid }) => uuid === uuidOf(name))];
    };
    const cells = (text: (name: string) => string) =>
      ROWS.map((row): CellRow => ({ ...row, cells: { Rand: text(row.name) } }));
    const rows = cells((name) => (name === "Player BQ1" ? "0.3" : name === "Player BW1" ? "1" : ""));
    const fractions = spreads({ column: "rand", spread: "5%" }, { rows });
    expect(["Player BQ1", "Player BW1", "Player KQ1"].map(fractions)).toEqual([0.3, 1, 0.05]);
    const percents = cells((name) => (name === "Player BQ1" ? "30" : name === "Player BW1" ? "1" : "-"));
    const players = [
      { of: { position: "QB" }, by: "8%" },
      { of: "Player KQ1", by: "9%" },
    ];
    const mixed = spreads({ column: "Rand", players }, { rows: percents });
    expect(["Player BQ1", "Player BW1", "Player KQ1", "Player KW1"].map(mixed)).toEqual([
      0.08, 0.01, 0.09, 0,
    ]);
    expect(spreads({ players: { "Player BQ1": "2.5%" } })("Player BQ1")).toBe(0.025);
    const faulty = (random: object, options?: TinyOptions) =>
      refused({ method: "sequential", points: { random: { seed: 7, ...random } } }, options);
    expect(faulty({ column: "Odds" })).toMatch(/^points\.random\.column: there is no column "Odds"/);
    expect(faulty({ column: "Rand" }, { rows: cells(() => "wild") })).toMatch(/no player has a number/);
    expect(faulty({ column: "Rand" }, { rows: cells(() => "-3") })).toMatch(
      /Player BQ1 \(.*\) has -3 in column Rand, but a spread must be 0% or more/,
    );
    expect(faulty({ players: { Nobody: "3%" } })).toMatch(/^points\.random\.players\.Nobody: /);
    expect(faulty({ spread: "3%", deviation: { "Player BQ1": 3 } })).toMatch(
      /deviation: works only with points drawn by simulation/,
    );
  });

  it("are drawn as in a simulation with the deviations of single players", () => {
    let given: ReadonlyMap<string, number> | undefined;
    const source = { seed: 7 } as never;
    const deviation = { "Player BQ1": 3, "Player KQ1": 0 };
    const random = { seed: 7, deviation };
    const planned = tinyPortfolio(
      { method: "sequential", points: { random } },
      {
        drawSourceOf: (_problem, _model, { seed, deviations }) => {
          expect(seed).toBe(7);
          given = deviations;
          return source;
        },
      },
    );
    expect(planned.plan.random).toBe(source);
    expect([...given!]).toEqual([
      [uuidOf("Player BQ1"), 3],
      [uuidOf("Player KQ1"), 0],
    ]);
  });
});
