import type { BookName } from "../../shared/books/index.ts";
import { InvalidRequestError } from "../../shared/errors.ts";
import { guidOfId } from "../../shared/guid-bytes.ts";
import type {
  FantasyPerformance,
  Performance,
  PerformanceDocument,
} from "../../shared/schema/performances.ts";
import type { Resource, ResourceIdentifier } from "../../shared/schema/resources.ts";
import type { ScoringGroup, ScoringTable, ScoringTerm } from "../../shared/schema/scoring.ts";
import { predictingStat, termStats } from "../catalog/term-stats.ts";
import { type LineKind, notCounted, type ScoredTerm, sum } from "./breakdown.ts";
import { readStats, type StatLine, type StatValues } from "./line.ts";
import { scoreTerm } from "./terms/index.ts";

/** Options for scoring a stat line. */
export interface ScoreOptions {
  /** Whether the line is what happened or a prediction: bonuses are paid differently. */
  readonly kind: LineKind;
  /** One position, or several joined by `/`; it selects the table's group of scoring terms. */
  readonly position?: string | null;
  /** Whether the line is a player's or a team's; selects the group if no position is given. */
  readonly entry?: "player" | "team" | null;
  /** The JSON pointer of the line, a prefix of the pointers in errors; "" by default. */
  readonly pointer?: string;
}

/** The score of a stat line. */
export interface PerformanceScore {
  /** The group of terms that scored it; null if the table does not score the position. */
  readonly group: string | null;
  /** The breakdown's sum, unrounded; null if the line has none of the group's stats and cannot be scored. */
  readonly points: number | null;
  /** One line for each term of which the stat line has a stat or should have one, in the table's order. */
  readonly breakdown: readonly ScoredTerm[];
}

/**
 * Scores a stat line, such as a Performance's attributes, with a book's table. On an actual line a bonus is
 * paid if its threshold is reached. On a projected line its expectation is paid, or nothing, which its note
 * then explains.
 * @throws InvalidRequestError if a stat is not a number or several position groups fit the line.
 */
export function scorePerformance(
  table: ScoringTable,
  line: StatLine,
  options: ScoreOptions,
): PerformanceScore {
  const pointer = options.pointer ?? "";
  const values = readStats(table, line, pointer);
  const group = groupOf(table, values, {
    position: options.position ?? null,
    entry: options.entry ?? null,
    pointer,
  });
  if (group === null) return { group: null, points: null, breakdown: [] };
  const stats = group.terms.flatMap((term) => [...termStats(term), predictingStat(term) ?? []].flat());
  if (!stats.some((name) => values.has(name))) return { group: group.name, points: null, breakdown: [] };
  const missing = missingStats(table, line, values);
  const breakdown = group.terms.flatMap((term) =>
    withMissing(term, scoreTerm(term, values, options.kind), missing),
  );
  return { group: group.name, points: sum(breakdown.map(({ points }) => points)), breakdown };
}

/** The table's stats that the line should have, given its other stats, but lacks. */
function missingStats(table: ScoringTable, line: StatLine, values: StatValues): ReadonlySet<string> {
  const has = (name: string) => Object.hasOwn(line, name) && typeof line[name] === "number";
  return new Set(
    table.stats
      .filter(({ name, expectedWith }) => !values.has(name) && expectedWith.some(has))
      .map(({ name }) => name),
  );
}

/** A term's breakdown lines, with a note if the term lacks a stat that the line should have. */
function withMissing(
  term: ScoringTerm,
  lines: readonly ScoredTerm[],
  missing: ReadonlySet<string>,
): readonly ScoredTerm[] {
  const lacking = termStats(term).filter((name) => missing.has(name));
  if (lacking.length === 0) return lines;
  if (lines.length === 0)
    return [{ term: term.label, stats: termStats(term), amount: 0, points: 0, note: notCounted(lacking) }];
  return lines.map((line) => (line.note === null ? { ...line, note: countedWithout(lacking) } : line));
}

function countedWithout(missing: readonly string[]): string {
  return `counted without ${missing.join(" and ")}, which the line lacks`;
}

/** What is known about the owner of a stat line. */
interface LineOwner {
  /** One position or several joined by `/`; null if unknown. */
  readonly position: string | null;
  /** Whether the line is a player's or a team's; null if unknown. */
  readonly entry: "player" | "team" | null;
  /** The JSON pointer of the line, for errors. */
  readonly pointer: string;
}

/**
 * The group whose terms score the line: by position if known, else by whether it is a player's or a team's,
 * else by the stats that only one group scores. Null if the table does not score the position, or the line
 * has no stats.
 * @throws InvalidRequestError if several groups fit.
 */
function groupOf(table: ScoringTable, values: StatValues, owner: LineOwner): ScoringGroup | null {
  if (table.groups.length === 1) return table.groups[0]!;
  const fitting = fittingGroups(table, values, owner);
  if (fitting.length <= 1) return fitting[0] ?? null;
  throw new InvalidRequestError([
    {
      code: "ambiguous-position",
      detail:
        `${owner.pointer === "" ? "The line" : owner.pointer} could be scored as ` +
        `${fitting.map(({ name }) => name).join(" or as ")}. Give its position.`,
      source: { pointer: owner.pointer },
    },
  ]);
}

