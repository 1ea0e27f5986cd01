import { describe, expect, it } from "vitest";
import { constraints } from "../../../src/contests/constraints/index.ts";
import { checksProperty } from "../../../src/testing/contests/check-contest.ts";
import { runs, SLACK, Tally } from "../../support/runs.ts";
import { FORM_TABLES } from "../../support/salary-file.ts";

/** A contest of each form. */
const NAMED = FORM_TABLES.map((one) => [`${one.sport} ${one.book} ${one.contest}`, one] as const);
/** Constraints violated by lineups that violate no other one, over these contests. */
const brokenAlone = new Tally();

describe("the checks of finished lineups", () => {
  it.each(NAMED)(
    "accept exactly the lineups in %s that exhaustive search finds legal",
    async (_, contest) => {
      const tally = await checksProperty(contest, runs(15).numRuns).run({ slack: SLACK });
      for (const [name, count] of tally.entries()) brokenAlone.add(name, count);
    },
  );

  it.each(constraints.map(({ name }) => name))("were tested with lineups that violate only %s", (name) => {
    expect(brokenAlone.of(`only ${name}`), `${brokenAlone}`).toBeGreaterThan(2);
  });
});
