import { InvalidRequestError } from "../../shared/errors.ts";
import type { ScoringGroup, ScoringTable, ScoringTerm } from "../../shared/schema/scoring.ts";
import { predictingStats, termStats } from "../catalog/term-stats.ts";
import { type LineKind, readStats, type ScoredTerm, type StatLine, type StatValues } from "./line.ts";
import { notCounted, scoreTerm, sum } from "./terms.ts";

export interface ScoreOptions {
  readonly kind: LineKind;
  /** Several are joined by `/`; it selects the table's group of scoring terms. */
  readonly position?: string | null;
  /** Selects the group if no position is given. */
  readonly entry?: "player" | "team" | null;
  /** A prefix of the pointers in errors; "" by default. */
  readonly pointer?: string;
}

export interface PerformanceScore {
  /** Null if the table does not score the position. */
  readonly group: string | null;
  /** Unrounded; null if the line has none of the group's stats. */
  readonly points: number | null;
  /** The terms whose stats the line has or should have, in the table's order. */
  readonly breakdown: readonly ScoredTerm[];
}

/**
 * On an actual line a bonus is paid if its threshold is reached. On a projected line its expected points are
 * paid, or nothing; a note then says why. @throws InvalidRequestError if a stat is not a number or several
 * position groups fit the line.
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
  const terms = group.terms.filter((term) => isPaid(term, table));
  const stats = terms.flatMap((term) => [...termStats(term), ...predictingStats(term)]);
  if (!stats.some((name) => values.has(name))) return { group: group.name, points: null, breakdown: [] };
  const missing = missingStats(table, line, values);
  const breakdown = terms.flatMap((term) =>
    withMissing(term, scoreTerm(term, values, options.kind), missing),
  );
  return { group: group.name, points: sum(breakdown.map(({ points }) => points)), breakdown };
}

function isPaid(term: ScoringTerm, { options }: ScoringTable): boolean {
  return !("option" in term) || term.option === undefined || options?.[term.option]?.on === true;
}

/** Given its other stats. */
function missingStats(table: ScoringTable, line: StatLine, values: StatValues): ReadonlySet<string> {
  const has = (name: string) => Object.hasOwn(line, name) && typeof line[name] === "number";
  return new Set(
    table.stats
      .filter(({ name, expectedWith }) => !values.has(name) && expectedWith.some(has))
      .map(({ name }) => name),
  );
}

/** With a note if the line lacks a stat of the term that it should have. */
function withMissing(
  term: ScoringTerm,
  lines: readonly ScoredTerm[],
  missing: ReadonlySet<string>,
): readonly ScoredTerm[] {
  const lacking = termStats(term).filter((name) => missing.has(name));
  if (lacking.length === 0) return lines;
  if (lines.length === 0)
    return [{ term: term.label, stats: termStats(term), amount: 0, points: 0, note: notCounted(lacking) }];
  return lines.map((line) =>
    line.note === null ? { ...line, note: `incomplete: the line has no ${lacking.join(" and no ")}` } : line,
  );
}

type LineOwner = Required<Pick<ScoreOptions, "position" | "entry" | "pointer">>;

/**
 * Among the groups whose conditions the line meets: by position; else by the owner, and then by the stats
 * that only one group scores. Null if the table does not score the position, or the line has no stats.
 * @throws InvalidRequestError if several groups fit.
 */
function groupOf(table: ScoringTable, values: StatValues, owner: LineOwner): ScoringGroup | null {
  if (owner.position !== null && table.unscored?.includes(owner.position.toUpperCase())) return null;
  const groups = applicableGroups(table, values);
  if (groups.length === 1) return groups[0]!;
  const fitting = fittingGroups(groups, values, owner);
  if (fitting.length <= 1) return fitting[0] ?? null;
  throw new InvalidRequestError([
    {
      code: "ambiguous-position",
      detail:
        `${owner.pointer === "" ? "The stat line" : owner.pointer} could be scored as ` +
        `${fitting.map(({ name }) => name).join(" or as ")}. Add the position.`,
      source: { pointer: owner.pointer },
    },
  ]);
}

/** Without those whose positions a group with a condition that is met takes. */
function applicableGroups({ groups }: ScoringTable, values: StatValues): readonly ScoringGroup[] {
  const met = groups.filter(({ when }) => when && values.get(when.stat) === when.is);
  const covered = new Set(met.flatMap(({ positions }) => positions));
  return groups.filter(
    (group) =>
      met.includes(group) || (!group.when && !group.positions.some((position) => covered.has(position))),
  );
}

function fittingGroups(
  groups: readonly ScoringGroup[],
  values: StatValues,
  owner: LineOwner,
): readonly ScoringGroup[] {
  if (owner.position !== null) {
    const positions = owner.position.split("/").map((name) => name.trim().toUpperCase());
    return groups.filter((group) => group.positions.some((name) => positions.includes(name.toUpperCase())));
  }
  const candidates = groups.filter(({ entry }) => owner.entry === null || entry === owner.entry);
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
