import type { Model, Rule } from "../model/model.ts";
import type { PortfolioPlan } from "../model/portfolio-plan.ts";
import type { SwapLine, SwapPlan } from "../model/swap-plan.ts";
import type { Seat } from "../problem/problem.ts";
import { groupBy } from "../shared/group-by.ts";
import type { Entered } from "./entered.ts";

/** A plan of swaps, and which entries are of each of its lines. */
export interface PlannedSwap {
  readonly plan: SwapPlan;
  /** Indices of entries, by line. */
  readonly entriesOf: readonly (readonly number[])[];
  /** The locked seats of each of the plan's groups. */
  readonly lockedOf: readonly (readonly Seat[])[];
}

/**
 * States entries as lines: entries with one lineup and the same locked seats are one, and stay one. Lines with the same
 * locked seats have the same rules. `closed` are entries of the problem that nobody else can have any more.
 */
export function planSwap(
  portfolio: Pick<PortfolioPlan, "model" | "unique" | "choices" | "avoid" | "shares">,
  entered: readonly Entered[],
  closed: ReadonlySet<number>,
): PlannedSwap {
  const { model, unique, choices, avoid, shares } = portfolio;
  const groups = new Map<string, readonly Seat[]>();
  for (const { locked } of entered) groups.set(keyOf(locked), locked);
  const names = [...groups.keys()];
  const byLine = groupBy([...entered.keys()], (index) => {
    const { locked, lineup } = entered[index]!;
    // What cannot stay is no lineup that entries could share.
    return lineup === null ? `${index}` : `${keyOf(locked)} ${picksOf(model, lineup)?.join() ?? index}`;
  });
  const entriesOf = [...byLine.values()];
  const lines = entriesOf.map((entries): SwapLine => {
    const { locked, lineup } = entered[entries[0]!]!;
    return {
      group: names.indexOf(keyOf(locked)),
      entries: entries.length,
      current: lineup && picksOf(model, lineup),
    };
  });
  const lockedOf = [...groups.values()];
  return {
    plan: {
      model,
      unique,
      choices,
      avoid,
      shares,
      groups: lockedOf.map((locked) => rulesOf(model, locked, closed)),
      lines,
    },
    entriesOf,
    lockedOf,
  };
}

/** The picks of seats, ascending; null where somebody is in a slot that does not take him. */
function picksOf({ picks }: Model, lineup: readonly Seat[]): number[] | null {
  const found = lineup.map(({ entry, slot }) =>
    picks.entry.findIndex((one, pick) => one === entry && ((picks.slots[pick]! >> slot) & 1) === 1),
  );
  return found.includes(-1) ? null : found.sort((a, b) => a - b);
}

const NAMES = { constraint: "locked-seats", pointer: null } as const;

/**
 * The model's rules for entries with these seats locked. What is locked stays, whatever the rules say of him; and who has
 * begun elsewhere cannot be asked for.
 */
function rulesOf(model: Model, locked: readonly Seat[], closed: ReadonlySet<number>): Rule[] {
  const held = new Set(locked.map(({ entry }) => entry));
  const shut = [...closed].filter((entry) => !held.has(entry));
  const isShut = new Set(shut);
  const rules = model.rules.flatMap((rule): Rule[] => {
    if (rule.kind === "forbid" || rule.kind === "unseat")
      return [{ ...rule, entries: rule.entries.filter((entry) => !held.has(entry)) }];
    const isNamed = rule.kind === "require" || rule.kind === "seat";
    return isNamed && (isShut.has(rule.entry) || held.has(rule.entry)) ? [] : [rule];
  });
  const words = "locked seats";
  return [
    ...rules,
    ...(shut.length === 0 ? [] : [{ kind: "forbid", entries: shut, origin: { ...NAMES, words } } as const]),
    ...locked.flatMap(({ entry, slot }): Rule[] => [
      { kind: "require", entry, origin: { ...NAMES, words } },
      { kind: "seat", entry, slot, origin: { ...NAMES, words } },
    ]),
  ];
}

function keyOf(locked: readonly Seat[]): string {
  return locked.map(({ entry, slot }) => `${entry}@${slot}`).join();
}
