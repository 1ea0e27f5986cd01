import type { Rule, RuleKind } from "../model/model.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";
import type { FlowNetwork } from "../shared/flow-network.ts";
import { membersByGroup } from "../shared/group-by.ts";

interface Setting {
  readonly source: number;
  readonly entries: number;
  /** What a unit pays less where a rule wants it. */
  readonly fine: number;
  /** Whether an entry is one unit. Else it may be two and count as one, so that nothing says how many count at most. */
  readonly isOnce: boolean;
}

type Reading<K extends RuleKind> = (rule: RuleByKind[K], sets: NestedSets) => void;

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

/** Nodes between the source and the entries, one for each set of entries that a rule counts; sets that cross are left out. */
export class NestedSets {
  readonly #network: FlowNetwork;
  readonly #setting: Setting;
  /** The node of the innermost set of each entry. */
  readonly #inside: Int32Array;
  /** How many units the rules want. */
  wanted = 0;

  constructor(network: FlowNetwork, setting: Setting) {
    this.#network = network;
    this.#setting = setting;
    this.#inside = new Int32Array(setting.entries).fill(setting.source);
  }

  /** Where an entry's arcs begin. */
  of(entry: number): number {
    return this.#inside[entry]!;
  }

  /** Adds the sets that the rules count, those of the outer kinds first. */
  add(rules: readonly Rule[]): void {
    for (const kind of Object.keys(READ))
      for (const rule of rules) if (rule.kind === kind) (READ[rule.kind] as Reading<RuleKind>)(rule, this);
  }

  /** The first unit of a group may come by a node of which so many are wanted. */
  addGroupsMinimum({ groups, minimum }: RuleByKind["groupsMinimum"]): void {
    const { source, fine } = this.#setting;
    const members = membersByGroup(groups);
    if (members.some((group) => group.some((entry) => this.#inside[entry] !== source))) return;
    const first = this.#network.addNode();
    this.#network.addArc(source, first, minimum, -fine);
    this.#network.addArc(source, first, members.length, 0);
    this.wanted += minimum;
    for (const group of members) {
      const node = this.#enclose(group);
      this.#network.addArc(first, node, 1, 0);
      this.#network.addArc(source, node, group.length, 0);
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

  addAtLeast({ entries, minimum }: RuleByKind["atLeast"]): void {
    const around = this.#around(entries);
    if (around === null) return;
    const node = this.#enclose(entries);
    this.#network.addArc(around, node, minimum, -this.#setting.fine);
    this.#network.addArc(around, node, 2 * entries.length, 0);
    this.wanted += minimum;
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
