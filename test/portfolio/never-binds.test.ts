import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passesAll } from "../../src/engine/model/lineup-test.ts";
import { neverBinding } from "../../src/portfolio/never-binds.ts";
import { parsePortfolio } from "../../src/portfolio/parse-portfolio.ts";
import type { PlannedPortfolio } from "../../src/portfolio/plan.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import type { Portfolio } from "../../src/shared/schema/portfolio.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { POOLS, rules, selections, shares } from "../support/portfolio-arbitraries.ts";
import { runs, share } from "../support/runs.ts";
import { tinyFacts, tinyPortfolio } from "../support/tiny-portfolio.ts";

type Contest = keyof typeof POOLS;
const LINEUPS = 3;

const planned = (description: unknown, contest: Contest) =>
  tinyPortfolio(description, { contest, rows: POOLS[contest], count: LINEUPS });
const warningsOf = (description: unknown, contest: Contest = "classic") =>
  neverBinding(parsePortfolio(description), planned(description, contest), {
    facts: tinyFacts(POOLS[contest]),
  });

describe("fields of a description that change nothing", () => {
  it.each<[string, Portfolio, string[]]>([
    [
      "a most that the seats never exceed",
      { rules: [{ count: { of: { position: "QB" }, most: 1 } }] },
      [
        "rules[0]: changes nothing: every lineup has at most 1 of the counted players anyway. Remove it, or change its numbers.",
      ],
    ],
    [
      "a least that the seats already ask for",
      { rules: [{ count: { of: { position: ["WR", "RB"] }, least: 2 } }] },
      [
        "rules[0]: changes nothing: every lineup has at least 2 of the counted players anyway. Remove it, or change its numbers.",
      ],
    ],
    [
      "fewer teams than the contest asks for, and more teams than there are",
      { rules: [{ teams: { of: { position: ["QB", "WR", "RB"] }, least: 2 } }, { teams: { most: 4 } }] },
      [
        "rules[0]: changes nothing: every lineup keeps it anyway. Remove it, or change its numbers.",
        "rules[1]: changes nothing: every lineup keeps it anyway. Remove it, or change its numbers.",
      ],
    ],
    [
      "a condition that can never hold",
      { rules: [{ when: { of: { position: "QB" }, least: 2 }, count: { of: { team: "BUF" }, most: 0 } }] },
      [
        "rules[0]: changes nothing: its condition `when` can never hold. Change the condition, or remove the rule.",
      ],
    ],
    [
      "the second of two limits of the same players",
      {
        rules: [
          { count: { of: { position: ["WR", "RB"], team: "BUF" }, most: 1 } },
          { count: { of: { position: "WR", team: "BUF" }, most: 1 } },
        ],
      },
      [
        "rules[1]: changes nothing: every lineup has at most 1 of the counted players anyway. Remove it, or change its numbers.",
      ],
    ],
    [
      "a limit of all lineups, and one that another exposure implies",
      {
        exposure: [
          { of: { team: "BUF" }, most: "34%" },
          { of: { team: "KC" }, most: "100%" },
          { of: { team: "BUF", position: "QB" }, most: "67%" },
        ],
      },
      [
        "exposure[1]: changes nothing: it allows 0 to 3 of 3 lineups. Remove it, or set a narrower share.",
        'exposure[2]: changes nothing: "team BUF in at most 34%" is at least as strict. Remove one of the two, or change this one.',
      ],
    ],
    [
      "an exposure of players who are excluded, and an exclusion of them again",
      { exclude: [{ team: "BUF" }, "Player BQ1"], exposure: [{ of: { team: "BUF" }, most: "34%" }] },
      [
        "exclude[1]: changes nothing: no lineup can have these players anyway. Remove it.",
        "exposure[0]: changes nothing: no lineup can have what it limits. Remove it, or correct what it counts.",
      ],
    ],
    [
      "a lock of a player without whom there is no lineup",
      { exclude: [{ team: ["KC", "DAL", "NYG"], position: "QB" }], lock: ["Player BQ1"] },
      ["lock[0]: changes nothing: every lineup has this player anyway. Remove it."],
    ],
    [
      "salaries that no lineup is outside of",
      { salary: "1000..20000", rules: [{ sum: { column: "salary", most: 30_000 } }] },
      [
        "salary: changes nothing: every lineup's salary is in this range anyway. Remove it, or write another one.",
        "rules[0]: changes nothing: every lineup keeps it anyway. Remove it, or change its numbers.",
      ],
    ],
  ])("are %s", (_what, description, expected) => {
    expect(warningsOf(description)).toEqual(expected);
  });

  it("are not a player's own exposure that replaces one of all players, nor what has a warning already", () => {
    const own = { of: "Player BQ1", most: "100%" };
    expect(warningsOf({ exposure: [{ each: "player", most: "34%" }, own] })).toEqual([]);
    expect(warningsOf({ exposure: [own] })).toHaveLength(1);
    expect(warningsOf({ exposure: [{ of: { team: "BUF" }, most: 3 }] })).toEqual([]);
  });

  it.each(["classic", "showdown"] as const)(
    "do not change which lineups and portfolios are possible: %s",
    (contest) => {
      const seen = { described: 0, reported: 0, kinds: new Set<string>(), free: 0 };
      const exposure = fc
        .tuple(
          fc.record({ of: selections(contest), times: fc.constantFrom(undefined, 2) }),
          fc.oneof(shares, fc.constant({ most: "100%" })),
          fc.constantFrom(undefined, undefined, "player" as const, "team" as const),
        )
        .map(([own, limits, each]) => ({ ...own, ...limits, ...(each && { each }) }));
      const wide = fc.oneof(
        rules(contest),
        fc.tuple(rules(contest), shares).map(([rule, limits]) => ({ ...rule, ...limits })),
        fc.record({
          count: fc.record({
            of: fc.constantFrom(
              { position: "QB" },
              { position: ["WR", "RB"] },
              { team: "BUF" },
              { salary: "4000.." },
            ),
            most: fc.integer({ min: 1, max: 4 }),
          }),
        }),
        fc.record({
          sum: fc.record({ column: fc.constant("points"), most: fc.integer({ min: 55, max: 90 }) }),
        }),
      );
      const description = fc.record({
        exposure: fc.array(exposure, { maxLength: 3 }),
        rules: fc.array(wide, { maxLength: 3 }),
        exclude: fc.array(selections(contest, 0), { maxLength: 2 }),
        lock: fc.constantFrom([], [], [], [], [], ["Player BQ1"], ["Player KQ1"]),
        salary: fc.constantFrom(undefined, undefined, "1000..", "12000..", "..14000"),
      }) as fc.Arbitrary<Portfolio>;
      fc.assert(
        fc.property(description, (drawn) => {
          let whole: PlannedPortfolio;
          try {
            whole = planned(drawn, contest);
          } catch (error) {
            if (error instanceof InvalidRequestError) return;
            throw error;
          }
          const found = neverBinding(drawn, whole, { facts: tinyFacts(POOLS[contest]) });
          seen.described += 1;
          const pointers = new Set(
            found.map((text) => {
              const [, field, index] = /^(\w+)(?:\[(\d+)\])?: changes nothing: /.exec(text)!;
              seen.kinds.add(`${field}: ${text.split(": ")[2]!.slice(0, 24)}`);
              return `/portfolio/${field}${index === undefined ? "" : `/${index}`}`;
            }),
          );
          if (pointers.size === 0) return;
          seen.reported += pointers.size;
          const { plan } = whole;
          const isLeft = (pointer: string | null) => !pointers.has(pointer ?? "");
          const model = {
            ...plan.model,
            rules: plan.model.rules.filter(({ origin }) => isLeft(origin.pointer)),
          };
          const [all, without] = [allSolutions(plan.model), allSolutions(model)];
          const text = JSON.stringify({ drawn, found });
          expect(without.map(({ picks }) => picks.join()).sort(), text).toEqual(
            all.map(({ picks }) => picks.join()).sort(),
          );
          // Without the exposures none of the others changes.
          const rest = planned(
            {
              ...drawn,
              exposure: (drawn.exposure ?? []).map((one, index) =>
                isLeft(`/portfolio/exposure/${index}`) ? one : { of: { salary: "..0" }, most: 1 },
              ),
            },
            contest,
          ).plan.shares.filter(({ origin }) => isLeft(origin.pointer));
          const left = plan.shares.filter(({ origin }) => isLeft(origin.pointer));
          expect(
            rest.map(({ origin, least, most }) => [origin, least, most]),
            text,
          ).toEqual(left.map(({ origin, least, most }) => [origin, least, most]));
          const [kept, free] = [plan.shares, left].map((some) => possible(all, plan.shares, some));
          expect(free, text).toEqual(kept);
          seen.free += free!.length;
        }),
        runs(150, 28),
      );
      expect(seen.described).toBeGreaterThan(share(150, 0.4));
      expect(seen.reported).toBeGreaterThan(share(150, 0.15));
      expect(seen.free).toBeGreaterThan(share(150, 1));
      expect(seen.kinds.size).toBeGreaterThan(5);
    },
  );
});

