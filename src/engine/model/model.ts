import { UnsupportedModelError } from "../../shared/errors.ts";
import type { LineupTest } from "./lineup-test.ts";

/**
 * A solver's problem: choose picks, one row of `picks` each, so that every rule holds and the points are
 * maximal. It contains nothing specific to a sport, and all of it is plain data for structured clone.
 */
export interface Model {
  /** The number of entries; rules refer to entries by index. */
  readonly entries: number;
  readonly slots: readonly ModelSlot[];
  readonly picks: Picks;
  readonly rules: readonly Rule[];
}

/** The seats with one name. A role's slots have the same multiplier and salary, so a pick names a role, not a slot. */
export interface ModelSlot {
  readonly role: number;
  readonly count: number;
}

/** An entry in a role; parallel arrays, one element per pick, sorted by entry and then by role. */
export interface Picks {
  readonly entry: Int32Array;
  readonly role: Uint8Array;
  /** Bit s is set if the entry may sit in slot s; only slots of the pick's role. */
  readonly slots: Int32Array;
  /** Whole units, `POINT_UNITS` to the point, so that sums are exact in any order. */
  readonly points: Float64Array;
  /** Whole units of currency. */
  readonly salary: Float64Array;
}

/**
 * Units per point. Points with up to ten decimals are exact, and so are sums up to 900,000 points; finer
 * points are rounded to the unit once, when the model is built.
 */
export const POINT_UNITS = 1e10;

/** The source of a rule, used to explain which rules contradict each other. */
export interface Origin {
  /** The constraint's name. */
  readonly constraint: string;
  /** JSON pointer of the request field; null for the contest's own rules. */
  readonly pointer: string | null;
  /** The rule in words. */
  readonly words: string;
  /** The unit of a rule over groups, such as `team`. */
  readonly unit?: string;
}

/** One rule as data. Entries and slots are indices into the model. */
export type Rule = RuleData & { readonly origin: Origin };

/** The content of a rule: its kind, entries, slots and numbers. */
export type RuleData =
  /** The picks' salaries sum to at most `maximum`. */
  | { readonly kind: "budget"; readonly maximum: number }
  /** No entry is picked in two roles. */
  | { readonly kind: "once" }
  /** Every seat of the slot is taken. */
  | { readonly kind: "fill"; readonly slot: number }
  /** Each of the entries sits only in these slots, given as bits. */
  | { readonly kind: "allow"; readonly entries: readonly number[]; readonly slots: number }
  /** At least `least` and at most `most` of the entries are picked, in any role. */
  | {
      readonly kind: "count";
      readonly entries: readonly number[];
      readonly least: number;
      /** Infinity for no limit. */
      readonly most: number;
    }
  /** At most `maximum` picked entries share a group; `groups[entry]` is -1 for an entry that does not count. */
  | { readonly kind: "groupMaximum"; readonly groups: Int32Array; readonly maximum: number }
  /** The picked entries that count are from at least `minimum` groups. */
  | { readonly kind: "groupsMinimum"; readonly groups: Int32Array; readonly minimum: number }
  /** The picks pass the test. */
  | ({ readonly kind: "disjunction" } & LineupTest);

/** The kinds of rules that solvers read. */
export type RuleKind = RuleData["kind"];

/** The rule type of each kind, so that a table indexed by kind matches rules of that kind. */
export type RuleByKind = { readonly [K in RuleKind]: Extract<RuleData, { kind: K }> };

/**
 * Looks up a kind of rule in a complete map of readers. The compiler checks that the map has every kind, but
 * a model from elsewhere may contain others, which must not be skipped.
 * @throws UnsupportedModelError
 */
export function readerOf<Readers extends { readonly [K in RuleKind]: unknown }, K extends RuleKind>(
  readers: Readers,
  kind: K,
  solver: string,
): Readers[K] {
  if (Object.hasOwn(readers, kind)) return readers[kind];
  throw new UnsupportedModelError(solver, `it knows no rules of the kind ${kind}`);
}

const ROSTER: ReadonlySet<RuleKind> = new Set(["fill", "once"]);

/**
 * Whether a rule is part of the roster: it fills seats, or forbids picking an entry twice. Only sets of picks that
 * keep these rules are lineups.
 */
export function makesRoster({ kind }: Rule): boolean {
  return ROSTER.has(kind);
}

/** Whether no lineup can have an entry twice: there is only one role, or a rule forbids it. */
export function isOncePerLineup({ slots, rules }: Pick<Model, "slots" | "rules">): boolean {
  return slots.every(({ role }) => role === slots[0]!.role) || rules.some(({ kind }) => kind === "once");
}

/** The rule that at least `least` of the entries are picked; by default, all of them. */
export function atLeast(entries: readonly number[], least = entries.length): RuleByKind["count"] {
  return { kind: "count", entries, least, most: Number.POSITIVE_INFINITY };
}

/** A rule that forbids all of these entries. */
export function noneOf(entries: readonly number[]): RuleByKind["count"] {
  return { kind: "count", entries, least: 0, most: 0 };
}

export function forbids(rule: RuleData): boolean {
  return rule.kind === "count" && rule.most < 1;
}

export function requires(rule: RuleData): boolean {
  return rule.kind === "count" && rule.least > 0 && rule.least === rule.entries.length;
}

export function requiredEntries(rules: readonly Rule[]): Set<number> {
  return new Set(rules.flatMap((rule) => (rule.kind === "count" && requires(rule) ? rule.entries : [])));
}

/** Whether a rule limits the slots of entries. */
export function isAboutSeats({ kind }: Rule): boolean {
  return kind === "allow";
}

/** The slots, as bits, that the rules leave to each entry they limit; none to entries that may not be picked. */
export function allowedSlots(rules: readonly Rule[]): Map<number, number> {
  const allowed = new Map<number, number>();
  for (const rule of rules) {
    if (rule.kind !== "allow" && !(rule.kind === "count" && forbids(rule))) continue;
    const slots = rule.kind === "allow" ? rule.slots : 0;
    for (const entry of rule.entries) allowed.set(entry, (allowed.get(entry) ?? -1) & slots);
  }
  return allowed;
}
