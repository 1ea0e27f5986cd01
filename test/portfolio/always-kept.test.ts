import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passes } from "../../src/engine/model/lineup-test.ts";
import type { PlannedPortfolio } from "../../src/portfolio/plan.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { POOLS } from "../support/portfolio-arbitraries.ts";
import { runs, share } from "../support/runs.ts";
import { tinyPortfolio } from "../support/tiny-portfolio.ts";

const CHANGES_NOTHING = "changes nothing: in every lineup, some team meets it anyway.";

describe("a rule on any team", () => {
  const warningsOf = (rule: unknown, contest: "classic" | "showdown" = "classic") =>
    tinyPortfolio({ rules: [rule] }, { contest, rows: POOLS[contest] }).warnings.join("\n");

  it("causes a warning if its condition lets any team satisfy it", () => {
    const rule = {
      when: { of: { position: "QB" }, least: 1 },
      count: { of: { position: ["WR", "RB"] }, least: 1 },
    };
    expect(warningsOf({ ...rule, some: "team" })).toBe(
      "rules[0].when: counts players of the whole lineup, not only of the team that meets the rule. " +
        "To count within the same team, write `every` in place of `some`.",
    );
    expect(warningsOf({ ...rule, every: "team" })).toBe("");
  });

  it("causes a warning if its `counts` look like those of one team", () => {
    const counts = [
      { of: { position: "QB" }, exactly: 1 },
      { of: { position: ["WR", "RB"] }, least: 1 },
    ];
    expect(warningsOf({ some: "team", counts })).toContain(
      "rules[0].counts: each item is met by a different team. If one team should meet all",
    );
    for (const own of [
      [{ ...counts[0], side: "opponent" }, counts[1]],
      [counts, counts[1]],
      [{ least: 2 }, counts[1]],
    ])
      expect(warningsOf({ some: "team", counts: own })).not.toContain("different team");
  });

  it("causes a warning if a lineup has too few seats to violate it", () => {
    const against = { count: { side: "opponent", most: 3 } };
    expect(warningsOf({ ...against, some: "team" })).toContain(`rules[0]: ${CHANGES_NOTHING}`);
    expect(warningsOf({ ...against, every: "team" })).toBe("");
  });

  it("or on the whole lineup causes one if the limit is beyond the seats", () => {
    expect(warningsOf({ count: { of: { team: "BUF" }, most: 4 } })).toBe(
      "rules[0]: changes nothing: a lineup has 4 seats, so every lineup keeps it anyway. Remove it, or change its numbers.",
    );
    expect(warningsOf({ count: { of: { team: "BUF" }, most: 3 } })).toBe("");
  });

  it("causes a warning if a lineup has too many seats to violate it", () => {
    expect(warningsOf({ some: "team", count: { least: 1 } })).toContain(CHANGES_NOTHING);
    expect(warningsOf({ some: "team", count: { least: 3 } })).toBe("");
    expect(warningsOf({ some: "team", counts: [[{ most: 3 }], [{ most: 3 }]] })).toMatch(
      /anyway\. Change its numbers, or remove it\.$/,
    );
  });

  it.each(["classic", "showdown"] as const)(
    "causes a warning only if every lineup satisfies it: %s",
    (contest) => {
      const seen = { warned: 0, broken: 0 };
      const clause = fc.record(
        {
          of: fc.constantFrom({ position: "QB" }, { position: ["WR", "RB"] }, { salary: "3000.." }),
          side: fc.constantFrom("own", "opponent"),
          least: fc.integer({ min: 0, max: 3 }),
          most: fc.integer({ min: 0, max: 4 }),
        },
        { requiredKeys: [] },
      );
      const rule = fc.record({
        some: fc.constantFrom("team", "game"),
        count: fc.array(clause, { minLength: 1, maxLength: 2 }),
      });
      fc.assert(
        fc.property(rule, (drawn) => {
          let planned: PlannedPortfolio;
          try {
            planned = tinyPortfolio({ rules: [{ ...drawn, most: 9 }] }, { contest, rows: POOLS[contest] });
          } catch (error) {
            if (error instanceof InvalidRequestError) return;
            throw error;
          }
          const { plan, warnings } = planned;
          const rules = plan.model.rules.filter(({ kind }) => kind === "once" || kind === "fill");
          const lineups = allSolutions({ ...plan.model, rules });
          const isBroken = lineups.some(
            ({ picks }) => !plan.shares[0]!.tests.every((one) => passes(one, picks)),
          );
          const isWarned = warnings.some((text) => text.includes("changes nothing"));
          if (isWarned) expect(isBroken, JSON.stringify(drawn)).toBe(false);
          seen.warned += Number(isWarned);
          seen.broken += Number(isBroken);
        }),
        runs(80, 7),
      );
      expect(seen.warned).toBeGreaterThan(share(80, 0.02));
      expect(seen.broken).toBeGreaterThan(share(80, 0.2));
    },
  );
});
