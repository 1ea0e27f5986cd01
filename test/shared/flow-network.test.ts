import fc from "fast-check";
import { expect, it } from "vitest";
import { FlowNetwork } from "../../src/shared/flow-network.ts";
import { runs } from "../support/runs.ts";

/** The costs of each of three members in each of two places with a capacity of two. */
const COSTS = fc.array(fc.integer({ min: -5, max: 9 }), { minLength: 6, maxLength: 6 });

/** The minimum cost of the members, each in a place or in none. */
function leastOf(costs: readonly number[], member: number, taken: readonly [number, number]): number {
  if (member === 3) return 0;
  const choices = [leastOf(costs, member + 1, taken)];
  for (const place of [0, 1] as const) {
    if (taken[place] === 2) continue;
    const then = place === 0 ? ([taken[0] + 1, taken[1]] as const) : ([taken[0], taken[1] + 1] as const);
    choices.push(costs[2 * member + place]! + leastOf(costs, member + 1, then));
  }
  return Math.min(...choices);
}

it("sends units at minimum cost, rerouting earlier ones, and only while that is profitable", () => {
  fc.assert(
    fc.property(COSTS, (costs) => {
      const network = new FlowNetwork();
      const [source, sink, ...nodes] = Array.from({ length: 7 }, () => network.addNode());
      const places = nodes.slice(0, 2);
      for (const place of places) network.addArc(place, sink!, 2, 0);
      const arcs = nodes.slice(2).flatMap((member, at) => {
        network.addArc(source!, member, 1, 0);
        return places.map((place, side) => network.addArc(member, place, 1, costs[2 * at + side]!));
      });
      const cost = network.send(source!, sink!);
      expect(cost).toBe(leastOf(costs, 0, [0, 0]));
      expect(arcs.reduce((sum, arc, at) => sum + network.taking(arc) * costs[at]!, 0)).toBe(cost);
    }),
    runs(200),
  );
});
