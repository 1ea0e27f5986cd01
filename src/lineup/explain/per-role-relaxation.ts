import type { Model, Rule, RuleByKind, RuleKind } from "../../engine/model/model.ts";
import { judge } from "../../engine/model/satisfies.ts";
import { costOf, ONCE } from "./facts.ts";
import { createFlowOracle, isBeyond, type Offer } from "./flow-oracle.ts";

/**
 * A relaxation for contests that may pick a player in several roles: each pick counts as an entry of its own,
 * and group maximums hold within each role. The cost of the cheapest relaxed picks is a lower bound. Null if
 * neither this bound nor the picks settle the question.
 */
export function createPerRoleRelaxation(
  model: Model,
): (rules: readonly Rule[], most: number | null) => Offer | null {
  const { entry, role } = model.picks;
  const picksOf: number[][] = Array.from({ length: model.entries }, () => []);
  for (const [pick, one] of entry.entries()) picksOf[one]!.push(pick);
  const roles = 1 + role.reduce((most, one) => Math.max(most, one), 0);
  const setting: Setting = {
    picksOf: (entries) => entries.flatMap((one) => picksOf[one]!),
    perPick: (groups) => entry.map((one) => groups[one]!),
    perRole: (groups) =>
      entry.map((one, pick) => (groups[one] === -1 ? -1 : groups[one]! * roles + role[pick]!)),
  };
  const picks = { ...model.picks, entry: Int32Array.from(entry.keys()) };
  const oracle = createFlowOracle({ ...model, entries: entry.length, picks, rules: [] });

  return (rules, most) => {
    const relaxed = rules.flatMap((rule) => (RELAXED[rule.kind] as Reading<RuleKind>)(rule, setting));
    const offer = oracle([ONCE, ...relaxed], most);
    if ("picks" in offer && judge(model, offer.picks).keeps(rules)) return offer;
    const lowest = "picks" in offer ? costOf(model, offer.picks) : offer.lowest;
    return isBeyond(lowest, most) ? { lowest } : null;
  };
}

interface Setting {
  picksOf(entries: readonly number[]): number[];
  /** Turns groups of entries into groups of picks: one group over all roles, or one per role. */
  perPick(groups: Int32Array): Int32Array;
  perRole(groups: Int32Array): Int32Array;
}

type Reading<K extends RuleKind> = (
  rule: RuleByKind[K] & Pick<Rule, "origin">,
  setting: Setting,
) => readonly Rule[];

const none = () => [];

/** Each rule restated for a model where each pick is an entry. */
const RELAXED: { readonly [K in RuleKind]: Reading<K> } = {
  allow: (rule, { picksOf }) => [{ ...rule, entries: picksOf(rule.entries) }],
  budget: none,
  // Of an entry's picks, several may count.
  count: (rule, { picksOf }) => [
    { ...rule, entries: picksOf(rule.entries), most: rule.most < 1 ? 0 : Infinity },
  ],
  // It is about picks.
  disjunction: (rule) => [rule],
  fill: ({ slot, origin }) => [{ kind: "fill", slot, origin }],
  groupMaximum: ({ groups, maximum, origin }, { perRole }) => [
    { kind: "groupMaximum", groups: perRole(groups), maximum, origin },
  ],
  groupsMinimum: ({ groups, minimum, origin }, { perPick }) => [
    { kind: "groupsMinimum", groups: perPick(groups), minimum, origin },
  ],
  once: none,
};
