import fc from "fast-check";
import { expect, it } from "vitest";
import { Neighbours } from "../../../../src/solver/portfolio/sequential/neighbours.ts";
import { runs, Tally } from "../../../support/runs.ts";

it("tells whether some lineup shares too many entries with another, however many lineups there are", () => {
  const tally = new Tally();
  const ENTRIES = 24;
  const seats = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(
      seats.chain((most) =>
        fc.record({
          most: fc.constant(most),
          common: fc.nat(most),
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
        const neighbours = new Neighbours(ENTRIES, most, common);
        for (const lineup of lineups) neighbours.add(lineup);
        const begun = asked.slice(0, length);
        const isNear = lineups.some((lineup) => begun.filter((one) => lineup.includes(one)).length > common);
        expect(neighbours.has(asked, length)).toBe(isNear);
        tally.add(isNear ? "near" : "apart");
        if (lineups.length > 128) tally.add("many");
      },
    ),
    runs(200),
  );
  for (const name of ["near", "apart", "many"])
    expect(tally.of(name), `${tally}`).toBeGreaterThan(runs(200).numRuns * 0.1);
});
