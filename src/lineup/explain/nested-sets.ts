import { forbids, type Rule, type RuleByKind, type RuleKind, requires } from "../../engine/model/model.ts";
import { membersByGroup } from "../../shared/collections.ts";
import type { FlowNetwork } from "../../shared/flow-network.ts";

/** A rule with a minimum: of entries from a list, or of different groups. */
export type CountingRule = Extract<Rule, { readonly kind: "count" | "groupsMinimum" }>;

/** A rule that counts entries or groups, and the Lagrange multiplier of its minimum. */
export interface PricedRule {
  readonly rule: CountingRule;
  readonly price: number;
}

interface Setting {
  readonly source: number;
  readonly entries: number;
  readonly seats: number;
  /** The discount for a unit that a rule requires. */
  readonly penalty: number;
  /**
   * Whether an entry is at most one unit of flow. Otherwise it may be several units that count once, so the
   * network cannot have maximums.
   */
  readonly isOnce: boolean;
}

type Counting<K extends CountingRule["kind"]> = Extract<CountingRule, { readonly kind: K }>;
type Reading<K extends RuleKind> = (rule: RuleByKind[K] & Rule, sets: NestedSets) => void;

const none = () => undefined;

/** How each kind of rule adds its sets, in the order in which the kinds are added. */
const READ: { readonly [K in RuleKind]: Reading<K> } = {
  groupsMinimum: (rule, sets) => sets.addGroupsMinimum(rule),
  groupMaximum: (rule, sets) => sets.addGroupMaximum(rule),
  count: (rule, sets) => sets.addCount(rule),
  allow: none,
  budget: none,
  disjunction: none,
  fill: none,
  once: none,
};

/**
 * The part of a flow network between the source and the entries: a node for each set that a rule counts. Sets
 * that overlap others have no node.
 */
export class NestedSets {
  readonly #network: FlowNetwork;
  readonly #setting: Setting;
  /** The node of the innermost set that contains each entry. */
  readonly #inside: Int32Array;
  readonly #prices = new Map<number, number>();
  /** The number of units that the rules require. */
  wanted = 0;
  /** Counting rules whose sets overlap others. */
  readonly uncounted: CountingRule[] = [];

  constructor(network: FlowNetwork, setting: Setting) {
    this.#network = network;
    this.#setting = setting;
    this.#inside = new Int32Array(setting.entries).fill(setting.source);
  }

  /** The node that an entry's arcs start from. */
  of(entry: number): number {
    return this.#inside[entry]!;
  }

  /** The price of an entry itself, not of its group. */
  priceOf(entry: number): number {
    return this.#prices.get(entry) ?? 0;
  }

  /** Adds the sets that the rules count, outer kinds first, then the groups of the priced rule. */
  add(rules: readonly Rule[], priced?: PricedRule): void {
    for (const kind of Object.keys(READ))
      for (const rule of rules) if (rule.kind === kind) (READ[rule.kind] as Reading<RuleKind>)(rule, this);
    if (priced?.rule.kind === "count")
      for (const entry of priced.rule.entries) this.#prices.set(entry, priced.price);
    if (priced?.rule.kind === "groupsMinimum") this.#priceGroups(priced.rule, priced.price);
  }

  /** Adds a node that requires `minimum` units, through which the first unit of each group may pass. */
  addGroupsMinimum(rule: Counting<"groupsMinimum">): void {
    const { groups, minimum } = rule;
    const { source, seats, penalty } = this.#setting;
    const members = membersByGroup(groups);
    if (members.some((group) => group.some((entry) => this.#inside[entry] !== source))) {
      this.uncounted.push(rule);
      return;
    }
    const first = this.#network.addNode();
    this.#network.addArc(source, first, minimum, -penalty);
    this.#network.addArc(source, first, seats, 0);
    this.wanted += minimum;
    for (const group of members) {
      const node = this.#enclose(group);
      this.#network.addArc(first, node, 1, 0);
      this.#network.addArc(source, node, seats, 0);
    }
  }

  addGroupMaximum({ groups, maximum }: RuleByKind["groupMaximum"]): void {
    if (!this.#setting.isOnce) return;
    for (const group of membersByGroup(groups)) {
      const around = this.#around(group);
      if (around !== null && group.length > maximum)
        this.#network.addArc(around, this.#enclose(group), maximum, 0);
    }
  }

  addCount(rule: Counting<"count">): void {
    const { entries, least } = rule;
    const most = this.#setting.isOnce ? Math.min(rule.most, this.#setting.seats) : this.#setting.seats;
    if (forbids(rule) || requires(rule) || (least === 0 && most >= entries.length)) return;
    const around = this.#around(entries);
    if (around === null) {
      if (least > 0) this.uncounted.push(rule);
      return;
    }
    const node = this.#enclose(entries);
    const paid = Math.min(least, most);
    this.#network.addArc(around, node, paid, -this.#setting.penalty);
    this.#network.addArc(around, node, most - paid, 0);
    this.wanted += least;
  }

  /** Discounts the first unit of a group. If sets divide a group, each part may be discounted. */
  #priceGroups({ groups }: Counting<"groupsMinimum">, price: number): void {
    for (const group of membersByGroup(groups)) {
      for (const around of new Set(group.map((entry) => this.of(entry)))) {
        const part = group.filter((entry) => this.#inside[entry] === around);
        const node = this.#enclose(part);
        this.#network.addArc(around, node, 1, -price);
        this.#network.addArc(around, node, this.#setting.seats, 0);
      }
    }
  }

  /** The node of the innermost set that contains all of the entries; null if it differs among them. */
  #around([first, ...others]: readonly number[]): number | null {
    const around = this.#inside[first ?? -1] ?? null;
    return others.every((entry) => this.#inside[entry] === around) ? around : null;
  }

  #enclose(entries: readonly number[]): number {
    const node = this.#network.addNode();
    for (const entry of entries) this.#inside[entry] = node;
    return node;
  }
}
