import type { Problem } from "../problem/problem.ts";
import { salaryIn } from "../roster/captain.ts";
import type { SumClause } from "../schema/portfolio.ts";
import { headerKey } from "../shared/header-key.ts";
import type { People } from "./people.ts";
import type { Findings, Path } from "./places.ts";
import { readNumber } from "./ranges.ts";
import type { Meant } from "./selections.ts";

/** How many people a message names. */
const NAMED = 5;

/** What a seat counts in a column, by entry and slot. */
export type ValueOf = (entry: number, slot: number) => number;

/** What a clause's column is about. */
export interface ColumnContext {
  readonly problem: Problem;
  readonly people: People;
  readonly findings: Findings;
}

/**
 * The numbers of a column; `salary` and `points` are what a seat costs and pays. Null, and refused, where the column is
 * unknown or somebody meant has no number and the clause does not say what that counts.
 */
export function readColumn(
  { column, missing }: Pick<SumClause, "column" | "missing">,
  meant: Meant,
  path: Path,
  { problem, people, findings }: ColumnContext,
): ValueOf | null {
  const key = headerKey(column);
  const { contest, entries } = problem;
  if (key === "salary") return (entry, slot) => salaryIn(contest.slots[slot]!, entries[entry]!);
  if (key === "points")
    return (entry, slot) => entries[entry]!.points * contest.slots[slot]!.pointsMultiplier;
  if (!people.headers.has(key)) {
    const known = ["salary", "points", ...people.headers.values()].join(", ");
    findings.refuse(
      "unknown-column",
      [...path, "column"],
      `there is no column "${column}". Columns are ${known}.`,
    );
    return null;
  }
  const values = people.all.map(({ cells }) => readNumber(cells.get(key) ?? "") ?? missing ?? null);
  const without = [...meant.keys()].filter((entry) => meant[entry] !== 0 && values[entry] === null);
  if (without.length > 0) {
    const names = without.slice(0, NAMED).map((entry) => people.all[entry]!.name ?? people.all[entry]!.uuid);
    const more = without.length > NAMED ? ` and ${without.length - NAMED} more` : "";
    findings.refuse(
      "missing-value",
      path,
      `${names.join(", ")}${more} ${without.length === 1 ? "has" : "have"} no number in column ` +
        `${people.headers.get(key)}. Fill it, or say what that counts with missing.`,
    );
    return null;
  }
  return (entry) => values[entry] ?? 0;
}
