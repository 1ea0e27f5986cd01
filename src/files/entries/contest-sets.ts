import type { AvoidedLineup } from "../../portfolio/avoided.ts";
import {
  FIELD,
  type Lines,
  type Path,
  requestPointer,
  type WrittenPlace,
  wholePath,
} from "../../portfolio/places.ts";
import { readRange } from "../../portfolio/ranges.ts";
import { CHANGES_NOTHING } from "../../portfolio/rules.ts";
import { invalidRequest, LineupError } from "../../shared/errors.ts";
import { pathOf, pointerOf } from "../../shared/pointer.ts";
import type { Deal } from "../../shared/schema/fields.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { seatsOf } from "../../shared/schema/lineups.ts";
import type { ContestSection, Portfolio } from "../../shared/schema/portfolio.ts";
import type { FileEntry } from "./read-entries.ts";

type ContestEntry = Pick<FileEntry, "contestId" | "contestName" | "entryFee">;

/** One of a description's `contests`. */
export interface EntriesSection {
  readonly name: string | null;
  /** Indices into the file's entries, ascending. */
  readonly entries: readonly number[];
  readonly deal: Deal | undefined;
  readonly portfolio: Portfolio;
  /** Where the fields of `portfolio` are in the whole description. */
  readonly portfolioLines: Lines | undefined;
}

/** A JSON pointer in a section's request as one in the whole description's request. */
function movedPointer(pointer: string, lines: Lines | undefined): string {
  const [first, ...path] = pathOf(pointer);
  return first === FIELD ? requestPointer(wholePath(path, lines)) : pointer;
}

export function inSection(error: unknown, { portfolioLines }: EntriesSection): unknown {
  if (!(error instanceof LineupError)) return error;
  return error.reworded(
    (detail) => detail,
    (pointer) => movedPointer(pointer, portfolioLines),
  );
}

export interface LineupSet {
  readonly section: EntriesSection;
  readonly count: number;
}

export interface ContestSets {
  readonly sets: readonly LineupSet[];
  readonly entries: readonly Dealt[];
}

/**
 * Splits the entries by the `contests` of a portfolio description. An entry belongs to the first section that
 * matches it; `unmatched` is called with those that match none, and by default refuses them.
 * @throws InvalidRequestError if an entry matches no section.
 */
export function sectionsOf(
  entries: readonly ContestEntry[],
  { contests, distinct: _, ...common }: Portfolio,
  lines?: Lines,
  unmatched = refuseUnmatched,
): EntriesSection[] {
  if (contests === undefined) {
    const all = [...entries.keys()];
    return [{ name: null, entries: all, deal: undefined, portfolio: common, portfolioLines: lines }];
  }
  const places = entries.map((entry) => contests.findIndex((section) => matches(entry, section)));
  const left = entries.filter((_, entry) => places[entry] === -1);
  if (left.length > 0)
    unmatched(
      `contests: no section applies to ${left.length} of ${entries.length} entries, such as those of ${contestWords(left[0]!)}.`,
    );
  return contests.map(({ name, entries: _entries, deal, ...own }, index) => ({
    name: name ?? `contests[${index}]`,
    entries: places.flatMap((place, entry) => (place === index ? [entry] : [])),
    deal,
    portfolio: joined(common, own),
    portfolioLines: joinedPlaces(lines ?? new Map(), index, common, own),
  }));
}

function refuseUnmatched(words: string): void {
  const remedy = "Add a section without `entries` for all that are left.";
  throw invalidRequest("unmatched-entries", "/portfolio/contests", `${words} ${remedy}`);
}

export function contestWords({ contestId, contestName, entryFee }: ContestEntry): string {
  const fee = entryFee === null ? "" : ` (fee ${entryFee})`;
  return `${contestName ?? contestId ?? "a contest without a name"}${fee}`;
}

