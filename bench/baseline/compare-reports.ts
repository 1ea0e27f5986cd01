import type { Result } from "../result.ts";
import { differences } from "./machine.ts";
import type { BenchReport } from "./report.ts";

type Change = "slower" | "faster" | "alike";

/** A row that both runs have. */
export interface ComparedRow {
  readonly before: Result;
  readonly after: Result;
  readonly change: Change;
}

/** Two runs that cannot be compared: different machines, or no row in common. */
export class UnlikeReportsError extends Error {
  override readonly name = "UnlikeReportsError";
}

/**
 * Compares a run with an earlier one, row by row. A row has changed if its median moved by more than
 * `tolerance`, relative to the earlier one, and the middle half of its samples is entirely on that side of
 * the earlier median.
 * @throws UnlikeReportsError
 */
export function compareReports(before: BenchReport, after: BenchReport, tolerance: number): ComparedRow[] {
  const unlike = differences(after.machine, before.machine);
  if (unlike.length > 0)
    throw new UnlikeReportsError(
      `The baseline was measured on another machine (${unlike.join("; ")}), and ratios of unlike machines say nothing about the code. Measure a baseline here: npm run bench -- --json FILE, then npm run bench:compare -- --baseline FILE.`,
    );
  const rows = after.results.flatMap((result) => {
    const earlier = before.results.find(
      ({ name, phase, unit }) => name === result.name && phase === result.phase && unit === result.unit,
    );
    return earlier ? [{ before: earlier, after: result, change: changeOf(earlier, result, tolerance) }] : [];
  });
  if (rows.length === 0)
    throw new UnlikeReportsError("The two runs have no row in common. Run the same cases for both.");
  return rows;
}

function changeOf(before: Result, after: Result, tolerance: number): Change {
  if (after.median > before.median * (1 + tolerance) && after.lowerQuartile > before.median) return "slower";
  if (after.median * (1 + tolerance) < before.median && after.upperQuartile < before.median) return "faster";
  return "alike";
}
