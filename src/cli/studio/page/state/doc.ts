/** Everything that a person can change about a slate, as one immutable value. Undo keeps a list of them. */
import type { Portfolio } from "dfs-lineups/browser";

/** A rule of a description: one over single lineups, or an exposure. */
type Rule = NonNullable<Portfolio["rules"]>[number];
export type Exposure = NonNullable<Portfolio["exposure"]>[number];

/** A rule with its switch. */
export type RuleItem = { readonly id: number; readonly on: boolean } & (
  | { readonly kind: "rule"; readonly value: Rule }
  | { readonly kind: "exposure"; readonly value: Exposure }
);

/** How often a player may be in the lineups, in percent; null for no limit. */
export interface Limit {
  readonly least: number | null;
  readonly most: number | null;
}

/** Players are places in `SlateFacts.players`. */
export interface Doc {
  readonly lineups: number;
  /** By how many players any two lineups differ, at least. */
  readonly unique: number;
  /** The most exposure of each player in percent; null for no limit. */
  readonly most: number | null;
  readonly leastSalary: number | null;
  /** The salary cap; null for the contest's. */
  readonly cap: number | null;
  readonly method: "joint" | "sequential";
  readonly points: ReadonlyMap<number, number>;
  readonly ownership: ReadonlyMap<number, number>;
  readonly locks: ReadonlySet<number>;
  readonly bans: ReadonlySet<number>;
  readonly limits: ReadonlyMap<number, Limit>;
  readonly rules: readonly RuleItem[];
  /** Fields of an imported description that have no place on the page. They are kept and apply. */
  readonly rest: Portfolio;
  /** The imported text, whose comments stay. */
  readonly text: string | null;
}

export const NEW: Doc = {
  lineups: 150,
  unique: 1,
  most: null,
  leastSalary: null,
  cap: null,
  method: "joint",
  points: new Map(),
  ownership: new Map(),
  locks: new Set(),
  bans: new Set(),
  limits: new Map(),
  rules: [],
  rest: {},
  text: null,
};

/** A map with one value set, or removed if it is null. */
export function withValue<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  value: Value | null,
): ReadonlyMap<Key, Value> {
  const changed = new Map(map);
  if (value === null) changed.delete(key);
  else changed.set(key, value);
  return changed;
}

/** A set with a member, or without it. */
export function withMember<Key>(set: ReadonlySet<Key>, key: Key, isIn: boolean): ReadonlySet<Key> {
  const changed = new Set(set);
  if (isIn) changed.add(key);
  else changed.delete(key);
  return changed;
}

/** The first free id of a rule. */
export function nextId({ rules }: Doc): number {
  return rules.reduce((most, { id }) => Math.max(most, id), 0) + 1;
}
