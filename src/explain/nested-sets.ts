import type { Rule, RuleKind } from "../model/model.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";
import type { FlowNetwork } from "../shared/flow-network.ts";
import { membersByGroup } from "../shared/group-by.ts";

export type CountingRule = Extract<Rule, { readonly kind: "atLeast" | "groupsMinimum" }>;

/** A rule that counts entries or groups, and what one more of them is worth. */
export interface Reward {
  readonly rule: CountingRule;
  readonly worth: number;
}

interface Setting {
  readonly source: number;
  readonly entries: number;
  readonly seats: number;
  /** What a unit pays less where a rule wants it. */
  readonly fine: number;
  /** Whether an entry is one unit. Else it may be two and count as one, so that nothing says how many count at most. */
  readonly isOnce: boolean;
}

type Counting<K extends CountingRule["kind"]> = Extract<CountingRule, { readonly kind: K }>;
type Reading<K extends RuleKind> = (rule: RuleByKind[K] & Rule, sets: NestedSets) => void;

const none = () => undefined;

const READ: { readonly [K in RuleKind]: Reading<K> } = {
  groupsMinimum: (rule, sets) => sets.addGroupsMinimum(rule),
  groupMaximum: (rule, sets) => sets.addGroupMaximum(rule),
  atLeast: (rule, sets) => sets.addAtLeast(rule),
  budget: none,
  clauses: none,
  fill: none,
  forbid: none,
  once: none,
  pairedGroup: none,
  require: none,
  seat: none,
  unseat: none,
};

/** Nodes between the source and the entries, one for each set that a rule counts; sets that cross others are left out. */
export class NestedSets {
  readonly #network: FlowNetwork;
  readonly #setting: Setting;
  /** The node of the innermost set of each entry. */
  readonly #inside: Int32Array;
  readonly #rewards = new Map<number, number>();
  /** How many units the rules want. */
  wanted = 0;
  readonly aside: CountingRule[] = [];

  constructor(network: FlowNetwork, setting: Setting) {
    this.#network = network;
    this.#setting = setting;
    this.#inside = new Int32Array(setting.entries).fill(setting.source);
  }

  /** Where an entry's arcs begin. */
  of(entry: number): number {
    return this.#inside[entry]!;
  }

  /** What is paid for an entry by itself. */
  rewardFor(entry: number): number {
    return this.#rewards.get(entry) ?? 0;
  }

  /** Adds the sets that the rules count, those of the outer kinds first, then those that a reward speaks of. */
  add(rules: readonly Rule[], reward?: Reward): void {
    for (const kind of Object.keys(READ))
      for (const rule of rules) if (rule.kind === kind) (READ[rule.kind] as Reading<RuleKind>)(rule, this);
    if (reward?.rule.kind === "atLeast")
      for (const entry of reward.rule.entries) this.#rewards.set(entry, reward.worth);
    if (reward?.rule.kind === "groupsMinimum") this.#payForGroups(reward.rule, reward.worth);
  }

  /** The first unit of a group may come by a node of which so many are wanted. */
  addGroupsMinimum(rule: Counting<"groupsMinimum">): void {
    const { groups, minimum } = rule;
    const { source, seats, fine } = this.#setting;
    const members = membersByGroup(groups);
    if (members.some((group) => group.some((entry) => this.#inside[entry] !== source))) {
      this.aside.push(rule);
      return;
    }
    const first = this.#network.addNode();
    this.#network.addArc(source, first, minimum, -fine);
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

  addAtLeast(rule: Counting<"atLeast">): void {
    const { entries, minimum } = rule;
    const around = this.#around(entries);
    if (around === null) {
      this.aside.push(rule);
      return;
    }
    const node = this.#enclose(entries);
    this.#network.addArc(around, node, minimum, -this.#setting.fine);
    this.#network.addArc(around, node, this.#setting.seats, 0);
    this.wanted += minimum;
  }

  /** The first unit of a group is paid for. Where a group is not within one set, each of its parts may be. */
  #payForGroups({ groups }: Counting<"groupsMinimum">, worth: number): void {
    for (const group of membersByGroup(groups)) {
      for (const around of new Set(group.map((entry) => this.of(entry)))) {
        const part = group.filter((entry) => this.#inside[entry] === around);
        const node = this.#enclose(part);
        this.#network.addArc(around, node, 1, -worth);
        this.#network.addArc(around, node, this.#setting.seats, 0);
      }
    }
  }

  /** The node of the innermost set around some entries; null where it is not one. */
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
