import fc from "fast-check";
import { expect, it } from "vitest";
import { OverlapIndex } from "../../../src/engine/model/lineup-conflicts.ts";
import { runs, Tally } from "../../support/runs.ts";

it("detects a lineup that shares too many entries with another, for any number of lineups", () => {
  const tally = new Tally();
  const ENTRIES = 24;
  const seats = fc.integer({ min: 1, max: 18 });
  fc.assert(
    fc.property(
      seats.chain((most) =>
        fc.record({
          most: fc.constant(most),
          common: fc.integer({ min: -2, max: most }),
          lineups: fc.array(fc.uniqueArray(fc.nat(ENTRIES - 1), { minLength: most, maxLength: most }), {
            minLength: 1,
            maxLength: 300,
            size: "max",
          }),
          asked: fc.uniqueArray(fc.nat(ENTRIES - 1), { minLength: most, maxLength: most }),
          length: fc.nat(most),
        }),
      ),
      ({ most, common, lineups, asked, length }) => {
        const index = new OverlapIndex(ENTRIES, most, common);
        for (const lineup of lineups) index.add(lineup);
        const begun = asked.slice(0, length);
        const isNear = lineups.some((lineup) => begun.filter((one) => lineup.includes(one)).length > common);
        expect(index.has(asked, length)).toBe(isNear);
        tally.add(isNear ? "near" : "apart");
        if (lineups.length > 128) tally.add("many");
        if (common < 0) tally.add("none in common, and more apart");
      },
    ),
    runs(200),
  );
  for (const name of ["near", "apart", "many", "none in common, and more apart"])
    expect(tally.of(name), `${tally}`).toBeGreaterThan(runs(200).numRuns * 0.1);
});
