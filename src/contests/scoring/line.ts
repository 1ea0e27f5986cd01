import { InvalidRequestError, type RequestIssue } from "../../shared/errors.ts";
import { pointerOf, shownValue } from "../../shared/pointer.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import { predictingStat } from "../catalog/scoring.ts";

/** A stat line: stats by attribute name, null or absent if not predicted; other attributes are ignored. */
export type StatLine = Readonly<Record<string, unknown>>;

/** The stats a line has, by name. */
export type StatValues = ReadonlyMap<string, number>;

/**
 * The values of the table's stats in the line. `root` is the JSON pointer of the line.
 * @throws InvalidRequestError with an issue for each stat that is not a finite number, or a chance outside 0
 * to 1.
 */
export function readStats(table: ScoringTable, line: StatLine, root: string): StatValues {
  const chances = new Set(table.groups.flatMap((group) => group.terms.map(predictingStat)));
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
  return values;
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