function fittingGroups(table: ScoringTable, values: StatValues, owner: LineOwner): readonly ScoringGroup[] {
  if (owner.position !== null) {
    const positions = owner.position.split("/").map((name) => name.trim().toUpperCase());
    return table.groups.filter((group) =>
      group.positions.some((name) => positions.includes(name.toUpperCase())),
    );
  }
  const candidates = table.groups.filter(({ entry }) => owner.entry === null || entry === owner.entry);
  const withStats = candidates.filter((group) => statsOf(group).some((name) => values.has(name)));
  // A goalie's line may contain a skater's stats at 0, so stats that only one group scores decide, nonzero
  // ones first.
  for (const isEvidence of [(value: number) => value !== 0, () => true]) {
    const evident = withStats.filter((group) =>
      statsOf(group).some((name) => {
        const value = values.get(name);
        const isShared = withStats.some((other) => other !== group && statsOf(other).includes(name));
        return value !== undefined && !isShared && isEvidence(value);
      }),
    );
    if (evident.length > 0) return evident;
  }
  return withStats;
}

function statsOf(group: ScoringGroup): readonly string[] {
  return group.terms.flatMap(termStats);
}

/** The owner of a stat line, as far as the document identifies it. */
export interface PerformanceOwner {
  /** The name of the player or team. */
  readonly name: string | null;
  /** One position, or several joined by `/`; a team's line has its group's. */
  readonly position: string | null;
  readonly entry: "player" | "team" | null;
}

/** Further details of the owner that identify a player in a book's file. */
export interface FileOwner extends PerformanceOwner {
  /** The team's abbreviation. */
  readonly team: string | null;
  /** The book's own id, if the document was made from a book's file. */
  readonly bookId: string | null;
}

/** Looks up the owners of a document's stat lines, in their own attributes and in `included`. */
export function ownersOf(
  document: PerformanceDocument,
  table: ScoringTable,
): (performance: Performance) => FileOwner {
  const included = new Map((document.included ?? []).map((resource) => [keyOf(resource), resource]));
  const find = (identifier: ResourceIdentifier | null | undefined) =>
    identifier ? included.get(keyOf(identifier)) : undefined;
  return (performance) => {
    const player = performance.relationships?.player?.data;
    const team = performance.relationships?.team?.data;
    const entry = player ? "player" : team ? "team" : null;
    const owner = find(player ?? team);
    return {
      name: nameOf(owner),
      entry,
      team: abbreviationOf(find(team), owner),
      bookId: text(owner?.attributes?.["bookId"]),
      position:
        text(performance.attributes["position"]) ??
        (entry === "team" ? teamPosition(table) : playerPosition(owner, find)),
    };
  };
}

function keyOf({ type, id }: ResourceIdentifier): string {
  return `${type} ${guidOfId(id) ?? id}`;
}

/** The common name of a resource's Player or Team. */
export function nameOf(owner: Resource | undefined): string | null {
  const { fullName, combinedName, firstName, lastName, location, nickName } = owner?.attributes ?? {};
  const joined = (...names: unknown[]) => text(names.flatMap((name) => text(name) ?? []).join(" "));
  return text(fullName) ?? text(combinedName) ?? joined(firstName, lastName) ?? joined(location, nickName);
}

function abbreviationOf(team: Resource | undefined, owner: Resource | undefined): string | null {
  return text(owner?.attributes?.["teamAbbreviation"]) ?? text(team?.attributes?.["abbreviation"]);
}

function teamPosition(table: ScoringTable): string | null {
  return table.groups.find(({ entry }) => entry === "team")?.positions[0] ?? null;
}

/** From the player's salary data, else from the player's Position resources. */
function playerPosition(
  player: Resource | undefined,
  find: (identifier: ResourceIdentifier) => Resource | undefined,
): string | null {
  const own = text(player?.attributes?.["dfsPosition"]) ?? text(player?.attributes?.["position"]);
  if (own !== null) return own;
  const data = player?.relationships?.["positions"]?.["data"];
  const positions = Array.isArray(data) ? (data as ResourceIdentifier[]) : [];
  return text(positions.flatMap((each) => text(find(each)?.attributes?.["abbreviation"]) ?? []).join("/"));
}

function text(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** The attribute of a projection that holds the breakdown of its points, by book. */
const ATTRIBUTE = "scoring";

/** The attributes that add the breakdowns of its points to a projection. */
export function carriedBreakdowns(
  breakdowns: readonly (readonly [BookName, readonly ScoredTerm[]])[],
): Readonly<Record<string, unknown>> {
  return { [ATTRIBUTE]: Object.fromEntries(breakdowns) };
}

/** The breakdown of a projection's points for a book; null if they were not scored from a stat line. */
export function readBreakdown(
  attributes: FantasyPerformance["attributes"],
  book: BookName,
): readonly ScoredTerm[] | null {
  const carried = attributes[ATTRIBUTE];
  if (typeof carried !== "object" || carried === null) return null;
  const breakdown = (carried as Record<string, unknown>)[book];
  return Array.isArray(breakdown) ? (breakdown as readonly ScoredTerm[]) : null;
}