/** Such as `[20 Entry Max]`, `(150 Entries Max)`, `3-Max`, `max 20 entries`. */
const LIMITS = [
  /(?<![$\d,.])(\d+)[\s-]*(?:entry|entries)?[\s-]*max\b/i,
  /\bmax[\s-]*(\d+)[\s-]*(?:entry|entries)\b/i,
];
const SINGLE_ENTRY = /\bsingle[\s-]*entry\b/i;

/** Null if the name does not have it. */
export function entryLimitOf(name: string): number | null {
  if (SINGLE_ENTRY.test(name)) return 1;
  for (const pattern of LIMITS) {
    const limit = pattern.exec(name)?.[1];
    if (limit !== undefined) return Number(limit);
  }
  return null;
}

export function matches(
  { contestId, contestName, entryFee }: ContestEntry,
  { entries }: ContestSection,
): boolean {
  const { contest, fee, limit } = entries ?? {};
  const name = (contestName ?? "").toLowerCase();
  const contests = contest === undefined ? null : [contest].flat().map(String);
  return (
    (contests === null ||
      contests.some((one) => one === contestId || (one !== "" && name.includes(one.toLowerCase())))) &&
    isWithin(entryFee, fee) &&
    isWithin(limit === undefined ? null : entryLimitOf(name), limit)
  );
}

function isWithin(value: number | null, range: string | number | undefined): boolean {
  if (range === undefined) return true;
  const { least, most } = readRange(range)!;
  return value !== null && value >= least && value <= most;
}

/** Items of these lists are added to the description's; a section's other fields replace them. */
const ADDED = ["avoid", "lock", "exclude", "exposure", "rules"] as const;

function isAdded(field: string): boolean {
  return (ADDED as readonly string[]).includes(field);
}

/** In lists, the section's items come first and so keep their indices. */
function joined(common: Portfolio, own: Portfolio): Portfolio {
  const lists = ADDED.flatMap((field) =>
    common[field] === undefined && own[field] === undefined
      ? []
      : [[field, [...(own[field] ?? []), ...(common[field] ?? [])]] as const],
  );
  return { ...common, ...own, ...Object.fromEntries(lists) };
}

/** Where the fields of a section's description, and the items of its lists, are in the whole description. */
function joinedPlaces(lines: Lines, section: number, common: Portfolio, own: Portfolio): Lines {
  const found = new Map<string, number | WrittenPlace>();
  const lengthOf = (part: Portfolio, field: string) => {
    const value = (part as Readonly<Record<string, unknown>>)[field];
    return Array.isArray(value) ? value.length : 0;
  };
  for (const [pointer, line] of lines) {
    const [first = "", ...rest] = pathOf(pointer);
    const field = String(first);
    if (field === "contests") {
      if (rest[0] === section && rest.length > 1) found.set(pointerOf(rest.slice(1)), line);
    } else if (isAdded(field) && rest.length > 0)
      found.set(pointerOf([field, Number(rest[0]) + lengthOf(own, field), ...rest.slice(1)]), line);
    else if (!(field in own) && !found.has(pointer)) found.set(pointer, line);
  }
  const place = (from: Path, path: Path) => {
    const line = found.get(pointerOf(from));
    found.set(pointerOf(from), { path, line: typeof line === "object" ? line.line : line });
  };
  for (const field of Object.keys(own)) if (!isAdded(field)) place([field], ["contests", section, field]);
  for (const field of ADDED) {
    const before = lengthOf(own, field);
    for (let at = 0; at < before; at += 1) place([field, at], ["contests", section, field, at]);
    for (let at = 0; at < lengthOf(common, field); at += 1) place([field, before + at], [field, at]);
  }
  return found;
}

/**
 * Plans the sets of lineups for the entries of a file; build them with `buildSets`. `deal` applies to
 * sections that do not set it; `count` replaces the description's number of lineups. @throws
 * InvalidRequestError if an entry matches no section.
 */
