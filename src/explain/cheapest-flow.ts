import { allowedSlots } from "../model/allowed-slots.ts";
import type { Model, Rule } from "../model/model.ts";
import { FlowNetwork } from "../shared/flow-network.ts";
import { type CountingRule, NestedSets, type Reward } from "./nested-sets.ts";
import { countSeats, EVERY_SLOT, filledSlots, slotsOfEntries } from "./seats.ts";

export interface Flow {
  /** Ascending. */
  readonly picks: readonly number[];
  /** What the picks cost, less what is paid for those that a reward speaks of. */
  readonly cost: number;
  /** Rules whose sets cross others, so that the flow does not count them. */
  readonly aside: readonly CountingRule[];
}

/**
 * Picks such that none which keep the rules cost less; they may break some themselves. Null where none keep the rules. A
 * reward is for one of the rules that are left aside, and worth no more than `dearest`.
 */
export interface CheapestFlow {
  (rules: readonly Rule[], reward?: Reward): Flow | null;
  /** More than any picks cost. */
  readonly dearest: number;
}

/**
 * Finds them as a flow from groups to entries to seats: who is in, who sits where, most of a group and at least so many
 * groups or entries, as far as these sets lie within each other. Whatever else rules say is left aside.
 */
export function createCheapestFlow(model: Model): CheapestFlow {
  const { entry, role, salary, slots } = model.picks;
  const byPrice = [...entry.keys()].sort((a, b) => salary[a]! - salary[b]! || a - b);
  const picksOf = new Int32Array(model.entries);
  for (const one of entry) picksOf[one]! += 1;
  const roles = 1 + role.reduce((most, one) => Math.max(most, one), 0);
  const seats = countSeats(model, EVERY_SLOT);
  const dearest = 1 + seats * salary.reduce((most, cost) => Math.max(most, cost), 0);
  /** One breach outweighs every saving and reward. */
  const fine = 2 * (1 + seats) * dearest;
  const kindOf = kindsOf(model);
  const seatsOf = Array.from(slotsOfEntries(model), (bits) => countSeats(model, bits));

  function cheapestFlow(rules: readonly Rule[], reward?: Reward): Flow | null {
    const network = new FlowNetwork();
    const source = network.addNode();
    const sink = network.addNode();
    const filled = filledSlots(rules);
    const slotNodes = model.slots.map(({ count }, slot) => {
      const node = network.addNode();
      network.addArc(node, sink, count, (filled >> slot) & 1 ? -fine : 0);
      return node;
    });
    const isOnce = roles === 1 || rules.some(({ kind }) => kind === "once");
    const sets = new NestedSets(network, { source, entries: model.entries, seats, fine, isOnce });
    sets.add(rules, reward);
    const forbidden = new Set(rules.flatMap((rule) => (rule.kind === "forbid" ? rule.entries : [])));
    const required = new Set(rules.flatMap((rule) => (rule.kind === "require" ? [rule.entry] : [])));
    const allowed = allowedSlots(rules);

    const accepting = new Map<number, number>();
    const nodeAccepting = (bits: number) => {
      const known = accepting.get(bits);
      if (known !== undefined) return known;
      const node = network.addNode();
      for (const [slot, { count }] of model.slots.entries())
        if ((bits >> slot) & 1) network.addArc(node, slotNodes[slot]!, count, 0);
      accepting.set(bits, node);
      return node;
    };
    const inRoles = new Map<number, number>();
    const nodeOf = (one: number) => {
      const known = inRoles.get(one);
      if (known !== undefined) return known;
      const node = network.addNode();
      network.addArc(sets.of(one), node, 1, required.has(one) ? -fine : 0);
      if (!isOnce) network.addArc(sets.of(one), node, picksOf[one]! - 1, 0);
      inRoles.set(one, node);
      return node;
    };

    const arcs: { readonly pick: number; readonly arc: number }[] = [];
    const alike = new Map<number, number>();
    for (const pick of byPrice) {
      const one = entry[pick]!;
      const bits = slots[pick]! & (allowed.get(one) ?? -1);
      if (bits === 0 || forbidden.has(one)) continue;
      if (!required.has(one) && !allowed.has(one)) {
        // Of those who are alike, no more are needed in a role than there are seats that they may have in any.
        const paid = sets.rewardFor(one) > 0 ? 1 : 0;
        const key = ((sets.of(one) * model.entries + kindOf[one]!) * roles + role[pick]!) * 2 + paid;
        const before = alike.get(key) ?? 0;
        if (before === seatsOf[one]) continue;
        alike.set(key, before + 1);
      }
      const isOnly = picksOf[one] === 1;
      const cost = salary[pick]! - (isOnly && required.has(one) ? fine : 0) - sets.rewardFor(one);
      arcs.push({
        pick,
        arc: network.addArc(isOnly ? sets.of(one) : nodeOf(one), nodeAccepting(bits), 1, cost),
      });
    }

    const wanted = countSeats(model, filled) + required.size + sets.wanted;
    const cost = network.send(source, sink) + wanted * fine;
    if (cost > dearest) return null;
    const taken = arcs.filter(({ arc }) => network.taking(arc) > 0);
    return { picks: taken.map(({ pick }) => pick).sort((a, b) => a - b), cost, aside: sets.aside };
  }
  return Object.assign(cheapestFlow, { dearest });
}

/** A number per entry, the same for those whose picks may sit in the same slots. */
function kindsOf({ entries, picks }: Model): Int32Array {
  const spelled = new Array<string>(entries).fill("");
  for (const [pick, one] of picks.entry.entries()) spelled[one] += ` ${picks.slots[pick]!}`;
  const known = new Map<string, number>();
  return Int32Array.from(spelled, (kind) => {
    if (!known.has(kind)) known.set(kind, known.size);
    return known.get(kind)!;
  });
}
