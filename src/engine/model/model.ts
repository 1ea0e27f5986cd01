import type { Message } from "../../shared/errors/message-parts.ts";
import { UnsupportedModelError } from "../../shared/errors.ts";
import type { LineupTest } from "./lineup-test.ts";

/**
 * A solver's problem: choose picks so that every rule holds and the sum of points is maximal. A pick is a
 * player in a role. Rules refer to players and slots by index. All of it is plain data for structured clone,
 * and nothing is specific to a sport.
 */
export interface Model {
  /**
   * The number of players in the pool. Elsewhere, `entry` and `entries` are players, as indices below this
   * number.
   */
  readonly entries: number;
  readonly slots: readonly ModelSlot[];
  readonly picks: Picks;
  readonly rules: readonly Rule[];
}

/** A slot of a lineup with `count` seats. A player has the same points and salary in all slots of a role. */
export interface ModelSlot {
  readonly role: number;
  readonly count: number;
}

/** Parallel arrays with an element per pick, sorted by player and then by role. */
export interface Picks {
  readonly entry: Int32Array;
  readonly role: Uint8Array;
  /** Bit s is set if the player may take slot s in this role. */
  readonly slots: Int32Array;
  /** Points in whole units, so that sums are exact in any order; `POINT_UNITS` units make a point. */
  readonly points: Float64Array;
  readonly salary: Float64Array;
}

/**
 * Units per point. Points with up to ten decimals are a whole number of units; finer ones are rounded once,
 * when the model is built. Sums of up to 900,000 points are exact.
 */
export const POINT_UNITS = 1e10;

/**
 * Prices that are subtracted from points are whole multiples of this many units. The fewer different totals
 * lineups have, the faster the search; and duals that differ only by rounding errors give equal prices.
 */
export const PRICE_STEP = POINT_UNITS / 100_000;

/** The source of a rule, used to explain which rules contradict each other. */
export interface Origin {
  readonly constraint: string;
  /** JSON pointer of the request field; null for the contest's own rules. */
  readonly pointer: string | null;
  readonly words: Message;
  /** What a group is in a rule over groups, such as `team`. */
  readonly unit?: string;
}

export type Rule = RuleData & { readonly origin: Origin };

export type RuleData =
  | { readonly kind: "budget"; readonly maximum: number }
  | { readonly kind: "once" }
  | { readonly kind: "fill"; readonly slot: number }
  /** Each of the players in `entries` may only take the slots whose bits are set in `slots`. */
  | { readonly kind: "allow"; readonly entries: readonly number[]; readonly slots: number }
  | {
      readonly kind: "count";
      readonly entries: readonly number[];
      readonly least: number;
      readonly most: number;
    }
  /**
   * At most `maximum` picked players are of the same group. `groups` has each player's group; -1 for none.
   */
  | { readonly kind: "groupMaximum"; readonly groups: Int32Array; readonly maximum: number }
  /** The picked players are of at least `minimum` groups. `groups` has each player's group; -1 for none. */
  | { readonly kind: "groupsMinimum"; readonly groups: Int32Array; readonly minimum: number }
  | ({ readonly kind: "disjunction" } & LineupTest);

export type RuleKind = RuleData["kind"];

export type RuleByKind = { readonly [K in RuleKind]: Extract<RuleData, { kind: K }> };

/**
 * Returns the element of `readers` for a kind of rule. A model that was not type-checked may have an unknown
 * one, which must not be skipped. @throws UnsupportedModelError
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

/** Whether a set of picks is a lineup only if it keeps this rule. */
export function makesRoster({ kind }: Rule): boolean {
  return ROSTER.has(kind);
}

export function isOncePerLineup({ slots, rules }: Pick<Model, "slots" | "rules">): boolean {
  return slots.every(({ role }) => role === slots[0]!.role) || rules.some(({ kind }) => kind === "once");
}

export function atLeast(entries: readonly number[], least = entries.length): RuleByKind["count"] {
  return { kind: "count", entries, least, most: Number.POSITIVE_INFINITY };
}

export function noneOf(entries: readonly number[]): RuleByKind["count"] {
  return { kind: "count", entries, least: 0, most: 0 };
}

export function forbids(rule: RuleData): boolean {
  return rule.kind === "count" && rule.most < 1;
}

export function requires(rule: RuleData): boolean {
  return rule.kind === "count" && rule.least > 0 && rule.least === rule.entries.length;
}

export function isAboutSeats({ kind }: Rule): boolean {
  return kind === "allow";
}

/** Per player that the rules keep out of some slots: the slots still allowed, as bits. */
export function allowedSlots(rules: readonly Rule[]): Map<number, number> {
  const allowed = new Map<number, number>();
  for (const rule of rules) {
    if (rule.kind !== "allow" && !(rule.kind === "count" && forbids(rule))) continue;
    const slots = rule.kind === "allow" ? rule.slots : 0;
    for (const entry of rule.entries) allowed.set(entry, (allowed.get(entry) ?? -1) & slots);
  }
  return allowed;
}

/** The test that a lineup has a player of `left` and one of `right` from the same group (-1: none). */
export function pairTest(
  { entry }: Pick<Picks, "entry">,
  groups: Int32Array,
  left: readonly number[],
  right: readonly number[],
): LineupTest {
  const sides = [new Set(left), new Set(right)];
  const members = new Map<number, [number[], number[]]>();
  for (const [pick, own] of entry.entries()) {
    const group = groups[own]!;
    if (group === -1) continue;
    const known = members.get(group) ?? [[], []];
    members.set(group, known);
    for (const [side, picks] of known.entries()) if (sides[side]!.has(own)) picks.push(pick);
  }
  const some = (picks: readonly number[]) => ({
    picks: Int32Array.from(picks),
    least: 1,
    most: Number.POSITIVE_INFINITY,
  });
  const both = [...members.values()].filter((own) => own.every((picks) => picks.length > 0));
  return { when: null, alternatives: both.map((own) => ({ counts: own.map(some), sums: [] })) };
}
