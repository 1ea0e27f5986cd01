import { afterAll, expect, test } from "vitest";
import { createSearch } from "../../../src/engine/search/search.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { swapOf } from "../../../src/portfolio/swap/index.ts";
import { ROWS, tinyResources } from "../../support/tiny-portfolio.ts";
import { tinyProblem, tinyProjections } from "../../support/tiny-problem.ts";

const search = createSearch(createRunner(0));
afterAll(() => search.close());

const rows = ROWS.filter(({ team }) => team < 2);
const problem = tinyProblem("showdown", rows);

/** Five entries of the same players, swapped under a portfolio. */
async function swapped(portfolio: object) {
  const seats = problem.contest.slots.flatMap(({ count }) => Array<null>(count).fill(null));
  const entry = { seats: seats.map((_, at) => ({ uuid: problem.entries[at]!.uuid, locked: false })) };
  const projections = { data: tinyProjections(rows), included: tinyResources(rows) };
  return await swapOf(
    { problem, projections },
    { portfolio, entries: Array(5).fill(entry), closed: new Set<string>() },
    async (plan) => ({ solution: (await search.swap(plan, "paths", {})).solution, stoppedBy: null }),
  );
}

test("a shortfall is proved if no swap satisfies the portfolio", async () => {
  const { length: players } = rows;
  const seats = problem.contest.slots.reduce((sum, { count }) => sum + count, 0);
  // More seats than players who may each be in one.
  expect(5 * seats).toBeGreaterThan(players);
  const { portfolio } = await swapped({ exposure: [{ each: "player", most: 1 }] });
  expect(portfolio!.shortfall).toMatchObject({ isProved: true });
  const kept = await swapped({ exposure: [{ each: "player", most: 5 }] });
  expect(kept.portfolio).not.toHaveProperty("shortfall");
});
