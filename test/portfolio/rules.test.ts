import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passes } from "../../src/engine/model/lineup-test.ts";
import type { Picks } from "../../src/engine/model/model.ts";
import { seatSolutions } from "../../src/lineup/document/seat-solutions.ts";
import { keepsRule, seatedLineup } from "../../src/portfolio/check/keeps-rule.ts";
import type { PlannedPortfolio } from "../../src/portfolio/plan.ts";
import { distinctWays, isPossible } from "../../src/portfolio/rules.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { POOLS, rules } from "../support/portfolio-arbitraries.ts";
import { runs, share } from "../support/runs.ts";
import { tinyPortfolio } from "../support/tiny-portfolio.ts";

/** Every lineup of a pool by its roles, without the contest's limits, to check rules against. */
const all = new Map<string, readonly (readonly number[])[]>();

function lineupsOf({ plan }: PlannedPortfolio, key: string): readonly (readonly number[])[] {
  const { model } = plan;
  const id = `${key} ${model.slots.map(({ role }) => role).join()}`;
  const known = all.get(id);
  if (known !== undefined) return known;
  const kept = model.rules.filter(({ kind }) => kind === "once" || kind === "fill");
  const found = allSolutions({ ...model, rules: kept }).map(({ picks }) => picks);
  all.set(id, found);
  return found;
}

describe("a rule of a description", () => {
  it.each(["classic", "showdown"] as const)(
    "accepts the lineups of its literal reading, by their seats: %s",
    (contest) => {
      const rows = POOLS[contest];
      const seen = { tried: 0, kept: 0, broken: 0, refused: 0 };
      fc.assert(
        fc.property(rules(contest), (rule) => {
          let planned: PlannedPortfolio;
          try {
            planned = tinyPortfolio({ rules: [{ ...rule, most: 9 }] }, { contest, rows });
          } catch (error) {
            if (!(error instanceof InvalidRequestError)) throw error;
            const isKnown = /no player of the pool|no number in column|more than `most`/.test(error.message);
            expect(isKnown, error.message).toBe(true);
            seen.refused += 1;
            return;
          }
          const { plan, people, problem } = planned;
          const { tests } = plan.shares[0]!;
          const lineups = lineupsOf(planned, contest);
          const step = Math.max(1, Math.floor(lineups.length / 150));
          for (let at = 0; at < lineups.length; at += step) {
            const picks = lineups[at]!;
            const [seats] = seatSolutions(plan.model, [{ picks, points: 0 }]);
            const isKept = keepsRule(rule, seatedLineup(seats!, people, problem), {
              people,
              contest: problem.contest,
            });
            const isPassed = tests.every((test) => passes(test, picks));
            if (isKept !== isPassed)
              expect({
                rule,
                lineup: seats!.map(({ entry }) => people.all[entry]!.name),
                isPassed,
              }).toMatchObject({ isPassed: isKept });
            seen[isKept ? "kept" : "broken"] += 1;
          }
          seen.tried += 1;
        }),
        runs(110, 4),
      );
      expect(seen.tried).toBeGreaterThan(share(110, 0.6));
      expect(seen.kept).toBeGreaterThan(share(110, 10));
      expect(seen.broken).toBeGreaterThan(share(110, 10));
    },
  );
});

describe("ways to choose groups", () => {
  const clause = (...counts: readonly (readonly [least: number, ...picks: number[]])[]) => ({
    counts: counts.map(([least, ...picks]) => ({ picks: Int32Array.from(picks), least, most: 9 })),
    sums: [],
  });

  it("need as many picks and seats as a clause requires, within the contest's limits", () => {
    // Picks 0 and 1 are of the same entry.
    const picks = { entry: Int32Array.of(0, 0, 1, 2, 3, 4) } as Picks;
    const isKept = (counts: readonly (readonly [least: number, ...picks: number[]])[], maximum = 9) =>
      isPossible(clause(...counts), picks, {
        seats: 3,
        limits: [{ kind: "groupMaximum", groups: Int32Array.of(0, 0, 0, 1, -1), maximum }],
      });
    expect(isKept([[2, 1, 2]])).toBe(true);
    expect(isKept([[3, 1, 2]])).toBe(false);
    expect(isKept([[4, 1, 2, 3, 4]])).toBe(false);
    expect(
      isKept([
        [1, 1],
        [2, 2],
      ]),
    ).toBe(false);
    // Three entries of one group, one of another, and one that does not count.
    expect(isKept([[2, 1, 2, 3]], 2)).toBe(true);
    expect(isKept([[3, 1, 2, 3]], 2)).toBe(false);
    expect(isKept([[3, 1, 2, 3, 4]], 2)).toBe(true);
    expect(isKept([[3, 1, 2, 3, 5]], 2)).toBe(true);
    expect(isKept([[2, 0, 1, 5]], 1)).toBe(true);
    expect(isKept([[3, 0, 1, 5]], 1)).toBe(false);
  });

  it("leave out groups without enough seats, and one of two equal ones", () => {
    const groups = [[2, 0, 1, 2] as const, [2, 3, 4, 5] as const, [2, 2, 3] as const].map((count, at) => ({
      at,
      clause: clause(count),
    }));
    const ways = (seats: number, same: readonly number[], lists = [groups, groups]) =>
      distinctWays(lists, same, seats)?.map(({ counts }) => counts.map(({ picks }) => picks[0]));
    expect(ways(4, [0, 1])).toHaveLength(6);
    expect(ways(4, [0, 0])).toEqual([
      [0, 3],
      [0, 2],
      [3, 2],
    ]);
    expect(ways(3, [0, 1])).toEqual([
      [0, 2],
      [3, 2],
      [2, 0],
      [2, 3],
    ]);
    // Largest first: a group with shared picks takes no seats of its own.
    const [few, many, others] = [clause([1, 0, 1]), clause([3, 1, 2, 3]), clause([1, 4, 5])].map(
      (one, at) => [{ at, clause: one }],
    );
    expect(ways(3, [0, 1, 2], [few!, many!, others!])).toEqual([]);
    expect(ways(4, [0, 1, 2], [few!, many!, others!])).toEqual([[0, 1, 4]]);
    expect(ways(3, [0], [[{ at: 0, clause: clause([2, 0, 1], [2, 2, 3]) }]])).toEqual([]);
  });
});
