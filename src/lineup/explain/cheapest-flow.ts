import { allowedSlots, type Model, type Rule, requiredEntries } from "../../engine/model/model.ts";
import { memoized } from "../../shared/collections.ts";
import { FlowNetwork } from "../../shared/flow-network.ts";
import { countSeats, EVERY_SLOT, filledSlots, slotsOfEntries } from "./facts.ts";
import { NestedSets } from "./nested-sets.ts";

interface Flow {
  readonly picks: readonly number[];
  readonly cost: number;
}

/** The cheapest picks under a relaxation of the rules; null if there are none. */
export type CheapestFlow = (rules: readonly Rule[]) => Flow | null;

/**
 * A minimum-cost flow from groups to players to seats: locks, exclusions, seats, group maximums, and minimums
 * of groups or players, as far as the counted sets are nested. It ignores all other rules.
 */
export function createCheapestFlow(model: Model): CheapestFlow {
  const { entry, role, salary, slots } = model.picks;
  const byPrice = [...entry.keys()].sort((a, b) => salary[a]! - salary[b]! || a - b);
  const picksOf = new Int32Array(model.entries);
  for (const one of entry) picksOf[one]! += 1;
  const roles = 1 + role.reduce((most, one) => Math.max(most, one), 0);
  const seats = countSeats(model, EVERY_SLOT);
  const dearest = 1 + seats * salary.reduce((most, cost) => Math.max(most, cost), 0);
  const penalty = 2 * (1 + seats) * dearest;
  const kindOf = kindsOf(model);
  const seatsOf = Array.from(slotsOfEntries(model), (bits) => countSeats(model, bits));

  return (rules) => {
    const network = new FlowNetwork();
    const source = network.addNode();
    const sink = network.addNode();
    const filled = filledSlots(rules);
    const slotNodes = model.slots.map(({ count }, slot) => {
      const node = network.addNode();
      network.addArc(node, sink, count, (filled >> slot) & 1 ? -penalty : 0);
      return node;
    });
    const isOnce = roles === 1 || rules.some(({ kind }) => kind === "once");
    const sets = new NestedSets(network, { source, entries: model.entries, seats, penalty, isOnce });
    sets.add(rules);
    const required = requiredEntries(rules);
    const allowed = allowedSlots(rules);

    const nodeAccepting = memoized((bits: number) => {
      const node = network.addNode();
      for (const [slot, { count }] of model.slots.entries())
        if ((bits >> slot) & 1) network.addArc(node, slotNodes[slot]!, count, 0);
      return node;
    });
    const nodeOf = memoized((one: number) => {
      const node = network.addNode();
      network.addArc(sets.of(one), node, 1, required.has(one) ? -penalty : 0);
      if (!isOnce) network.addArc(sets.of(one), node, picksOf[one]! - 1, 0);
      return node;
    });

    const arcs: { readonly pick: number; readonly arc: number }[] = [];
    const interchangeable = new Map<number, number>();
    for (const pick of byPrice) {
      const one = entry[pick]!;
      const bits = slots[pick]! & (allowed.get(one) ?? -1);
      if (bits === 0) continue;
      if (!required.has(one) && !allowed.has(one)) {
        // A role needs no more interchangeable players than the seats that they fit.
        const key = (sets.of(one) * model.entries + kindOf[one]!) * roles + role[pick]!;
        const before = interchangeable.get(key) ?? 0;
        if (before === seatsOf[one]) continue;
        interchangeable.set(key, before + 1);
      }
      const isOnly = picksOf[one] === 1;
      const cost = salary[pick]! - (isOnly && required.has(one) ? penalty : 0);
      arcs.push({
        pick,
        arc: network.addArc(isOnly ? sets.of(one) : nodeOf(one), nodeAccepting(bits), 1, cost),
      });
    }

    const wanted = countSeats(model, filled) + required.size + sets.wanted;
    const cost = network.send(source, sink) + wanted * penalty;
    if (cost > dearest) return null;
    const taken = arcs.filter(({ arc }) => network.taking(arc) > 0);
    return { picks: taken.map(({ pick }) => pick).sort((a, b) => a - b), cost };
  };
}

function kindsOf({ entries, picks }: Model): Int32Array {
  const spelled = new Array<string>(entries).fill("");
  for (const [pick, one] of picks.entry.entries()) spelled[one] += ` ${picks.slots[pick]!}`;
  let kinds = 0;
  return Int32Array.from(
    spelled,
    memoized((_kind: string) => kinds++),
  );
}
