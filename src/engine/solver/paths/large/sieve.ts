import { classify } from "../classes.ts";
import { type Instance, restrictTo } from "../instance.ts";
import { exactPrice } from "../price.ts";
import { leastPrice, setWorth } from "../relaxation.ts";
import type { Roster, Workshop } from "../roster.ts";
import { layOut } from "../trellis.ts";
import { bestSeated } from "./best-seated.ts";

/**
 * Reads an instance whose automaton would be too large: bound and slacks are those of the best flow of candidates into
 * seats, and automata are made of those candidates only that are laid out. Null when nobody can fill the roster within
 * the budget.
 */
export function sieve(
  instance: Instance,
  { automata, scratch }: Pick<Workshop, "automata" | "scratch">,
  seatsAlone: boolean,
): Roster | null {
  const { points, salary, roles, size, budget } = instance;
  const worth = scratch.doubles("worth", instance.nobody + 1);
  const seat = bestSeated(seatsAlone ? { ...instance, groupRules: [] } : instance);
  const price = leastPrice(instance, (pointsWeight, asked) => {
    // Sums that round can make a circle of the flow pay for itself again and again.
    const { price, roomy } = pointsWeight === 0 ? { price: asked, roomy: true } : exactPrice(instance, asked);
    setWorth(instance, pointsWeight, price, worth);
    const taken = seat(worth, roomy)?.taken();
    if (taken === undefined) return null;
    const sum = (of: Float64Array) => taken.reduce((all, option) => all + of[option]!, 0);
    return { points: sum(points), salary: sum(salary) };
  });
  if (price === null) return null;
  setWorth(instance, 1, price.price, worth);
  // Payments take up to three times the room that sums of priced points do.
  const seated = seat(worth, price.roomy);
  if (seated === null) return null;
  const slack = scratch.doubles("slack", size);
  slack.fill(Number.POSITIVE_INFINITY, 0, size);
  for (const { option, missing } of seated.missing()) {
    const candidate = Math.floor(option / roles);
    if (missing < slack[candidate]!) slack[candidate] = missing;
  }
  const paid = price.price === 0 ? 0 : price.price * budget;
  return {
    instance,
    classOf: classify(instance).classOf,
    size: Number.POSITIVE_INFINITY,
    relaxation: { ...price, bound: seated.worth + paid, worth, slack },
    layOut(candidates, name) {
      const classified = classify(restrictTo(instance, candidates), Number.POSITIVE_INFINITY);
      const automaton = automata.get(classified);
      if (automaton === null) return null;
      const classOf = new Int32Array(size);
      for (const [at, candidate] of candidates.entries()) classOf[candidate] = classified.classOf[at]!;
      return layOut({ instance, automaton, classOf, candidates }, scratch, name);
    },
  };
}
