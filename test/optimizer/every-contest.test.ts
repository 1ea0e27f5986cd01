import { afterAll, expect, test } from "vitest";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { verifyLineups } from "../../src/platform/node/verify.ts";
import { smallInputs } from "../support/inputs.ts";
import { runs } from "../support/runs.ts";
import { CONTESTS, FORMS } from "../support/salary-file.ts";

/** How many lineups; 20 in a run of 20 times as many cases. `test/engine/conformance` has more of each contest. */
const COUNT = Math.min(20, runs(1).numRuns);
/** How many of one contest of each form. */
const MORE = Math.max(3, COUNT);

const optimizer = await createOptimizer({ threads: 0 });
const other = await createOptimizer({ threads: 0, solver: "highs" });
afterAll(() => Promise.all([optimizer.close(), other.close()]));

test.each(CONTESTS)("%s: the best are those of HiGHS, and portfolios and draws work", async (name) => {
  const inputs = smallInputs(name);
  const count = FORMS.includes(name) ? MORE : COUNT;
  const best = await optimizer.optimize({ ...inputs, count });
  const totals = best.data.map(({ attributes }) => attributes.points);
  expect(totals).toHaveLength(count);
  const again = await other.optimize({ ...inputs, count });
  expect(again.data.map(({ attributes }) => attributes.points)).toEqual(totals);

  const portfolio = { unique: 1, method: "sequential" } as const;
  const built = await optimizer.portfolio({ ...inputs, portfolio, count: 2 });
  expect(built.data[0]!.attributes.points).toBe(totals[0]);
  const { lineups, violations } = await verifyLineups({ ...inputs, lineups: built });
  expect([...violations, ...lineups.flatMap((one) => one.violations)]).toEqual([]);

  const simulated = await optimizer.simulate(inputs, { draws: 10 });
  expect(simulated.draws).toBe(10);
  expect(simulated.lineups.length).toBeGreaterThan(0);
});
