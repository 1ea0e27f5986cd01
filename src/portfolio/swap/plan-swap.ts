import type { Seat } from "../../contests/problem/problem.ts";
import type { Model, Rule } from "../../engine/model/model.ts";
import type { PortfolioPlan } from "../../engine/model/portfolio-plan.ts";
import type { SwapLine, SwapPlan } from "../../engine/model/swap-plan.ts";
import { groupBy } from "../../shared/group-by.ts";
import type { Entered } from "./entered.ts";

/** What the lineups of all entries keep together, and how swaps are looked for. */
export type SwapPortfolio = Pick<PortfolioPlan, "model" | "unique" | "choices" | "avoid" | "shares"> &
  Pick<SwapPlan, "method">;

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
  portfolio: SwapPortfolio,
  entered: readonly Entered[],
  closed: ReadonlySet<number>,
): PlannedSwap {
  const { model, unique, choices, avoid, shares, method } = portfolio;
  const groups = new Map<string, readonly Seat[]>();
  for (const { locked } of entered) groups.set(keyOf(locked), locked);
  const names = [...groups.keys()];
  const standing = entered.map((entry) => standingOf(model, entry));
  const byLine = groupBy([...entered.keys()], (index) => {
    const { state, current } = standing[index]!;
    // What is no whole lineup is none that entries could share.
    return entered[index]!.isWhole && state !== "short"
      ? `${keyOf(entered[index]!.locked)} ${current.join()}`
      : `${index}`;
  });
  const entriesOf = [...byLine.values()];
  const lines = entriesOf.map(
    (entries): SwapLine => ({
      group: names.indexOf(keyOf(entered[entries[0]!]!.locked)),
      entries: entries.length,
      ...standing[entries[0]!]!,
    }),
  );
  const lockedOf = [...groups.values()];
  return {
    plan: {
      model,
      unique,
      choices,
      avoid,
      shares,
      method,
      groups: lockedOf.map((locked) => rulesOf(model, locked, closed)),
      lines,
    },
    entriesOf,
    lockedOf,
  };
}

/** What an entry has, as picks of the model, and whether that can stay or change. */
function standingOf(model: Model, { known, isWhole, hasUnknown, locked }: Entered) {
  const current = picksOf(model, known);
  const isSeated = isWhole && current.length === known.length;
  const isFixed = hasUnknown || (isSeated && locked.length === known.length);
  return { current, state: isFixed ? "fixed" : isSeated ? "whole" : "short" } as const;
}

/** The picks of seats, ascending, but of those who are in a slot that does not take them. */
function picksOf({ picks }: Model, lineup: readonly Seat[]): number[] {
  return lineup
    .map(({ entry, slot }) =>
      picks.entry.findIndex((one, pick) => one === entry && ((picks.slots[pick]! >> slot) & 1) === 1),
    )
    .filter((pick) => pick !== -1)
    .sort((a, b) => a - b);
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
