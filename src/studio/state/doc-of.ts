import type { Portfolio } from "dfs-lineups/browser";
import type { ReadRules } from "../engine/rules.ts";
import {
  type Doc,
  type Exposure,
  type ImportedItem,
  type Limit,
  NEW,
  NEW_SECTION,
  type RuleItem,
  type RuleSet,
} from "./doc.ts";
import { type About, keyed, type List } from "./portfolio-of.ts";

/** Null for exact shares, numbers of lineups, and exposures without limits. */
function percentRange({ share: range, least, most }: Exposure): Limit | null {
  const [low, high] =
    typeof range === "string" && range.includes("..") ? range.split("..") : [least ?? "", most ?? ""];
  const ends = [low, high].map((end) => {
    const text = String(end).trim();
    if (text === "") return null;
    return /^[\d.]+%$/.test(text) ? Number(text.slice(0, -1)) : Number.NaN;
  });
  const [from = null, to = null] = ends;
  const isExact = range !== undefined && !String(range).includes("..");
  if (isExact || Number.isNaN(from) || Number.isNaN(to) || (from === null && to === null)) return null;
  return { least: from, most: to };
}

type PlayerOf = (value: unknown) => number | null;

function setOf(fields: Portfolio, playerOf: PlayerOf, id: () => number): RuleSet {
  const { lineups, unique, salary, method, lock = [], exclude = [], ...others } = fields;
  const { exposure = [], rules = [], ...other } = others;
  const imported: ImportedItem[] = [];
  const note = (field: List, about: About, value: unknown) =>
    imported.push({ ...keyed(field, about), value });
  const locks = new Set<number>();
  const slotLocks = new Map<number, string>();
  const lockLeft = lock.filter((value) => {
    const [, name, slot] = /^(.+)@([^@]+)$/.exec(String(value)) ?? [];
    const player = playerOf(value);
    const seated = name === undefined ? null : playerOf(name);
    if (player !== null) locks.add(player);
    else if (seated !== null) slotLocks.set(seated, slot!);
    note("lock", player === null && seated !== null ? [seated, slot] : [player ?? value], value);
    return player === null && seated === null;
  });
  const bans = new Set<number>();
  const excludeLeft = exclude.filter((value) => {
    const player = playerOf(value);
    if (player !== null) bans.add(player);
    note("exclude", [player ?? value], value);
    return player === null;
  });
  const limits = new Map<number, Limit>();
  const items: RuleItem[] = [];
  let most: number | null = null;
  const add = (item: Pick<RuleItem, "kind" | "value">) => {
    const own = { id: id(), on: true, ...item } as RuleItem;
    items.push(own);
    note(own.kind === "rule" ? "rules" : "exposure", [`rule ${own.id}`, own.value], own.value);
  };
  for (const value of exposure) {
    const { name, times, each, of } = value;
    const range = name === undefined && times === undefined ? percentRange(value) : null;
    const player = each === undefined ? playerOf(of) : null;
    if (range !== null && player !== null && !limits.has(player)) {
      limits.set(player, range);
      note("exposure", [player, range], value);
    } else if (range?.least === null && each === "player" && of === undefined && most === null) {
      most = range.most;
      note("exposure", ["most", most], value);
    } else add({ kind: "exposure", value });
  }
  for (const value of rules) add({ kind: "rule", value });
  const least = typeof salary === "string" ? /^\s*\$?([\d,]+)\s*\.\.\s*$/.exec(salary)?.[1] : undefined;
  return {
    ...{ locks, slotLocks, bans, limits, most, rules: items, imported },
    lineups: lineups ?? null,
    unique: unique ?? null,
    method: method ?? null,
    leastSalary: least === undefined ? null : Number(least.replaceAll(",", "")),
    rest: {
      ...other,
      ...(salary !== undefined && least === undefined && { salary }),
      ...(lockLeft.length > 0 && { lock: lockLeft }),
      ...(excludeLeft.length > 0 && { exclude: excludeLeft }),
    },
  };
}

/** Points, ownership, cap, aliases, files and skipped entries of `before` are kept. */
export function docOf({ portfolio, players }: ReadRules, text: string | null, before: Doc): Doc {
  const known = new Map(players);
  const playerOf: PlayerOf = (value) =>
    typeof value === "string" || typeof value === "number" ? (known.get(String(value)) ?? null) : null;
  const { contests = [], distinct, ...common } = portfolio;
  let last = 0;
  const id = () => {
    last += 1;
    return last;
  };
  const set = setOf(common, playerOf, id);
  return {
    ...NEW,
    ...{ points: before.points, ownership: before.ownership, cap: before.cap },
    ...{ aliases: before.aliases, files: before.files, skipped: before.skipped, distinct, text },
    ...set,
    lineups: set.lineups ?? (contests.length > 0 ? null : before.lineups),
    unique: set.unique ?? 1,
    method: set.method ?? "joint",
    contests: contests.map(({ name, entries, deal, ...own }, at) => ({
      ...NEW_SECTION,
      ...setOf(own, playerOf, id),
      id: at + 1,
      name: name ?? `contests[${at}]`,
      ...{ entries, deal },
    })),
  };
}
