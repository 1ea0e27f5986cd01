import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { verifyLineups } from "../../src/platform/node/verify.ts";
import { smallInputs } from "../support/inputs.ts";
import { runs } from "../support/runs.ts";
import { CONTESTS, FORMS } from "../support/salary-file.ts";

/** How many lineups; 20 in a run of 20 times as many cases. `test/engine/conformance` has more of each contest. */
const COUNT = Math.min(20, runs(1).numRuns);
/** How many of one contest of each form. */
const MORE = Math.max(3, COUNT);

const optimizer = await createOptimizer({ threads: 0, secondOpinion: "highs" });
afterAll(() => optimizer.close());

// The second opinion's time limit never passes, even on a busy machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

// `test/engine/search/second-opinion.test.ts` shows that a second opinion finds differences.
test.each(CONTESTS)("%s: the best are those of HiGHS, and portfolios and draws work", async (name) => {
  const inputs = smallInputs(name);
  const count = FORMS.includes(name) ? MORE : COUNT;
  const best = await optimizer.optimize({ ...inputs, count });
  const totals = best.data.map(({ attributes }) => attributes.points);
  expect(totals).toHaveLength(count);
  expect(best.meta?.secondOpinion).toEqual({ solver: "highs", compared: count });

  const portfolio = { unique: 1, method: "sequential" } as const;
  const built = await optimizer.portfolio({ ...inputs, portfolio, count: 2 });
  expect(built.data[0]!.attributes.points).toBe(totals[0]);
  const { lineups, violations } = await verifyLineups({ ...inputs, lineups: built });
  expect([...violations, ...lineups.flatMap((one) => one.violations)]).toEqual([]);

  const simulated = await optimizer.simulate(inputs, { draws: 10 });
  expect(simulated.draws).toBe(10);
  expect(simulated.lineups.length).toBeGreaterThan(0);
});
