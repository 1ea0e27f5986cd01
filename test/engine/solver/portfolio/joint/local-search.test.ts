import fc from "fast-check";
import { expect, it } from "vitest";
import type { Column } from "../../../../../src/engine/solver/portfolio/joint/columns.ts";
import type { LineupStream } from "../../../../../src/engine/solver/portfolio/joint/lineup-stream.ts";
import { improvedBy } from "../../../../../src/engine/solver/portfolio/joint/local-search.ts";
import { planByKindOf } from "../../../../../src/engine/solver/portfolio/joint/restricted-master.ts";
import { isPortfolio, lineupsOf, smallPlan } from "../../../../support/portfolios.ts";
import { runs, share, Tally } from "../../../../support/runs.ts";

const noStream: LineupStream = () => {
  throw new Error("a local search prices nothing");
};

it("returns better portfolios of the plan, mostly the best of all", async () => {
  const numRuns = 400;
  const tally = new Tally();
  await fc.assert(
    fc.asyncProperty(smallPlan, async (plan) => {
      const limits = planByKindOf(plan, [{ model: plan.model, count: plan.count, weight: 1 }], noStream);
      const columns = lineupsOf(plan).map(({ picks }) => limits.kinds[0]!.columnOf(picks));
      if (plan.unique === 0 || plan.count > 3 || columns.length > 24) return;
      const portfolios = setsOf(columns, plan.count).filter((chosen) =>
        isPortfolio(
          plan,
          chosen.map(({ picks }) => picks),
        ),
      );
      if (portfolios.length === 0) return;
      const [worst, ...others] = portfolios.toSorted((a, b) => sumOf(a) - sumOf(b));
      const better = improvedBy(limits, worst!, columns);
      const most = sumOf(others.at(-1) ?? worst!);
      tally.add("tried");
      if (better !== null) {
        expect(portfolios.some((one) => one.every((column) => better.includes(column)))).toBe(true);
        expect(sumOf(better)).toBeGreaterThan(sumOf(worst!));
        tally.add("better");
      }
      if (sumOf(better ?? worst!) === most) tally.add("best");
    }),
    runs(numRuns),
  );
  expect(tally.of("better")).toBeGreaterThanOrEqual(share(numRuns, 0.02));
  expect(tally.of("best")).toBeGreaterThanOrEqual(0.8 * tally.of("tried"));
});

function setsOf(columns: readonly Column[], size: number): readonly (readonly Column[])[] {
  if (size === 0) return [[]];
  return columns.flatMap((column, at) =>
    setsOf(columns.slice(at + 1), size - 1).map((others) => [column, ...others]),
  );
}

function sumOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { points }) => sum + points, 0);
}
