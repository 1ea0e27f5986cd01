import { describe, expect, it } from "vitest";
import { constraints } from "../../../src/contests/constraints/index.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { checksProperty } from "../../../src/testing/contests/check-contest.ts";
import { runs, SLACK, Tally } from "../../support/runs.ts";

const { contests } = await loadCatalog();
/** Constraints violated by lineups that violate no other one, over all contests. */
const brokenAlone = new Tally();

describe("the checks of finished lineups", () => {
  it.each(
    contests.map((contest) => [`${contest.sport} ${contest.book} ${contest.contest}`, contest] as const),
  )("accept exactly the lineups in %s that exhaustive search finds legal", async (_, contest) => {
    const tally = await checksProperty(contest, runs(24).numRuns).run({ slack: SLACK });
    for (const [name, count] of tally.entries()) brokenAlone.add(name, count);
  });

  it.each(constraints.map(({ name }) => name))("were tested with lineups that violate only %s", (name) => {
    expect(brokenAlone.of(`only ${name}`), `${brokenAlone}`).toBeGreaterThan(5);
  });
});
