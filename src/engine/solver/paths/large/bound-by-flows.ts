import { groupBy } from "../../../../shared/collections.ts";
import { FlowNetwork } from "../../../../shared/flow-network.ts";
import { type Instance, limitLeft } from "../instance.ts";
import { type Bounded, exactPrice, leastPrice, type Price, setWorth } from "../relaxation.ts";
import type { Scratch } from "../scratch.ts";

/** A choice of options that fills the open seats, found as a network flow of maximum value. */
interface Seated {
  /** The value of the flow. No lineup has options with a higher sum of `worth`. */
  readonly worth: number;
  /** The options that the flow takes. */
  taken(): number[];
  /**
   * All options that may be picked. In any lineup with such an option, the sum of `worth` is at most the
   * flow's value minus `missing`.
   */
  missing(): Iterable<{ readonly option: number; readonly missing: number }>;
}

interface Arc {
  readonly option: number;
  readonly arc: number;
  readonly from: number;
  readonly to: number;
  readonly paid: number;
}

/**
 * Returns a function that fills the seats with the options of the highest total `worth`, or returns null if
 * they cannot be filled. It uses a network flow, which can limit sets of candidates only if they are disjoint
 * or nested. It ignores limits that do not fit in (see `enclose`), which can only raise the total. If
 * `pays`, required candidates and those that count towards a minimum get a bonus, so that the flow prefers
 * them. Every lineup collects all bonuses, so their sum is subtracted again.
 */
function bestSeated(instance: Instance): (worth: Float64Array, pays: boolean) => Seated | null {
  const { roles, size, noPick, slots, seats, openSeats, required } = instance;
  return (worth, pays) => {
    const most = worth.subarray(0, noPick).reduce((highest, own) => Math.max(highest, Math.abs(own)), 0);
    const bonus = pays ? 2 * most : 0;
    const network = new FlowNetwork();
    const source = network.addNode();
    const sink = network.addNode();
    const slotNodes = seats.map((count) => {
      const node = network.addNode();
      network.addArc(node, sink, count, 0);
      return node;
    });
    const { inside, wanted } = enclose(instance, network, { source, bonus });
    const accepting = new Map<number, number>();
    const nodeAccepting = (bits: number) => {
      const known = accepting.get(bits);
      if (known !== undefined) return known;
      const node = network.addNode();
      for (const [slot, count] of seats.entries())
        if ((bits >> slot) & 1) network.addArc(node, slotNodes[slot]!, count, 0);
      accepting.set(bits, node);
      return node;
    };
    const arcs: Arc[] = [];
    let bonuses = wanted;
    for (let candidate = 0; candidate < size; candidate += 1) {
      let from = inside[candidate]!;
      if (roles > 1) {
        from = network.addNode();
        network.addArc(inside[candidate]!, from, 1, 0);
      }
      bonuses += required[candidate]!;
      for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1) {
        if (slots[option] === 0) continue;
        const to = nodeAccepting(slots[option]!);
        const paid = worth[option]! + required[candidate]! * bonus;
        arcs.push({ option, arc: network.addArc(from, to, 1, -paid), from, to, paid });
      }
    }
    const cost = network.sendAll(source, sink, openSeats);
    if (cost === null) return null;
    return {
      worth: -cost - bonuses * bonus,
      taken: () => arcs.filter(({ arc }) => network.taking(arc) > 0).map(({ option }) => option),
      *missing() {
        const ways = new Map<number, Float64Array>();
        for (const { option, from, to, paid } of arcs) {
          const back = ways.get(to) ?? network.waysFrom(to);
          ways.set(to, back);
          // The best flow with this option is the best flow plus the cheapest cycle through the option.
          yield { option, missing: Math.max(0, back[from]! - paid) };
        }
      },
    };
  };
}

interface Setting {
  readonly source: number;
  readonly bonus: number;
}

/**
 * Adds a node for each set of candidates that a rule limits; the flow to a candidate passes the nodes of its
 * sets. Skips a set if only some of its candidates are in an earlier set. Returns, per candidate, the node of
 * the smallest set that has it (`inside`), and the sum of all minimums (`wanted`).
 */
function enclose(instance: Instance, network: FlowNetwork, { source, bonus }: Setting) {
  const { groupRules, fixed, model, size, entry, openSeats, counters } = instance;
  const inside = new Int32Array(size).fill(source);
  let wanted = 0;
  const add = (members: readonly number[], least: number, most: number) => {
    const around = inside[members[0]!];
    if (around === undefined || members.some((candidate) => inside[candidate] !== around)) return;
    const node = network.addNode();
    for (const candidate of members) inside[candidate] = node;
    const paid = Math.min(least, most);
    if (paid > 0) network.addArc(around, node, paid, -bonus);
    network.addArc(around, node, most, 0);
    wanted += paid;
  };
  const candidates = Array.from({ length: size }, (_, candidate) => candidate);
  for (const rule of groupRules) {
    if (rule.kind !== "groupMaximum") continue;
    const groupOf = (one: number) => rule.groups[entry[one]!]!;
    const before = groupBy(fixed, (one) => rule.groups[model.picks.entry[one]!]!);
    for (const [group, members] of groupBy(candidates, groupOf)) {
      const left = rule.maximum - (before.get(group)?.length ?? 0);
      if (group !== -1) add(members, 0, Math.min(openSeats, Math.max(0, left)));
    }
  }
  for (const counter of counters) {
    const members = candidates.filter((candidate) => counter.member[entry[candidate]!] === 1);
    const left = Math.max(0, limitLeft(instance, counter));
    if (counter.kind === "atLeast") add(members, left, openSeats);
    else add(members, 0, Math.min(openSeats, left));
  }
  return { inside, wanted };
}

/**
 * Bounds the points of an instance's lineups without an automaton, by network flows. Uses the price `at`, or
 * else one with nearly the lowest bound. Options whose element in `out` is 1 are excluded. Null if no lineup
 * is within the budget.
 */
export function boundByFlows(
  instance: Instance,
  out: Uint8Array,
  scratch: Scratch,
  at?: Price,
): Bounded | null {
  const { points, salary, roles, size, budget } = instance;
  const slots = instance.slots.map((own, option) => (out[option] === 1 ? 0 : own));
  const worth = scratch.doubles("worth", instance.noPick + 1);
  const seat = bestSeated({ ...instance, slots });
  const price =
    at ??
    leastPrice(instance, (pointsWeight, asked) => {
      // With rounded sums, a cycle of the network could appear to gain forever.
      const own = pointsWeight === 0 ? { price: asked, roomy: true } : exactPrice(instance, asked);
      setWorth(instance, pointsWeight, own.price, worth);
      const taken = seat(worth, own.roomy)?.taken();
      if (taken === undefined) return null;
      const sum = (of: Float64Array) => taken.reduce((all, option) => all + of[option]!, 0);
      return { points: sum(points), salary: sum(salary) };
    });
  if (price === null) return null;
  setWorth(instance, 1, price.price, worth);
  // With bonuses, sums are up to three times as large; only a roomy price keeps them exact.
  const seated = seat(worth, price.roomy);
  if (seated === null) return null;
  const bound = seated.worth + (price.price === 0 ? 0 : price.price * budget);
  const most = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  for (const { option, missing } of seated.missing()) {
    const candidate = Math.floor(option / roles);
    most[candidate] = Math.max(most[candidate]!, bound - missing);
  }
  return { bound, price, most, way: Int32Array.from(seated.taken()) };
}
