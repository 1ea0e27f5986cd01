import { forbids, type Rule, type RuleByKind, type RuleKind, requires } from "../../engine/model/model.ts";
import { membersByGroup } from "../../shared/collections.ts";
import type { FlowNetwork } from "../../shared/flow-network.ts";

interface Setting {
  readonly source: number;
  readonly entries: number;
  readonly seats: number;
  /**
   * The discount on the cost of each unit of flow that a rule requires, so large that the cheapest flow keeps
   * the rules if possible.
   */
  readonly penalty: number;
  /**
   * Whether at most one unit of flow passes through a player. Otherwise a player in several roles is several
   * units, but counts once in a rule. Maximums in the network would count each unit, so it has none.
   */
  readonly isOnce: boolean;
}

type Reading<K extends RuleKind> = (rule: RuleByKind[K] & Rule, sets: NestedSets) => void;

const none = () => undefined;

/** For each kind of rule, the function that adds its sets of players. The kinds are added in this order. */
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
 * The part of a flow network between the source and the players. It has a node for each set of players that a
 * rule counts. If earlier sets contain the set, its node is below that of the smallest of them. A set that
 * crosses or contains an earlier one has no node.
 */
export class NestedSets {
  readonly #network: FlowNetwork;
  readonly #setting: Setting;
  /** For each player, the node of the innermost set that contains the player. */
  readonly #inside: Int32Array;
  /** The number of units of flow that the rules with nodes require. */
  wanted = 0;

  constructor(network: FlowNetwork, setting: Setting) {
    this.#network = network;
    this.#setting = setting;
    this.#inside = new Int32Array(setting.entries).fill(setting.source);
  }

  /** The node from which a player's arcs start. */
  of(entry: number): number {
    return this.#inside[entry]!;
  }

  /** Adds the sets that the rules count, outer kinds first. */
  add(rules: readonly Rule[]): void {
    for (const kind of Object.keys(READ))
      for (const rule of rules) if (rule.kind === kind) (READ[rule.kind] as Reading<RuleKind>)(rule, this);
  }

  /**
   * Adds a node that requires `minimum` units, through which the first unit of each group may pass. If a set
   * added before has any of the players, the rule has no node.
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

  /** The node of the innermost set that contains each of the players; null if it is not the same for all. */
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
