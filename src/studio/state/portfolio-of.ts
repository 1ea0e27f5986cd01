import type { Portfolio } from "dfs-lineups/browser";
import type { Edit } from "../engine/messages.ts";
import type { Player, SlateFacts } from "../engine/session.ts";
import { type Doc, type ImportedItem, type RuleSet, type Section, USUAL_LINEUPS } from "./doc.ts";

/** `rest` is an imported item that the page cannot show as a rule, lock or limit. */
export type Source =
  | { readonly kind: "lock" | "ban" | "limit"; readonly player: number }
  | { readonly kind: "rule"; readonly id: number }
  | { readonly kind: "rest"; readonly value: unknown }
  | { readonly kind: "most" | "unique" | "salary" };

export interface Described {
  readonly portfolio: Portfolio;
  /** `set` is the index of the set of rules that has the part, among the sets that `setsOf` returns. */
  readonly sources: ReadonlyMap<string, Source & { readonly set: number }>;
}

const share = (percent: number) => `${percent}%`;

const LISTS = ["lock", "exclude", "avoid", "exposure", "rules"] as const;
export type List = (typeof LISTS)[number];

interface ListItem extends ImportedItem {
  readonly field: List;
  readonly source: Source;
}

/** What a list item is about, such as a player, followed by its settings. */
export type About = readonly [what: unknown, ...says: unknown[]];

export const keyed = (field: List, [what, ...says]: About) => ({
  key: JSON.stringify([field, what]),
  state: JSON.stringify(says),
});

function itemsOf(
  { imported, ...set }: RuleSet,
  players: readonly Pick<Player, "ref">[],
): readonly ListItem[] {
  const items = writtenItems(set, players);
  if (imported.length === 0) return items;
  const places = new Map(imported.map(({ key }, at) => [key, at]));
  const placeOf = ({ key }: ListItem) => places.get(key) ?? imported.length;
  return items
    .map((item) => {
      const before = imported[placeOf(item)];
      return before?.state === item.state ? { ...item, value: before.value } : item;
    })
    .sort((a, b) => placeOf(a) - placeOf(b));
}

function writtenItems(
  { locks, slotLocks, bans, most, limits, rules, rest }: Omit<RuleSet, "imported">,
  players: readonly Pick<Player, "ref">[],
): readonly ListItem[] {
  const items: ListItem[] = [];
  const add = (field: List, about: About, value: unknown, source: Source) =>
    items.push({ field, value, source, ...keyed(field, about) });
  const refOf = (player: number) => players[player]!.ref;
  for (const player of locks) add("lock", [player], refOf(player), { kind: "lock", player });
  for (const [player, slot] of slotLocks)
    add("lock", [player, slot], `${refOf(player)}@${slot}`, { kind: "lock", player });
  for (const player of bans) add("exclude", [player], refOf(player), { kind: "ban", player });
  for (const field of ["lock", "exclude", "avoid"] as const)
    for (const value of rest[field] ?? []) add(field, [value], value, { kind: "rest", value });
  if (most !== null) add("exposure", ["most", most], { each: "player", most: share(most) }, { kind: "most" });
  for (const [player, limit] of limits) {
    const ends = {
      ...(limit.least !== null && { least: share(limit.least) }),
      ...(limit.most !== null && { most: share(limit.most) }),
    };
    add("exposure", [player, limit], { of: refOf(player), ...ends }, { kind: "limit", player });
  }
  for (const { on, kind, id, value } of rules)
    if (on) add(kind === "rule" ? "rules" : "exposure", [`rule ${id}`, value], value, { kind: "rule", id });
  return items;
}