export function contestSets(
  entries: readonly ContestEntry[],
  {
    portfolio,
    portfolioLines,
    deal,
    count,
  }: {
    readonly portfolio: Portfolio;
    readonly portfolioLines?: Lines | undefined;
    readonly deal?: Deal | undefined;
    readonly count?: number | undefined;
  },
): ContestSets {
  const sets: LineupSet[] = [];
  const placed: Dealt[] = entries.map(() => ({ portfolio: 0, lineup: 0 }));
  for (const section of sectionsOf(entries, portfolio, portfolioLines)) {
    const own = section.entries.map((index) => entries[index]!);
    const dealt = dealLineups(own, {
      deal: section.deal ?? deal,
      count: count ?? section.portfolio.lineups,
    });
    const first = sets.length;
    for (const size of dealt.sizes) if (size > 0) sets.push({ section, count: size });
    for (const [at, { portfolio: set, lineup }] of dealt.entries.entries())
      placed[section.entries[at]!] = { portfolio: first + set, lineup };
  }
  return { sets, entries: placed };
}

export interface SetRequest {
  readonly count: number;
  readonly portfolio: Portfolio;
  readonly portfolioLines: Lines | undefined;
  readonly avoided: ReadonlyMap<string, readonly AvoidedLineup[]> | undefined;
  /** The set's part of the limit, in milliseconds. */
  readonly timeLimit: number | undefined;
}

export interface AskedSet extends LineupSet {
  readonly inPlaces: (document: FantasyLineupDocument) => FantasyLineupDocument;
}

/**
 * Builds sets of lineups in order. With `distinct: all`, each set avoids the lineups of the earlier sets;
 * otherwise sets of one section with the same number of lineups get the same lineups. `solve` returns the
 * document of one set, as `Optimizer.portfolio` does. `timeLimit` is in milliseconds for all sets together.
 */
export async function buildSets(
  sets: readonly LineupSet[],
  {
    distinct,
    avoided,
    timeLimit,
  }: {
    readonly distinct?: Portfolio["distinct"] | undefined;
    readonly avoided?: ReadonlyMap<string, readonly AvoidedLineup[]> | undefined;
    readonly timeLimit?: number | undefined;
  },
  solve: (request: SetRequest, set: AskedSet) => Promise<FantasyLineupDocument>,
): Promise<FantasyLineupDocument[]> {
  const built: FantasyLineupDocument[] = [];
  /** The first set with the same section and count; with `distinct: all`, the set itself. */
  const sourceOf = ({ section, count }: LineupSet, index: number) =>
    distinct === "all"
      ? index
      : sets.findIndex((other) => other.section === section && other.count === count);
  const own = sets.filter((set, index) => sourceOf(set, index) === index);
  const limitOf = dividedLimit(
    timeLimit,
    own.map(({ count }) => count),
  );
  const placed = placesIn(own);
  for (const [index, set] of sets.entries()) {
    const { section, count } = set;
    const inPlaces = (document: FantasyLineupDocument) => placed(document, set);
    const source = sourceOf(set, index);
    if (source < index) {
      built.push(built[source]!);
      continue;
    }
    const { portfolio, portfolioLines } = section;
    const earlier = distinct === "all" ? built.flatMap(({ data }) => data) : [];
    const found = await solve(
      {
        count,
        portfolioLines,
        portfolio:
          earlier.length === 0 ? portfolio : { ...portfolio, avoid: [...(portfolio.avoid ?? []), EARLIER] },
        avoided: new Map([...(avoided ?? []), [EARLIER, earlier.map(seatsOf)]]),
        timeLimit: limitOf(count),
      },
      { ...set, inPlaces },
    ).catch((error: unknown) => {
      throw inSection(error, section);
    });
    built.push(inPlaces(found));
  }
  return built;
}

/**
 * Returns a function that changes a set's document; call it for all `sets` in order. It moves pointers into
 * the whole description. If a rule is shared by all sections, it keeps a warning that the rule
 * changes nothing only if that is so in every set.
 */