/**
 * The portfolios that keep `some` shares, as the numbers of their lineups by which of all shares they pass: what
 * else differs between lineups does not matter to shares.
 */
function possible(
  lineups: readonly { readonly picks: readonly number[] }[],
  all: PlannedPortfolio["plan"]["shares"],
  some: PlannedPortfolio["plan"]["shares"],
): string[] {
  const classes = new Map<string, number>();
  for (const { picks } of lineups) {
    const key = all.map(({ tests }) => Number(passesAll(tests, picks))).join("");
    classes.set(key, (classes.get(key) ?? 0) + 1);
  }
  const keys = [...classes.keys()].sort();
  const found: string[] = [];
  const extend = (chosen: readonly string[], from: number): void => {
    if (chosen.length === LINEUPS) {
      const keeps = some.every((one) => {
        const at = all.indexOf(one);
        const passing = chosen.filter((key) => key[at] === "1").length;
        return passing >= one.least && passing <= one.most;
      });
      if (keeps) found.push(chosen.join(" "));
      return;
    }
    for (let at = from; at < keys.length; at += 1) {
      const used = chosen.filter((key) => key === keys[at]).length;
      if (used < classes.get(keys[at]!)!) extend([...chosen, keys[at]!], at);
    }
  };
  extend([], 0);
  return found;
}