function fieldsOf(sets: readonly RuleSet[], { players }: SlateFacts): Described {
  const sources = new Map<string, Source & { set: number }>();
  const lists: Record<List, unknown[]> = { lock: [], exclude: [], avoid: [], exposure: [], rules: [] };
  for (const [set, rules] of sets.entries())
    for (const { field, value, source } of itemsOf(rules, players)) {
      const at = lists[field].push(value) - 1;
      sources.set(`/portfolio/${field}/${at}`, { ...source, set });
    }
  const fields = sets.map(singleFieldsOf);
  for (const kind of ["unique", "salary"] as const) {
    const set = fields.findIndex((one) => one[kind] !== undefined);
    if (set !== -1) sources.set(`/portfolio/${kind}`, { kind, set });
  }
  const single: Portfolio = Object.assign({}, ...[...fields].reverse());
  const { method, unique, ...others } = single;
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  const isSection = sets.length === 1 && sets[0]!.method === null;
  return {
    portfolio: {
      ...others,
      // A whole description leaves out defaults; a section needs them to override other values.
      ...(method !== undefined && (isSection || method !== "joint") && { method }),
      ...(unique !== undefined && (isSection || unique > 1) && { unique }),
      ...Object.fromEntries(filled),
    },
    sources,
  };
}

function singleFieldsOf({ lineups, method, unique, leastSalary, rest }: RuleSet): Portfolio {
  const { lock: _, exclude: __, avoid: ___, ...others } = rest;
  return {
    ...others,
    ...(lineups !== null && { lineups }),
    ...(method !== null && { method }),
    ...(unique !== null && { unique }),
    ...(leastSalary !== null && { salary: `${leastSalary}..` }),
  };
}

export function sectionOf({ contests }: Doc, id: number | null): Section | null {
  return contests.find((one) => one.id === id) ?? null;
}

export function describe(doc: Doc, slate: SlateFacts, section: number | null = null): Described {
  return fieldsOf(setsOf(doc, section), slate);
}

export function describeAll(doc: Doc, slate: SlateFacts): Portfolio {
  const { contests, distinct } = doc;
  const portfolio = {
    ...describe(doc, slate).portfolio,
    ...(distinct !== undefined && { distinct }),
  };
  if (contests.length === 0) return portfolio;
  return {
    ...portfolio,
    contests: contests.map(({ name, entries, deal, ...set }) => ({
      name,
      ...(entries !== undefined && { entries }),
      ...(deal !== undefined && { deal }),
      ...fieldsOf([set], slate).portfolio,
    })),
  };
}

/** Locks and exclusions of players need no portfolio. */
function isPortfolioOf(sets: readonly RuleSet[]): boolean {
  return sets.some(
    ({ unique, most, leastSalary, slotLocks, limits, rules, kept = [], rest }) =>
      (unique ?? 1) > 1 ||
      kept.length > 0 ||
      most !== null ||
      leastSalary !== null ||
      slotLocks.size > 0 ||
      limits.size > 0 ||
      rules.some(({ on }) => on) ||
      Object.keys(rest).length > 0,
  );
}

/** The rules that apply to the lineups of a section, its own first; to all lineups for null. */
export const setsOf = (doc: Doc, section: number | null): readonly RuleSet[] => {
  const own = sectionOf(doc, section);
  return own === null ? [doc] : [own, doc];
};

export function isPortfolio(doc: Doc, section: number | null = null): boolean {
  return isPortfolioOf(setsOf(doc, section));
}

export function hasRules(doc: Doc, section: number | null): boolean {
  const own = setsOf(doc, section);
  return isPortfolioOf(own) || own.some(({ locks, bans }) => locks.size + bans.size > 0);
}

export function editOf(doc: Doc, slate: SlateFacts, section: number | null = null, count?: number): Edit {
  const { portfolio } = describe(doc, slate, section);
  const own = setsOf(doc, section);
  return {
    count: count ?? portfolio.lineups ?? USUAL_LINEUPS,
    points: [...doc.points],
    ownership: [...doc.ownership],
    locks: own.flatMap(({ locks }) => [...locks]),
    bans: own.flatMap(({ bans }) => [...bans]),
    cap: doc.cap,
    kept: own.flatMap(({ kept = [] }) => kept),
    portfolio: isPortfolio(doc, section) ? portfolio : null,
  };
}
