import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { Lineup } from "../../../src/contests/problem/problem.ts";
import { buildSets, contestSets } from "../../../src/files/entries/contest-sets.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { checkPortfolio } from "../../../src/portfolio/check/check-portfolio.ts";
import { InfeasibleError, InvalidRequestError } from "../../../src/shared/errors.ts";
import type { FantasyLineupDocument } from "../../../src/shared/schema/lineups.ts";
import type { ContestSection, Portfolio } from "../../../src/shared/schema/portfolio.ts";
import { POOLS, sections, setFields } from "../../support/portfolio-arbitraries.ts";
import { requestOf } from "../../support/portfolio-request.ts";
import { runs, share } from "../../support/runs.ts";
import { tinyClassic, tinyShowdown } from "../../support/tiny-contests.ts";
import { tinyFacts, tinyPortfolio } from "../../support/tiny-portfolio.ts";

const optimizer = await createOptimizer({ rules: [tinyClassic, tinyShowdown], threads: 0 });
afterAll(() => optimizer.close());

const ENTRIES = [
  { contestId: "1", contestName: "Shot [20 Entry Max]", entryFee: 5 },
  { contestId: "1", contestName: "Shot [20 Entry Max]", entryFee: 5 },
  { contestId: "2", contestName: "Double Up [Single Entry]", entryFee: 25 },
  { contestId: "3", contestName: "Penny [150 Entry Max]", entryFee: 1 },
  { contestId: "3", contestName: "Penny [150 Entry Max]", entryFee: 1 },
  { contestId: "3", contestName: "Penny [150 Entry Max]", entryFee: 1 },
];

/** The section of an entry, read literally: the first that applies. */
function sectionOf(index: number, contests: readonly ContestSection[]): number {
  const { contestName, entryFee } = ENTRIES[index]!;
  const limit = contestName.includes("Single") ? 1 : Number(/\[(\d+)/.exec(contestName)![1]);
  return contests.findIndex(({ entries }) => {
    if (entries === undefined) return true;
    const isFee = entries.fee === undefined || (entries.fee === "..5" ? entryFee <= 5 : entryFee >= 5);
    const isLimit = entries.limit === undefined || limit <= Number(String(entries.limit).replace("..", ""));
    return isFee && isLimit && (entries.contest === undefined || contestName.toLowerCase().includes("shot"));
  });
}

const description = fc.record({
  common: setFields("classic"),
  contests: fc
    .tuple(
      fc.array(sections("classic"), { minLength: 1, maxLength: 2 }),
      setFields("classic"),
      fc.integer({ min: 0, max: 4 }),
    )
    .map(([some, rest, draw]): ContestSection[] => (draw === 0 ? some : [...some, rest])),
  distinct: fc.constantFrom("all", "all", "within", undefined),
});

const LISTS = ["exposure", "rules", "exclude"] as const;

it("drawn sections are built by their own rules and the common ones, apart from each other if asked", async () => {
  const seen = { built: 0, apart: 0, ofSeveral: 0, infeasible: 0, unmatched: 0 };
  await fc.assert(
    fc.asyncProperty(description, async ({ common, contests, distinct }) => {
      const portfolio = { ...common, contests, ...(distinct && { distinct }) } as Portfolio;
      const text = JSON.stringify(portfolio);
      let plan: ReturnType<typeof contestSets>;
      try {
        plan = contestSets(ENTRIES, { portfolio });
      } catch (error) {
        expect(error, text).toBeInstanceOf(InvalidRequestError);
        expect(
          ENTRIES.some((_, index) => sectionOf(index, contests) === -1),
          text,
        ).toBe(true);
        seen.unmatched += 1;
        return;
      }
      let documents: readonly FantasyLineupDocument[];
      try {
        documents = await buildSets(plan.sets, { distinct }, ({ count, portfolio: own, avoided }) =>
          optimizer.portfolio({ ...requestOf(own, "classic"), count, avoided }),
        );
      } catch (error) {
        expect(error instanceof InvalidRequestError || error instanceof InfeasibleError, String(error)).toBe(
          true,
        );
        seen.infeasible += 1;
        return;
      }
      const sets = plan.sets.map((set, index) => {
        const entered = plan.entries.flatMap(({ portfolio: at }, entry) => (at === index ? [entry] : []));
        const [section] = new Set(entered.map((entry) => sectionOf(entry, contests)));
        const { entries: _, deal: __, name: ___, ...own } = contests[section!]!;
        const joined = {
          ...common,
          ...own,
          ...Object.fromEntries(LISTS.map((list) => [list, [...(common[list] ?? []), ...(own[list] ?? [])]])),
        } as Portfolio;
        const { problem, people } = tinyPortfolio(joined, { rows: POOLS.classic, count: set.count });
        const lineups = documents[index]!.data.map(({ attributes }) =>
          Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
            seats.map(({ uuid }) => ({
              entry: problem.entries.findIndex((one) => one.uuid === uuid),
              slot: problem.contest.slots.findIndex(({ name }) => name === slot),
            })),
          ),
        );
        const facts = tinyFacts(POOLS.classic);
        const judged = { description: joined, problem, people, count: set.count, avoided: [], facts };
        expect(lineups, text).toHaveLength(set.count);
        expect(checkPortfolio(lineups, judged), text).toEqual([]);
        return { lineups, unique: joined.unique ?? 1 };
      });
      seen.built += 1;
      seen.ofSeveral += Number(sets.length > 1);
      if (distinct !== "all") return;
      for (const [index, { lineups, unique }] of sets.entries())
        for (const other of sets.slice(0, index).flatMap((set) => set.lineups))
          for (const lineup of lineups) {
            expect(difference(lineup, other), text).toBeGreaterThanOrEqual(unique);
            seen.apart += 1;
          }
    }),
    runs(20, 28),
  );
  expect(seen.built).toBeGreaterThan(share(20, 0.2));
  expect(seen.ofSeveral).toBeGreaterThan(share(20, 0.1));
  expect(seen.apart).toBeGreaterThan(share(20, 0.5));
  expect(seen.infeasible).toBeGreaterThan(share(20, 0.05));
  expect(seen.unmatched).toBeGreaterThan(share(20, 0.05));
});

/** How many players of a lineup the other does not have. */
function difference(one: Lineup, other: Lineup): number {
  const has = new Set(other.map(({ entry }) => entry));
  return one.filter(({ entry }) => !has.has(entry)).length;
}
