import type { Model, Rule, RuleKind } from "../model/model.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";
import { judge } from "../model/satisfies.ts";
import type { Look } from "./look-in-flows.ts";
import { isBeyond, type Offer } from "./offer.ts";

/**
 * A relaxation for contests that may pick a player in several roles: each pick counts as an entry of its own, and group
 * maximums hold within each role. What the cheapest relaxed picks cost is a lower bound. Null where neither the bound nor
 * the relaxed picks settle the question.
 */
export function createRoleLook(
  model: Model,
  createLook: (model: Model) => Look,
): (rules: readonly Rule[], most: number | null) => Offer | null {
  const { entry, role, salary } = model.picks;
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
  const look = createLook({ ...model, entries: entry.length, picks, rules: [] });
  const costOf = (chosen: readonly number[]) => chosen.reduce((sum, pick) => sum + salary[pick]!, 0);

  return (rules, most) => {
    const stated = rules.flatMap((rule) => (STATED[rule.kind] as Reading<RuleKind>)(rule, setting));
    const offer = look([ONCE, ...stated], most);
    if ("picks" in offer && judge(model, offer.picks).keeps(rules)) return offer;
    const lowest = "picks" in offer ? costOf(offer.picks) : offer.lowest;
    return isBeyond(lowest, most) ? { lowest } : null;
  };
}

/** Nothing is explained by the rules made here. */
const ONCE: Rule = { kind: "once", origin: { constraint: "", pointer: null, words: "" } };

interface Setting {
  picksOf(entries: readonly number[]): number[];
  /** Groups of entries as groups of their picks, in all or one per role. */
  perPick(groups: Int32Array): Int32Array;
  perRole(groups: Int32Array): Int32Array;
}

type Reading<K extends RuleKind> = (
  rule: RuleByKind[K] & Pick<Rule, "origin">,
  setting: Setting,
) => readonly Rule[];

const none = () => [];

/** What a rule says of picks by themselves. */
const STATED: { readonly [K in RuleKind]: Reading<K> } = {
  atLeast: ({ entries, minimum, origin }, { picksOf }) => [
    { kind: "atLeast", entries: picksOf(entries), minimum, origin },
  ],
  budget: none,
  clauses: none,
  fill: ({ slot, origin }) => [{ kind: "fill", slot, origin }],
  forbid: ({ entries, origin }, { picksOf }) => [{ kind: "forbid", entries: picksOf(entries), origin }],
  groupMaximum: ({ groups, maximum, origin }, { perRole }) => [
    { kind: "groupMaximum", groups: perRole(groups), maximum, origin },
  ],
  groupsMinimum: ({ groups, minimum, origin }, { perPick }) => [
    { kind: "groupsMinimum", groups: perPick(groups), minimum, origin },
  ],
  once: none,
  pairedGroup: ({ groups, left, right, origin }, { perPick, picksOf }) => [
    { kind: "pairedGroup", groups: perPick(groups), left: picksOf(left), right: picksOf(right), origin },
  ],
  require: ({ entry, origin }, { picksOf }) => [
    { kind: "atLeast", entries: picksOf([entry]), minimum: 1, origin },
  ],
  seat: ({ entry, slot, origin }, { picksOf }) =>
    picksOf([entry]).map((own): Rule => ({ kind: "seat", entry: own, slot, origin })),
  unseat: ({ entries, slot, origin }, { picksOf }) => [
    { kind: "unseat", entries: picksOf(entries), slot, origin },
  ],
};