function placesIn(sets: readonly LineupSet[]) {
  const idle = new Map<string, Set<LineupSet>>();
  return (document: FantasyLineupDocument, set: LineupSet): FantasyLineupDocument => {
    const { meta } = document;
    if (meta?.portfolio === undefined) return document;
    const { portfolioLines, name } = set.section;
    /**
     * Such a rule may be meant for another section: only the last set has the warning, if it holds in all.
     */
    const isForAll = (text: string) => {
      const at = text.indexOf(CHANGES_NOTHING);
      if (name === null || at === -1 || text.startsWith("contests[")) return true;
      const known = idle.get(text.slice(0, at)) ?? new Set();
      idle.set(text.slice(0, at), known.add(set));
      return known.size === sets.length;
    };
    const portfolio = {
      ...meta.portfolio,
      warnings: meta.portfolio.warnings.filter(isForAll),
      shares: meta.portfolio.shares.map((share) => ({
        ...share,
        pointer: movedPointer(share.pointer, portfolioLines),
      })),
    };
    return { ...document, meta: { ...meta, portfolio } };
  };
}

const EARLIER = "the lineups of earlier contests";

export interface Dealt {
  readonly portfolio: number;
  /** The best lineup is 0. */
  readonly lineup: number;
}

export interface Dealing {
  readonly sizes: readonly number[];
  readonly entries: readonly Dealt[];
}

/**
 * Assigns lineups to entries in file order, the best first. By `deal`, all entries share one portfolio
 * (`entries`), each contest has a portfolio of its own (`contest`), or all contests get the lineups of one
 * portfolio (`same`). A portfolio has one lineup for each entry that it fills (with `same`, for each entry of
 * the largest contest). With a smaller `count`, its lineups repeat; a larger `count` has no effect.
 */
export function dealLineups(
  entries: readonly Pick<FileEntry, "contestId" | "contestName">[],
  { deal = "entries", count }: { readonly deal?: Deal | undefined; readonly count?: number | undefined } = {},
): Dealing {
  const contests = new Map<string, number>();
  const places = entries.map(({ contestId, contestName }) => {
    const key = deal === "entries" ? "" : (contestId ?? contestName ?? "");
    const place = contests.get(key) ?? 0;
    contests.set(key, place + 1);
    return { contest: [...contests.keys()].indexOf(key), place };
  });
  const own = [...contests.values()];
  const sizes = (deal === "same" ? [Math.max(0, ...own)] : own).map((size) => Math.min(count ?? size, size));
  return {
    sizes,
    entries: places.map(({ contest, place }) => {
      const portfolio = deal === "same" ? 0 : contest;
      return { portfolio, lineup: place % sizes[portfolio]! };
    }),
  };
}

/** Small sets take time, too. */
const FIXED_LINEUPS = 10;
/** The part of the later sets' time that stays reserved for them: most sets need less than theirs. */
const KEPT_PART = 0.5;
/** What a set gets even if earlier sets used up all of the time. */
const LEAST_PART = 0.02;

/**
 * Divides a time limit in milliseconds among sets that are solved one after another, by their numbers of
 * lineups. Call the returned function with a set's number when its solve starts. Later sets keep at least
 * half of their time, and get what earlier ones did not use.
 */
export function dividedLimit(limit: number | undefined, sizes: readonly number[]) {
  if (limit === undefined) return () => undefined;
  const end = performance.now() + limit;
  let left = sizes.reduce((sum, size) => sum + size + FIXED_LINEUPS, 0);
  return (size: number) => {
    const part = (size + FIXED_LINEUPS) / left;
    left -= size + FIXED_LINEUPS;
    const own = (1 - KEPT_PART * (1 - part)) * (end - performance.now());
    return Math.ceil(Math.max(LEAST_PART * limit, own));
  };
}
