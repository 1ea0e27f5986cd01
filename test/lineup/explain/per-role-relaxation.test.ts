import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { satisfies } from "../../../src/engine/model/satisfies.ts";
import { createPerRoleRelaxation } from "../../../src/lineup/explain/flow-oracle.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { smallModel } from "../../../src/testing/models/small-model.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const RUNS = 300;

describe("a per-role relaxation", () => {
  it("bounds costs and finds picks as exhaustive search does if a player may be picked in two roles", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(smallModel, fc.nat(), (model, room) => {
        const rules = model.rules.filter(({ kind }) => kind !== "once" && kind !== "budget");
        const { salary } = model.picks;
        const costs = allSolutions({ ...model, rules }).map(({ picks }) =>
          picks.reduce((sum, pick) => sum + salary[pick]!, 0),
        );
        const least = Math.min(...costs);
        const most = costs.length === 0 ? room : costs[room % costs.length]! - (room % 2);
        const offer = createPerRoleRelaxation(model)(rules, most);
        if (offer === null) return;
        if ("lowest" in offer) {
          expect(offer.lowest).toBeLessThanOrEqual(least);
          expect(most).toBeLessThan(least);
          tally.add("beyond");
          return;
        }
        expect(satisfies({ ...model, rules }, offer.picks)).toBe(true);
        const cost = offer.picks.reduce((sum, pick) => sum + salary[pick]!, 0);
        if (cost > most) expect(cost).toBe(least);
        const entries = new Set(offer.picks.map((pick) => model.picks.entry[pick]!));
        tally.add(entries.size < offer.picks.length ? "twice" : "once");
      }),
      runs(RUNS),
    );
    for (const outcome of ["beyond", "twice", "once"])
      expect(tally.of(outcome), `${tally}`).toBeGreaterThan(share(RUNS, 0.03));
  });
});
