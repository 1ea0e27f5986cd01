import { InvalidRequestError, type RequestIssue } from "../../shared/errors.ts";
import { pointerOf, shownValue } from "../../shared/pointer.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import { chanceStats } from "../catalog/term-stats.ts";

/** Null or absent if not predicted; other attributes are ignored. */
export type StatLine = Readonly<Record<string, unknown>>;

type StatSum = NonNullable<ScoringTable["stats"][number]["sum"]>;

export type StatValues = ReadonlyMap<string, number>;

/**
 * Adds missing stats that are sums of others. `root` is the line's JSON pointer. @throws InvalidRequestError
 * with an issue for each stat that is not a finite number, or a chance outside 0 to 1.
 */
export function readStats(table: ScoringTable, line: StatLine, root: string): StatValues {
  const chances = new Set(table.groups.flatMap((group) => group.terms.flatMap(chanceStats)));
  const values = new Map<string, number>();
  const issues: RequestIssue[] = [];
  for (const { name } of table.stats) {
    const value = Object.hasOwn(line, name) ? line[name] : null;
    if (value === null || value === undefined) continue;
    const problem = problemOf(value, chances.has(name));
    if (problem === null) values.set(name, value as number);
    else issues.push(issueOf(root + pointerOf([name]), value, problem));
  }
  if (issues.length > 0) throw new InvalidRequestError(issues as [RequestIssue, ...RequestIssue[]]);
  for (const { name, sum } of table.stats) {
    const total = sum === undefined || values.has(name) ? null : totalOf(sum, values);
    if (total !== null) values.set(name, total);
  }
  return values;
}

/** Null if the line lacks one of the parts. */
function totalOf(parts: StatSum, values: StatValues): number | null {
  let total = 0;
  for (const { stat, times } of parts) {
    const value = values.get(stat);
    if (value === undefined) return null;
    total += times * value;
  }
  return total;
}

function problemOf(value: unknown, isChance: boolean): string | null {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return "must be a finite number, or null if not predicted";
  }
  return isChance && (value < 0 || value > 1) ? "is a chance and must be from 0 to 1" : null;
}

function issueOf(pointer: string, value: unknown, problem: string): RequestIssue {
  const shown = typeof value === "number" ? String(value) : shownValue(value, 80);
  return { code: "invalid-stat", detail: `${pointer} ${problem} (got ${shown}).`, source: { pointer } };
}

/** What happened, or a prediction. */
export type LineKind = "actual" | "projected";

export interface ScoredTerm {
  /** Its label in the table. */
  readonly term: string;
  readonly stats: readonly string[];
  /** The sum of the stats; for a bonus, whether it is paid (1 or 0), or on a projected line its chance. */
  readonly amount: number;
  readonly points: number;
  /** How a projected amount was found, or why nothing was counted. */
  readonly note: string | null;
}
