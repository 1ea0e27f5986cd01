import { describe, expect, test } from "vitest";
import type { StoppedBy } from "../../src/engine/model/portfolio-plan.ts";
import type { PortfolioConflict } from "../../src/lineup/explain/portfolio-conflict.ts";
import { whatTakesLong } from "../../src/portfolio/ended-early.ts";
import { gapBelow, portfolioResult, reportOf } from "../../src/portfolio/outcome.ts";
import { whatStopped } from "../../src/portfolio/shortfall.ts";
import { whatContradicts } from "../../src/portfolio/why-none.ts";
import { plain } from "../../src/shared/errors/message-parts.ts";
import { ROWS, tinyPortfolio } from "../support/tiny-portfolio.ts";
import { uuidOf } from "../support/tiny-problem.ts";

const planned = tinyPortfolio(
  {
    unique: 1,
    exposure: [
      { of: "Player BQ1", least: 2 },
      { of: "Player KQ1", most: 1 },
      { each: "player", most: 2 },
      { of: { team: "BUF" }, times: 2, least: 1, most: 2 },
      { of: "Player BW1", least: 1, most: 1 },
    ],
  },
  { contest: "showdown", rows: ROWS.filter(({ team }) => team < 2), count: 3 },
);
const { picks } = planned.plan.model;

/** Picks of a captain and two more, by the text after `Player`. */
const lineup = (points: number, ...names: string[]) => ({
  picks: names.map((name, role) => {
    const entry = planned.people.all.findIndex((person) => person.name === `Player ${name}`);
    return picks.entry.findIndex((one, pick) => one === entry && picks.role[pick] === Math.min(role, 1));
  }),
  points: points * 1e10,
});
const LINEUPS = [
  lineup(60, "BQ1", "KQ1", "BW1"),
  lineup(50.5, "BQ1", "BW2", "KW1"),
  lineup(40, "BR1", "KW1", "KR1"),
];

describe("the report of a portfolio", () => {
  const prices = new Float64Array(planned.shares.length).fill(Number.NaN);
  prices[1] = 2.5e10;
  const result = portfolioResult(planned, { lineups: LINEUPS, bound: 151e10, prices });
  const shareOf = (what: string) => result.shares.find((share) => share.what === what);

  test("has its sum, the bound and the relative gap", () => {
    expect(result).toMatchObject({ method: "joint", lineups: 3, unique: 1, sum: 150.5, bound: 151 });
    expect(result.gap).toBeCloseTo(0.5 / 151, 4);
    expect(portfolioResult(planned, { lineups: [], bound: null, prices: null })).toMatchObject({
      sum: 0,
      bound: null,
      gap: null,
    });
  });

  test("shows no binding maximum that was not set if a player is in all lineups", () => {
    const wanted = tinyPortfolio(
      { exposure: [{ of: "Player BQ1", least: 1 }] },
      { contest: "showdown", rows: ROWS.filter(({ team }) => team < 2), count: 2 },
    );
    const shareIn = (lineups: typeof LINEUPS) =>
      portfolioResult(wanted, { lineups, bound: null, prices: Float64Array.of(3e10) }).shares[0];
    expect(shareIn(LINEUPS.slice(0, 2))).toMatchObject({ lineups: 2, boundBy: null, price: 0 });
    expect(shareIn(LINEUPS.slice(1))).toMatchObject({ lineups: 1, boundBy: "least", price: 3 });
  });

  test("has the warnings of its description", () => {
    const warned = { ...planned, warnings: ["exposure[0]: matches no player of the pool."] };
    expect(portfolioResult(warned, { lineups: [], bound: null, prices: null }).warnings).toEqual(
      warned.warnings,
    );
  });

  test("counts a player in any slot, and names the slot otherwise", () => {
    const captains = tinyPortfolio(
      { exposure: [{ each: "player", of: { slot: "CPT" }, most: 1 }] },
      { contest: "showdown", rows: ROWS.filter(({ team }) => team < 2), count: 3 },
    );
    const { shares } = portfolioResult(captains, { lineups: LINEUPS, bound: null, prices: null });
    expect(shares).toHaveLength(2);
    for (const share of shares) {
      expect(share.what).toMatch(/^Player B[QR]1 .*\(slot CPT\)$/);
      expect(share).not.toHaveProperty("uuid");
    }
  });

  test("has its progress while it is built", () => {
    const progress = { lineups: LINEUPS, sum: 150.5e10, bound: 151e10, gap: gapBelow(151, 150.5) };
    expect(reportOf(progress, 3)).toEqual({ lineups: 3, asked: 3, sum: 150.5, bound: 151, gap: 0.5 / 151 });
    expect(reportOf({ lineups: [], sum: null, bound: null, gap: null }, 3)).toEqual({
      ...{ lineups: 0, asked: 3 },
      ...{ sum: null, bound: null, gap: null },
    });
    expect([gapBelow(0, 0), gapBelow(-2, -4), gapBelow(1, 2)]).toEqual([0, 1, 0]);
  });

  test("has each share's value, and which of its limits binds", () => {
    expect(shareOf("Player BQ1")).toMatchObject({ lineups: 2, least: 2, boundBy: "least", price: null });
    expect(shareOf("Player BQ1")?.uuid).toBe(uuidOf("Player BQ1"));
    expect(shareOf("Player KQ1")).toMatchObject({ lineups: 1, most: 1, boundBy: "most", price: 2.5 });
    expect(shareOf("Player BW1")).toMatchObject({ lineups: 1, boundBy: "least" });
    expect(shareOf("2 or more of team BUF")).toMatchObject({
      lineups: 2,
      least: 1,
      most: 2,
      boundBy: "most",
    });
    expect(shareOf("2 or more of team BUF")).not.toHaveProperty("uuid");
    const kw1 = result.shares.find(({ what }) => what.startsWith("Player KW1"));
    expect(kw1).toMatchObject({ lineups: 2, boundBy: "most" });
    const kr1 = result.shares.find(({ what }) => what.startsWith("Player KR1"));
    expect(kr1).toMatchObject({ lineups: 1, boundBy: null });
    // A player in no lineup needs no report.
    expect(result.shares.some(({ what }) => what.startsWith("Player KR2"))).toBe(false);
    const others = tinyPortfolio(
      {
        exposure: [
          { each: "team", of: { position: "DST" }, most: 2 },
          { of: "Player KR2", most: 2 },
        ],
        rules: [{ every: "team", count: { of: { position: "QB" }, most: 0 }, most: 3 }],
      },
      { contest: "showdown", rows: ROWS.filter(({ team }) => team < 2), count: 3 },
    );
    const told = portfolioResult(others, { lineups: LINEUPS, bound: null, prices: null });
    expect(told.shares).toMatchObject([
      { pointer: "/portfolio/exposure/1", lineups: 0, boundBy: null },
      { pointer: "/portfolio/rules/0", lineups: 1 },
    ]);
  });
});

