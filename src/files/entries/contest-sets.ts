import type { AvoidedLineup } from "../../portfolio/avoided.ts";
import { FIELD, type Path, placeWords, requestPointer } from "../../portfolio/places.ts";
import { readRange } from "../../portfolio/ranges.ts";
import { CHANGES_NOTHING } from "../../portfolio/rules.ts";
import { changedTexts } from "../../shared/errors/message-parts.ts";
import { invalidRequest, LineupError } from "../../shared/errors.ts";
import { pathOf, pointerOf } from "../../shared/pointer.ts";
import type { Deal } from "../../shared/schema/fields.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { seatsOf } from "../../shared/schema/lineups.ts";
import type { ContestSection, Portfolio } from "../../shared/schema/portfolio.ts";
import { type Dealt, dealLineups, dividedLimit } from "./deal.ts";
import type { FileEntry } from "./read-entries.ts";

type ContestEntry = Pick<FileEntry, "contestId" | "contestName" | "entryFee">;

/** One of a description's `contests`. */
export interface EntriesSection {
  readonly name: string | null;
  /** Indices into the file's entries, ascending. */
  readonly entries: readonly number[];
  readonly deal: Deal | undefined;
  readonly portfolio: Portfolio;
  /** By JSON pointer into `portfolio`: the field's line in the description's file. */
  readonly portfolioLines: ReadonlyMap<string, number> | undefined;
  /**
   * Rewrites the field paths in a message about `portfolio` as paths in the whole description: `rules[0]` may
   * become `contests[1].rules[0]`.
   */
  readonly inPlaces: (text: string) => string;
  /** Turns a JSON pointer in this section's request into one in the whole description's request. */
  readonly moved: (pointer: string) => string;
}

export function inSection(error: unknown, { inPlaces, moved }: EntriesSection): unknown {
  if (!(error instanceof LineupError)) return error;
  return error.reworded((detail) => changedTexts(detail, inPlaces), moved);
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
  lines?: ReadonlyMap<string, number>,
  unmatched = refuseUnmatched,
): EntriesSection[] {
  if (contests === undefined) {
    const all = [...entries.keys()];
    const same = (text: string) => text;
    const places = { inPlaces: same, moved: same };
    return [
      { name: null, entries: all, deal: undefined, portfolio: common, portfolioLines: lines, ...places },
    ];
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
    portfolioLines: lines && joinedLines(lines, index, own),
    ...placesOf(own, index),
  }));
}

function refuseUnmatched(words: string): void {
  const remedy = "Add a section without `entries` for all that are left.";
  throw invalidRequest("unmatched-entries", "/portfolio/contests", `${words} ${remedy}`);
}

const LISTED = /\b(avoid|lock|exclude|exposure|rules)\[(\d+)\]/g;
/** Matches another field in a message, such as `salary: `, `unique (line 3)` or `points 90..`. */
const SINGLE = /(^|[:;] |; and )(method|unique|salary|points|lineups)(?=:|\.\w| \(line \d| \.{0,2}\d)/g;

/** Paths in a section's description as paths in the whole description. */
function placesOf(own: Portfolio, section: number): Pick<EntriesSection, "inPlaces" | "moved"> {
  const fields = own as Readonly<Record<string, unknown>>;
  const placed = (path: Path): Path => {
    const [field = "", at, ...rest] = path;
    const inSection = ["contests", section, ...path];
    if (!(ADDED as readonly unknown[]).includes(field)) return fields[field] === undefined ? path : inSection;
    const before = ((fields[field] ?? []) as readonly unknown[]).length;
    return Number(at) < before ? inSection : [field, Number(at) - before, ...rest];
  };
  return {
    inPlaces: (text) =>
      text
        .replace(LISTED, (_, field: string, at: string) => placeWords(placed([field, Number(at)])))
        .replace(SINGLE, (_, start: string, field: string) => `${start}${placeWords(placed([field]))}`),
    moved(pointer) {
      const [first, ...path] = pathOf(pointer);
      return first === FIELD ? requestPointer(placed(path)) : pointer;
    },
  };
}

export function contestWords({ contestId, contestName, entryFee }: ContestEntry): string {
  const fee = entryFee === null ? "" : ` (fee ${entryFee})`;
  return `${contestName ?? contestId ?? "a contest without a name"}${fee}`;
}

/**
 * Match the limit of entries in a contest's name: `[20 Entry Max]`, `(150 Entries Max)`, `3-Max`, `max 20
 * entries`.
 */
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

/** In lists, the section's items come first and so keep their indices. */
function joined(common: Portfolio, own: Portfolio): Portfolio {
  const lists = ADDED.flatMap((field) =>
    common[field] === undefined && own[field] === undefined
      ? []
      : [[field, [...(own[field] ?? []), ...(common[field] ?? [])]] as const],
  );
  return { ...common, ...own, ...Object.fromEntries(lists) };
}

function joinedLines(lines: ReadonlyMap<string, number>, section: number, own: Portfolio) {
  const found = new Map<string, number>();
  const fields = own as Readonly<Record<string, unknown>>;
  for (const [pointer, line] of lines) {
    const [first = "", ...rest] = pathOf(pointer);
    const field = String(first);
    if (field === "contests") {
      if (rest[0] === section && rest.length > 1) found.set(pointerOf(rest.slice(1)), line);
    } else if ((ADDED as readonly string[]).includes(field) && rest.length > 0) {
      const before = ((fields[field] ?? []) as readonly unknown[]).length;
      found.set(pointerOf([field, Number(rest[0]) + before, ...rest.slice(1)]), line);
    } else if (fields[field] === undefined && !found.has(pointer)) found.set(pointer, line);
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
    readonly portfolioLines?: ReadonlyMap<string, number> | undefined;
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
  readonly portfolioLines: ReadonlyMap<string, number> | undefined;
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
 * Returns a function that changes a set's document; call it for all `sets` in order. It rewrites field paths
 * as paths in the whole description. If a rule is shared by all sections, it keeps a warning that the rule
 * changes nothing only if that is so in every set.
 */
function placesIn(sets: readonly LineupSet[]) {
  const idle = new Map<string, Set<LineupSet>>();
  return (document: FantasyLineupDocument, set: LineupSet): FantasyLineupDocument => {
    const { meta } = document;
    if (meta?.portfolio === undefined) return document;
    const { inPlaces, moved, name } = set.section;
    /**
     * A shared rule that changes nothing in one section may be meant for another: only the last set has the
     * warning, if it holds in all.
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
      warnings: meta.portfolio.warnings.map(inPlaces).filter(isForAll),
      shares: meta.portfolio.shares.map((share) => ({ ...share, pointer: moved(share.pointer) })),
    };
    return { ...document, meta: { ...meta, portfolio } };
  };
}

const EARLIER = "the lineups of earlier contests";
