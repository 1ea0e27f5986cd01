import type { Model, Rule, RuleKind } from "../model/model.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";
import { judge } from "../model/satisfies.ts";
import type { Look } from "./look-in-flows.ts";
import { isBeyond, type Offer } from "./offer.ts";

/** How many are tried in a seat of a small role, besides those who are picked elsewhere. */
const TRIED = 40;

/**
 * Looks where somebody may be picked in several roles: each pick is then an entry of its own, and since nobody is in a
 * role twice, no more of a group are in one role than may be picked at all. So what such picks cost at least holds of all.
 * Picks that keep that much are mended: whoever is in a small role gives way to somebody who is picked in another one.
 * Null where neither settles it.
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
  const seats = new Array<number>(roles).fill(0);
  for (const slot of model.slots) seats[slot.role]! += slot.count;
  const isSmall = (pick: number) => seats[role[pick]!]! < Math.max(...seats);
  const small = [...entry.keys()].filter(isSmall).sort((a, b) => salary[a]! - salary[b]! || a - b);
  const costOf = (chosen: readonly number[]) => chosen.reduce((sum, pick) => sum + salary[pick]!, 0);

  /** Picks that keep the rules for so much, made of some that keep them role by role. */
  function mended(chosen: readonly number[], rules: readonly Rule[], most: number): readonly number[] | null {
    const keeps = (some: readonly number[]) => costOf(some) <= most && judge(model, some).keeps(rules);
    if (keeps(chosen)) return chosen;
    const elsewhere = new Set(chosen.filter((pick) => !isSmall(pick)).map((pick) => entry[pick]!));
    const likely = [...small.filter((pick) => elsewhere.has(entry[pick]!)), ...small.slice(0, TRIED)];
    for (const gone of chosen.filter(isSmall)) {
      const others = chosen.filter((pick) => pick !== gone);
      for (const pick of likely) {
        if (role[pick] !== role[gone] || others.includes(pick)) continue;
        const some = [...others, pick].sort((a, b) => a - b);
        if (keeps(some)) return some;
      }
    }
    return null;
  }

  return (rules, most) => {
    const stated = rules.flatMap((rule) => (STATED[rule.kind] as Reading<RuleKind>)(rule, setting));
    const offer = look([ONCE, ...stated], most);
    if ("lowest" in offer) return isBeyond(offer.lowest, most) ? offer : null;
    const found = most === null ? null : mended(offer.picks, rules, most);
    return found && { picks: found };
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