/** A plan whose description comes from a file with fields at these lines. */
const at = (lines: readonly (readonly [string, number])[], of = planned) => ({
  ...of,
  asked: { ...of.asked, portfolioLines: new Map(lines) },
});

describe("the reason that ended a portfolio", () => {
  const told = (stoppedBy: StoppedBy | null, proved = false, of = planned) =>
    whatStopped(at([["/unique", 3]], of), {
      ...{ kind: "short", lineups: LINEUPS.slice(1), proved, witness: null, stoppedBy },
    });

  test("is the full shares and the limit on overlap", () => {
    const { detail, conflicts } = told({ shares: [1], different: true });
    expect(plain(detail)).toBe(
      "Found 2 of the 3 lineups asked for: no further lineup keeps all of this: exposure[1]: Player KQ1 in at most 1 of 3 lineups; and unique (line 3): any two lineups differ by at least 1 player.",
    );
    expect(conflicts).toMatchObject([
      { constraint: "portfolio", kind: "share", pointer: "/portfolio/exposure/1", limit: 1, entry: null },
      { constraint: "portfolio", kind: "share", pointer: "/portfolio/unique", limit: 1, slot: null },
    ]);
    expect(told({ shares: [1], different: false }).conflicts).toHaveLength(1);
  });

  test("is the missed minimums if the portfolio is complete", () => {
    const { detail, conflicts } = whatStopped(at([["/exposure/4", 9]]), {
      kind: "short",
      lineups: [...LINEUPS.slice(0, 2), lineup(40, "BW1", "KW1", "KR1")],
      proved: false,
      witness: null,
      stoppedBy: null,
    });
    expect(plain(detail)).toBe(
      "Found 3 lineups, which do not keep exposure[4] (line 9): Player BW1 in 1 of 3 lineups. The search ended before it found a portfolio that keeps all rules, or a proof that there is none. Raise the time limit, or lower `unique` or the minimum shares.",
    );
    expect(conflicts).toMatchObject([{ pointer: "/portfolio/exposure/4", limit: 1 }]);
  });

  test("is reported as unknown, or as the rules alone", () => {
    expect(plain(told({ shares: [], different: false }).detail)).toMatch(
      /there are no more lineups that keep all rules/,
    );
    const { plan } = planned;
    const alike = { ...planned, plan: { ...plan, unique: 0 } };
    expect(told({ shares: [], different: true }, false, alike).conflicts).toEqual([]);
    expect(plain(told(null).detail)).toMatch(/or a proof that there is none/);
    expect(told(null).conflicts).toEqual([]);
    expect(plain(told(null, true).detail)).toMatch(/It is proved that no portfolio keeps all rules/);
    const spoken = whatStopped(at([["/exposure/1", 5]]), {
      ...{ kind: "short", lineups: [], proved: true, witness: [1], stoppedBy: null },
    });
    expect(plain(spoken.detail)).toMatch(
      /Some of these contradict .*: exposure\[1\] \(line 5\): Player KQ1 in .*; and unique: /,
    );
    expect(spoken.conflicts.map(({ pointer }) => pointer)).toEqual([
      "/portfolio/exposure/1",
      "/portfolio/unique",
    ]);
  });
});

