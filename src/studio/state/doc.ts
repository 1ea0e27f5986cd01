/** Everything that the user can change about a slate, as one immutable value. */
import type { Portfolio } from "dfs-lineups/browser";
import type { GivenFile } from "../engine/messages.ts";

type Rule = NonNullable<Portfolio["rules"]>[number];
export type Exposure = NonNullable<Portfolio["exposure"]>[number];
type ContestSection = NonNullable<Portfolio["contests"]>[number];

export type RuleItem = { readonly id: number; readonly on: boolean } & (
  | { readonly kind: "rule"; readonly value: Rule }
  | { readonly kind: "exposure"; readonly value: Exposure }
);

/** How often a player may be in the lineups, in percent; null for no limit. */
export interface Limit {
  readonly least: number | null;
  readonly most: number | null;
}

/** `value` is exported as it was written while the page does not change its settings (`state`). */
export interface ImportedItem {
  readonly key: string;
  readonly state: string;
  readonly value: unknown;
}

/** Players are indices into `SlateFacts.players`. In a section, null means the value for all lineups. */
export interface RuleSet {
  /** The number of lineups; null for one per entry or, without entries, for `USUAL_LINEUPS`. */
  readonly lineups: number | null;
  readonly unique: number | null;
  readonly most: number | null;
  readonly leastSalary: number | null;
  readonly method: "joint" | "sequential" | null;
  readonly locks: ReadonlySet<number>;
  readonly slotLocks: ReadonlyMap<number, string>;
  readonly bans: ReadonlySet<number>;
  readonly limits: ReadonlyMap<number, Limit>;
  readonly rules: readonly RuleItem[];
  /** Lineups that stay, as the player of each seat. Undefined in what earlier versions stored. */
  readonly kept?: readonly (readonly number[])[];
  /** Fields of an imported description for which the page has no control. They apply too. */
  readonly rest: Portfolio;
  /** In the order of an imported description, which decides between equally good sets of lineups. */
  readonly imported: readonly ImportedItem[];
}

export interface Section extends RuleSet {
  readonly id: number;
  readonly name: string;
  readonly entries: ContestSection["entries"];
  readonly deal: ContestSection["deal"];
}

export interface Doc extends RuleSet {
  readonly unique: number;
  readonly method: "joint" | "sequential";
  /** The salary cap; null for the contest's. */
  readonly cap: number | null;
  readonly points: ReadonlyMap<number, number>;
  readonly ownership: ReadonlyMap<number, number>;
  readonly contests: readonly Section[];
  readonly distinct: Portfolio["distinct"];
  /** For a name in the projections file, the name or id of that player in the salary file. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The files in use: first that of the slate, then at most one of entries, one of points, and others. */
  readonly files: readonly GivenFile[];
  /** Entries, by id, that are neither filled nor swapped. */
  readonly skipped: ReadonlySet<string>;
  /** The text of the imported description, whose comments are kept; null if none was imported. */
  readonly text: string | null;
}

const NO_RULES = {
  most: null,
  leastSalary: null,
  locks: new Set<number>(),
  slotLocks: new Map<number, string>(),
  bans: new Set<number>(),
  limits: new Map<number, Limit>(),
  rules: [],
  kept: [],
  rest: {},
  imported: [],
};

export const USUAL_LINEUPS = 150;

export const NEW: Doc = {
  ...NO_RULES,
  lineups: USUAL_LINEUPS,
  unique: 1,
  method: "joint",
  cap: null,
  points: new Map(),
  ownership: new Map(),
  contests: [],
  distinct: undefined,
  aliases: new Map(),
  files: [],
  skipped: new Set(),
  text: null,
};

export const NEW_SECTION: Omit<Section, "id" | "name"> = {
  ...NO_RULES,
  lineups: null,
  unique: null,
  method: null,
  entries: undefined,
  deal: undefined,
};

export const SET_FIELDS = Object.keys({ ...NO_RULES, lineups: 0, unique: 0, method: 0 }) as (keyof RuleSet)[];

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

export function withMember<Key>(set: ReadonlySet<Key>, key: Key, isIn: boolean): ReadonlySet<Key> {
  const changed = new Set(set);
  if (isIn) changed.add(key);
  else changed.delete(key);
  return changed;
}

export function nextId({ rules, contests }: Doc): number {
  const all = [rules, ...contests.map((section) => section.rules)].flat();
  return all.reduce((most, { id }) => Math.max(most, id), 0) + 1;
}
