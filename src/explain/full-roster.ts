import type { Model, Origin, Picks, Rule, RuleKind } from "../model/model.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";

/**
 * Questions about some of a model's rules, restated as rosters whose every seat is taken and whose points are what is
 * saved. A seat that no rule wants taken may go to a stand-in, who costs nothing and counts for nothing. Which seats
 * must be taken, who is in and who is out become prices, so that nearly all questions are about the same classes, and
 * whoever answers them needs one automaton.
 */
export interface FullRoster {
  /** The rules that prices can say. */
  priced(rules: readonly Rule[]): Stated;
  /** These and the rules that count entries. */
  counted(rules: readonly Rule[]): Stated;
  /** The original's picks among those of a solution. */
  picksOf(picks: readonly number[]): number[];
}

export interface Stated {
  readonly model: Model;
  /** If any picks keep these of the rules, those of the best solution do, and no others cost less. */
  readonly rules: readonly Rule[];
}

/** Whether an entry is picked once, or may be picked in each role and then counts as several. */
export type Picked = "once" | "per role";

export function createFullRoster(original: Model, picked: Picked): FullRoster {
  const { picks, slots } = original;
  const size = picks.entry.length;
  const people = picked === "once" ? original.entries : size;
  const standIns = slots.flatMap(({ count }, slot) => new Array<number>(count).fill(slot));
  const cast: Picks = {
    entry: Int32Array.from([
      ...(picked === "once" ? picks.entry : picks.entry.keys()),
      ...standIns.map((_, at) => people + at),
    ]),
    role: Uint8Array.from([...picks.role, ...standIns.map((slot) => slots[slot]!.role)]),
    slots: Int32Array.from([...picks.slots, ...standIns.map((slot) => 1 << slot)]),
    salary: new Float64Array(size + standIns.length),
    points: Float64Array.from([...picks.salary.map((cost) => 0 - cost), ...standIns.map(() => 0)]),
  };
  const picksOf: number[][] = Array.from({ length: original.entries }, () => []);
  for (const [pick, entry] of picks.entry.entries()) picksOf[entry]!.push(pick);
  const setting: Setting = {
    picked,
    picksOf,
    entriesOf: picksOf.map((own) => [...new Set(own.map((pick) => cast.entry[pick]!))]),
    standInsOf: (slot) => standIns.flatMap((stood, at) => (stood === slot ? [size + at] : [])),
    fine: 1 + standIns.length * picks.salary.reduce((most, cost) => Math.max(most, cost), 0),
  };
  const always: readonly Rule[] = [
    { kind: "once", origin: NOWHERE },
    ...slots.map((_, slot): Rule => ({ kind: "fill", slot, origin: NOWHERE })),
  ];

  function state(given: readonly Rule[], counts: boolean): Stated {
    const points = cast.points.slice();
    const kept: Rule[] = [];
    const stated: Rule[] = [...always];
    for (const rule of given) {
      const own = (STATED[rule.kind] as Reading<RuleKind>)(rule, setting, points);
      if (own === null || (own.some(({ kind }) => kind === "atLeast") && !counts)) continue;
      stated.push(...own);
      // Whoever is picked in two roles counts once.
      if (rule.kind !== "atLeast" || picked === "once") kept.push(rule);
    }
    const entries = people + standIns.length;
    return {
      model: { entries, slots, picks: { ...cast, points }, rules: stated },
      rules: kept,
    };
  }

  return {
    priced: (rules) => state(rules, false),
    counted: (rules) => state(rules, true),
    picksOf: (solution) => solution.filter((pick) => pick < size),
  };
}

/** No solution is explained by the rules made here. */
const NOWHERE = { constraint: "", pointer: null, words: "" };

interface Setting {
  readonly picked: Picked;
  /** The original's picks of its entries. */
  readonly picksOf: readonly (readonly number[])[];
  /** The roster's entries for each of the original's. */
  readonly entriesOf: readonly (readonly number[])[];
  /** The picks of a slot's stand-ins. */
  standInsOf(slot: number): number[];
  /** More than all seats can cost, so that one breach outweighs every saving. */
  readonly fine: number;
}

/** What a rule says of the roster beside its effect on the points; null where neither says it. */
type Reading<K extends RuleKind> = (
  rule: RuleByKind[K] & Pick<Rule, "origin">,
  setting: Setting,
  points: Float64Array,
) => readonly Rule[] | null;

const STATED: { readonly [K in RuleKind]: Reading<K> } = {
  fill({ slot }, { standInsOf, fine }, points) {
    for (const pick of standInsOf(slot)) points[pick]! -= fine;
    return [];
  },
  forbid({ entries }, { picksOf, fine }, points) {
    for (const entry of entries) for (const pick of picksOf[entry]!) points[pick]! -= fine;
    return [];
  },
  require({ entry, origin }, { picksOf, entriesOf, fine }, points) {
    if (entriesOf[entry]!.length > 1) return [someOf(entriesOf[entry]!, 1, origin)];
    for (const pick of picksOf[entry]!) points[pick]! += fine;
    return [];
  },
  seat: ({ entry, slot, origin }, { entriesOf }) =>
    entriesOf[entry]!.map((own): Rule => ({ kind: "seat", entry: own, slot, origin })),
  unseat: ({ entries, slot, origin }, { entriesOf }) => [
    { kind: "unseat", entries: entries.flatMap((entry) => entriesOf[entry]!), slot, origin },
  ],
  once: (_rule, { picked }) => (picked === "once" ? [] : null),
  atLeast: ({ entries, minimum, origin }, { entriesOf }) => [
    someOf(
      entries.flatMap((entry) => entriesOf[entry]!),
      minimum,
      origin,
    ),
  ],
  budget: () => null,
  groupMaximum: () => null,
  groupsMinimum: () => null,
  pairedGroup: () => null,
  clauses: () => null,
};

function someOf(entries: readonly number[], minimum: number, origin: Origin): Rule {
  return { kind: "atLeast", entries, minimum, origin };
}
