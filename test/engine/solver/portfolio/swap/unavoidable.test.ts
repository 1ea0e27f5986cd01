import { afterAll, expect, it } from "vitest";
import type { SwapPlan, SwapSolution } from "../../../../../src/engine/model/swap-plan.ts";
import { createSearch } from "../../../../../src/engine/search/search.ts";
import { createRunner } from "../../../../../src/platform/node/runner.ts";
import { allSolutions } from "../../../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";
import { counted, shareOf } from "../../../../support/portfolios.ts";

const search = createSearch(createRunner(0));
afterAll(() => search.close());

/**
 * The best lineups of a captain and others, each player in at most a given number, pairwise different by
 * two.
 */
function swapOf(
  { people, others, lines }: { people: number; others: number; lines: number },
  salt: number,
): SwapPlan {
  const model = modelOf(
    [
      [0, 1],
      [1, others],
    ],
    Array.from({ length: people }, (_, at) => {
      const points = 10 + ((at * 14 + salt * at * at) % 23);
      return [
        { slots: [0], points: 1.5 * points },
        { slots: [1], points },
      ];
    }),
  );
  const picksOf = (entry: number) =>
    [...model.picks.entry.keys()].filter((pick) => model.picks.entry[pick] === entry);
  const legal = allSolutions(model);
  return {
    ...{ model, unique: 2, choices: null, avoid: [], method: "joint", groups: [model.rules] },
    shares: Array.from({ length: people }, (_, entry) =>
      shareOf(counted(picksOf(entry), 1), entry === salt % people ? 2 : 0, 1 + (salt % 2)),
    ),
    lines: Array.from({ length: lines }, (_, line) => ({
      ...{
        group: 0,
        entries: 1 + ((line + salt) % 2),
        current: legal[line * 5]!.picks,
        state: "whole" as const,
      },
    })),
  };
}

/** Violations of lineups, and their points over all entries, counted one by one. */
function countedOf({ model, shares, lines }: SwapPlan, lineups: readonly (readonly number[])[]) {
  const seats = lineups[0]!.length;
  const sets = lineups.map((picks) => new Set(picks.map((pick) => model.picks.entry[pick]!)));
  let breaches = 0;
  for (const [one, mine] of sets.entries())
    for (const theirs of sets.slice(one + 1))
      if ([...mine].filter((entry) => theirs.has(entry)).length > seats - 2) breaches += 1;
  for (const [entry, { least, most }] of shares.entries()) {
    const count = sets.reduce((sum, own, line) => sum + (own.has(entry) ? lines[line]!.entries : 0), 0);
    breaches += Math.max(0, count - most, least - count);
  }
  const points = lineups.reduce(
    (sum, picks, line) =>
      sum + lines[line]!.entries * picks.reduce((total, pick) => total + model.picks.points[pick]!, 0),
    0,
  );
  return { breaches, points };
}

const outcomeOf = ({ lines }: SwapPlan, solution: SwapSolution) =>
  solution.lines.map(({ picks }, line) => picks ?? lines[line]!.current);

it("keeps the plan if it can; unavoidable violations are mostly as few as possible", async () => {
  let [impossible, fewest] = [0, 0];
  for (let salt = 0; salt < 8; salt += 1) {
    const plan = swapOf({ people: 5, others: 2, lines: 3 }, salt);
    const legal = allSolutions(plan.model).map(({ picks }) => picks);
    let best = { breaches: Number.POSITIVE_INFINITY, points: 0 };
    for (const one of legal)
      for (const other of legal)
        for (const third of legal) {
          const own = countedOf(plan, [one, other, third]);
          if (own.breaches < best.breaches || (own.breaches === best.breaches && own.points > best.points))
            best = own;
        }
    const { solution } = await search.swap(plan, "paths", {});
    const { breaches, points } = countedOf(plan, outcomeOf(plan, solution));
    expect(solution.isImpossible).toBe(best.breaches > 0);
    if (best.breaches === 0) expect({ breaches, points }).toEqual(best);
    else impossible += 1;
    expect(breaches).toBeLessThanOrEqual(best.breaches + 2);
    if (breaches === best.breaches) fewest += 1;
  }
  expect(impossible).toBeGreaterThan(4);
  expect(fewest).toBeGreaterThan(4);
});

it("ends the same way in every run, closer to the plan than the original entries", async () => {
  const plan = swapOf({ people: 6, others: 2, lines: 5 }, 3);
  const [{ solution }, { solution: again }] = [
    await search.swap(plan, "paths", {}),
    await search.swap(plan, "paths", {}),
  ];
  expect(again).toEqual(solution);
  const were = plan.lines.map(({ current }) => current);
  expect(countedOf(plan, outcomeOf(plan, solution)).breaches).toBeLessThan(countedOf(plan, were).breaches);
});
