import { forbids, type Rule, type RuleByKind, type RuleKind, requires } from "../../engine/model/model.ts";
import { membersByGroup } from "../../shared/collections.ts";
import type { FlowNetwork } from "../../shared/flow-network.ts";

interface Setting {
  readonly source: number;
  readonly entries: number;
  readonly seats: number;
  /** The discount per unit that a rule requires: the cheapest flow keeps the rules if possible. */
  readonly penalty: number;
  /**
   * Whether at most one unit passes through a player. Otherwise maximums, which would count a player in
   * several roles as several, are left out.
   */
  readonly isOnce: boolean;
}

type Reading<K extends RuleKind> = (rule: RuleByKind[K] & Rule, sets: NestedSets) => void;

const none = () => undefined;

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
 * The network between the source and the players: a node for each set of players that a rule counts, below
 * that of the smallest earlier set around it. Sets that cross or contain an earlier one have none.
 */
export class NestedSets {
  readonly #network: FlowNetwork;
  readonly #setting: Setting;
  readonly #inside: Int32Array;
  wanted = 0;

  constructor(network: FlowNetwork, setting: Setting) {
    this.#network = network;
    this.#setting = setting;
    this.#inside = new Int32Array(setting.entries).fill(setting.source);
  }

  of(entry: number): number {
    return this.#inside[entry]!;
  }

  add(rules: readonly Rule[]): void {
    for (const kind of Object.keys(READ))
      for (const rule of rules) if (rule.kind === kind) (READ[rule.kind] as Reading<RuleKind>)(rule, this);
  }

  /**
   * A node that requires `minimum` units, through which the first of each group may pass; none if an earlier
   * set has any of the players.
   */
  addGroupsMinimum({ groups, minimum }: RuleByKind["groupsMinimum"]): void {
    const { source, seats, penalty } = this.#setting;
    const members = membersByGroup(groups);
    if (members.some((group) => group.some((entry) => this.#inside[entry] !== source))) return;
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

  addCount(rule: RuleByKind["count"]): void {
    const { entries, least } = rule;
    const most = this.#setting.isOnce ? Math.min(rule.most, this.#setting.seats) : this.#setting.seats;
    if (forbids(rule) || requires(rule) || (least === 0 && most >= entries.length)) return;
    const around = this.#around(entries);
    if (around === null) return;
    const node = this.#enclose(entries);
    const paid = Math.min(least, most);
    this.#network.addArc(around, node, paid, -this.#setting.penalty);
    this.#network.addArc(around, node, most - paid, 0);
    this.wanted += least;
  }

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
