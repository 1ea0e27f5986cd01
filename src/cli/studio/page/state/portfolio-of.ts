/** The description of a `Doc`, and the `Doc` of a description. */
import type { Portfolio } from "dfs-lineups/browser";
import type { Edit, ReadRules, SlateFacts } from "../engine/messages.ts";
import { type Doc, type Exposure, type Limit, NEW, type RuleItem } from "./doc.ts";

/** What a place in the description comes from. */
export type Source =
  | { readonly kind: "lock" | "ban" | "limit"; readonly player: number }
  | { readonly kind: "rule"; readonly id: number }
  | { readonly kind: "most" | "unique" | "salary" };

/** A description, and by JSON pointer where each part of it comes from. */
export interface Described {
  readonly portfolio: Portfolio;
  readonly sources: ReadonlyMap<string, Source>;
}

const share = (percent: number) => `${percent}%`;

/** The whole description, as a rules file has it. */
export function describe(doc: Doc, { players }: SlateFacts): Described {
  const sources = new Map<string, Source>();
  const exposure: Exposure[] = [];
  const note = (list: string, at: number, source: Source) => sources.set(`/portfolio/${list}/${at}`, source);
  const limit = (value: Exposure, source: Source) => note("exposure", exposure.push(value) - 1, source);
  if (doc.most !== null) limit({ each: "player", most: share(doc.most) }, { kind: "most" });
  for (const [player, { least, most }] of doc.limits)
    limit(
      {
        of: players[player]!.ref,
        ...(least !== null && { least: share(least) }),
        ...(most !== null && { most: share(most) }),
      },
      { kind: "limit", player },
    );
  const active = doc.rules.filter(({ on }) => on);
  for (const item of active) if (item.kind === "exposure") limit(item.value, { kind: "rule", id: item.id });
  const rules = active.flatMap((item) => {
    if (item.kind !== "rule") return [];
    return [item];
  });
  for (const [at, { id }] of rules.entries()) note("rules", at, { kind: "rule", id });
  const lock = [...doc.locks].map((player, at) => {
    note("lock", at, { kind: "lock", player });
    return players[player]!.ref;
  });
  const exclude = [...doc.bans].map((player, at) => {
    note("exclude", at, { kind: "ban", player });
    return players[player]!.ref;
  });
  sources.set("/portfolio/unique", { kind: "unique" }).set("/portfolio/salary", { kind: "salary" });
  const { rest } = doc;
  const locks = [...lock, ...(rest.lock ?? [])];
  const excluded = [...exclude, ...(rest.exclude ?? [])];
  const portfolio: Portfolio = {
    ...rest,
    lineups: doc.lineups,
    ...(doc.method === "sequential" && { method: "sequential" as const }),
    ...(doc.unique > 1 && { unique: doc.unique }),
    ...(doc.leastSalary !== null && { salary: `${doc.leastSalary}..` }),
    ...(locks.length > 0 && { lock: locks }),
    ...(excluded.length > 0 && { exclude: excluded }),
    ...(exposure.length > 0 && { exposure }),
    ...(rules.length > 0 && { rules: rules.map(({ value }) => value as never) }),
  };
  return { portfolio, sources };
}

/** Whether lineups depend on each other or on rules, so that they are a portfolio. */
export function isPortfolio(doc: Doc): boolean {
  return (
    doc.unique > 1 ||
    doc.most !== null ||
    doc.leastSalary !== null ||
    doc.limits.size > 0 ||
    doc.rules.some(({ on }) => on) ||
    Object.keys(doc.rest).length > 0
  );
}

/** Whether it asks for a least number of lineups, which only a joint search can promise. */
export function hasLeast({ limits, rules }: Doc): boolean {
  return (
    [...limits.values()].some(({ least }) => least !== null) ||
    rules.some(({ on, value: { share: range, least } }) => on && (range !== undefined || least !== undefined))
  );
}

/** What the engine needs to know. */
export function editOf(doc: Doc, slate: SlateFacts): Edit {
  const { contests: _, distinct: __, ...portfolio } = describe(doc, slate).portfolio;
  return {
    count: doc.lineups,
    points: [...doc.points],
    ownership: [...doc.ownership],
    locks: [...doc.locks],
    bans: [...doc.bans],
    cap: doc.cap,
    portfolio: isPortfolio(doc) ? portfolio : null,
  };
}

/** A range's ends such as `20%..35%`; null ends are open. Other numbers than percentages give null. */
function percentRange({ share: range, least, most }: Exposure): Limit | null {
  const [low, high] =
    typeof range === "string" && range.includes("..") ? range.split("..") : [least ?? "", most ?? ""];
  const ends = [low, high].map((end) => {
    const text = String(end).trim();
    if (text === "") return null;
    return /^[\d.]+%$/.test(text) ? Number(text.slice(0, -1)) : Number.NaN;
  });
  const [from = null, to = null] = ends;
  if (typeof range === "number" || Number.isNaN(from) || Number.isNaN(to)) return null;
  return { least: from, most: to };
}

/** The edits that a description stands for; `before` keeps its points and ownership. */
export function docOf({ portfolio, players }: ReadRules, text: string | null, before: Doc): Doc {
  const known = new Map(players);
  const {
    lineups,
    unique,
    salary,
    method,
    lock = [],
    exclude = [],
    exposure = [],
    rules = [],
    ...other
  } = portfolio;
  const playerOf = (value: unknown) =>
    typeof value === "string" || typeof value === "number" ? (known.get(String(value)) ?? null) : null;
  const split = <Value>(list: readonly Value[]) => ({
    found: list.flatMap((value) => playerOf(value) ?? []),
    left: list.filter((value) => playerOf(value) === null),
  });
  const [locks, bans] = [split(lock), split(exclude)];
  const limits = new Map<number, Limit>();
  const items: RuleItem[] = [];
  let most: number | null = null;
  const add = (item: Pick<RuleItem, "kind" | "value">) =>
    items.push({ id: items.length + 1, on: true, ...item } as RuleItem);
  for (const value of exposure) {
    const { name, times, each, of } = value;
    const range = name === undefined && times === undefined ? percentRange(value) : null;
    const player = each === undefined ? playerOf(of) : null;
    if (range !== null && player !== null && !limits.has(player)) limits.set(player, range);
    else if (range !== null && each === "player" && of === undefined && most === null && range.least === null)
      most = range.most;
    else add({ kind: "exposure", value });
  }
  for (const value of rules) add({ kind: "rule", value });
  const least = typeof salary === "string" ? /^\s*\$?([\d,]+)\s*\.\.\s*$/.exec(salary)?.[1] : undefined;
  const rest = {
    ...other,
    ...(salary !== undefined && least === undefined && { salary }),
    ...(locks.left.length > 0 && { lock: locks.left }),
    ...(bans.left.length > 0 && { exclude: bans.left }),
  };
  return {
    ...NEW,
    ...{ points: before.points, ownership: before.ownership, cap: before.cap, limits, most, rest, text },
    lineups: lineups ?? before.lineups,
    unique: unique ?? 1,
    method: method ?? "joint",
    leastSalary: least === undefined ? null : Number(least.replaceAll(",", "")),
    locks: new Set(locks.found),
    bans: new Set(bans.found),
    rules: items,
  };
}