describe("a conflict", () => {
  const told = (conflict: Partial<PortfolioConflict>, ...lines: [string, number][]) =>
    whatContradicts(at(lines), {
      ...{ shares: [], rules: [], unique: false, avoid: false, isIrreducible: true, ...conflict },
    });

  test("is named by place and line, with the fields of the answer", () => {
    const all = { shares: [0], unique: true, avoid: true, isIrreducible: false };
    const lines: [string, number][] = [
      ["/unique", 3],
      ["/avoid", 4],
    ];
    const { detail, conflicts } = told(all, ...lines);
    expect(plain(detail)).toBe(
      "No portfolio of 3 lineups keeps all of this: exposure[0]: Player BQ1 in at least 2 of 3 lineups; and " +
        "unique (line 3): any two lineups differ by at least 1 player; and avoid (line 4): no lineup repeats " +
        "one that was entered earlier. Some of these alone may contradict each other. Ask for fewer lineups, or lower `unique`.",
    );
    expect(conflicts).toMatchObject([
      { pointer: "/portfolio/exposure/0", limit: 2 },
      { pointer: "/portfolio/unique", limit: 1 },
      { pointer: "/portfolio/avoid", limit: 0 },
    ]);
    expect(plain(told({ unique: true }).detail)).toMatch(/1 player\. Ask for fewer/);
    const some = planned.shares.findIndex(({ what }) => what === "2 or more of team BUF");
    expect(told({ shares: [some] }).conflicts).toMatchObject([{ limit: 1 }]);
    expect(plain(told({}).detail)).toBe("No portfolio has 3 lineups: the contest has fewer. Ask for fewer.");
  });
});

describe("a hint about slow searches", () => {
  const seats = planned.plan.model.slots.reduce((sum, { count }) => sum + count, 0);
  const unlike = (unique: number) => ({ ...planned, plan: { ...planned.plan, unique } });

  test("names lineups that must share less than half of their players", () => {
    expect(seats).toBe(3);
    expect(whatTakesLong(unlike(1))).toBe("");
    expect(whatTakesLong(at([["/unique", 3]], unlike(2)))).toBe(
      " Unique (line 3) lets two lineups have at most 1 of 3 players in common, so each lineup needs its own search, and each search takes longer than the one before.",
    );
    const four = {
      ...unlike(2),
      plan: { ...unlike(2).plan, model: { ...planned.plan.model, slots: [{ count: 4 }] } },
    };
    expect(whatTakesLong(four as never)).toBe("");
  });

  test("names a sum, once per rule, but not the description's salary", () => {
    const rows = ROWS.filter(({ team }) => team < 2);
    const given = (description: object) =>
      whatTakesLong(tinyPortfolio(description, { contest: "showdown", rows }));
    expect(given({ salary: "5000.." })).toBe("");
    expect(given({ rules: [{ count: { of: { team: "BUF" }, most: 1 } }] })).toBe("");
    const sum = { name: "owned", sum: { column: "points", most: 60 } };
    expect(given({ rules: [sum] })).toMatch(
      /^ Rules\[0\].*owned limits a sum, and probably few of the best lineups are within that limit\.$/,
    );
    const some = { some: "team", counts: [[{ least: 1 }], [{ least: 1 }]] };
    expect(given({ rules: [some] })).toBe("");
    const never = { some: "team", count: { of: { position: "QB" }, least: 5 } };
    expect(given({ rules: [never] })).toBe("");
  });
});
