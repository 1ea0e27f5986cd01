import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf } from "../../../../../src/engine/solver/portfolio/joint/columns.ts";
import { patternsOf } from "../../../../../src/engine/solver/portfolio/joint/patterns.ts";
import { pricesOf, worthOf } from "../../../../../src/engine/solver/portfolio/joint/prices.ts";
import type { Row } from "../../../../../src/engine/solver/portfolio/joint/rows.ts";
import { allSolutions } from "../../../../../src/testing/exhaustive.ts";
import { smallPlan } from "../../../../support/portfolios.ts";
import { runs, share, Tally } from "../../../../support/runs.ts";

describe("lineups partitioned by common players", () => {
  it("are each in one part if they satisfy the rows, and mostly only then", () => {
    const tally = new Tally();
    const drawn = fc.tuple(
      smallPlan,
      fc.integer({ min: 2, max: 3 }),
      fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 30 }),
    );
    fc.assert(
      fc.property(drawn, ([plan, size, duals]) => {
        const { model } = plan;
        const lineups = allSolutions(model).map(({ picks }) => columnsOf(plan)(picks));
        const sets = new Map(
          lineups.flatMap(({ entries }) =>
            entries.length < size ? [] : [[entries.slice(0, size).join(), entries.slice(0, size)] as const],
          ),
        );
        const rows = [...sets.values()].map(
          (entries): Row => ({ kind: "overlap", entries, lower: 0, upper: 1 }),
        );
        const prices = pricesOf(
          rows,
          rows.map((_, at) => duals[at % duals.length]! / 100),
          model.picks.entry.length,
        );
        const patterns = patternsOf(model, prices).map((pattern) => ({
          ...pattern,
          keys: new Set(
            allSolutions({ ...model, rules: [...model.rules, ...pattern.rules] }).map(({ picks }) =>
              picks.join(),
            ),
          ),
        }));
        for (const column of lineups) {
          const own = patterns.filter(({ keys }) => keys.has(column.key));
          expect(own.length).toBe(1);
          const paid = column.picks.reduce((sum, pick) => sum + own[0]!.ofPick[pick]!, own[0]!.constant);
          const due = column.points - worthOf(prices, column);
          expect(paid).toBeLessThanOrEqual(due);
          tally.add("lineups");
          if (due > 0) tally.add("paying");
          if (due > 0 && patterns.length > 1) tally.add("parted");
          if (due > 0 && patterns.length > 1 && paid === due) tally.add("exact");
        }
      }),
      runs(60),
    );
    expect(tally.of("paying")).toBeGreaterThan(share(60, 12));
    expect(tally.of("exact")).toBeGreaterThan(share(60, 10));
    expect(tally.of("parted")).toBeGreaterThan(tally.of("exact"));
  });
});
