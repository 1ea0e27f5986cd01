import { type Column, grid as tableText } from "../src/cli/render/grid.ts";
import type { ComparedRow } from "./baseline/compare-reports.ts";
import { isMet, type Result } from "./result.ts";

const NUMBERS = ["ratio", "quartiles", "goal", "ms", "rival ms", "baseline", "now"];

/** Results as text, a row each; ratios are relative to the LP relaxation unless the row has another unit. */
export function resultTable(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.name,
    result.phase,
    amount(result, result.median),
    quartiles(result),
    result.goal === null ? "" : amount(result, result.goal),
    verdict(result),
    result.milliseconds === null ? "" : figure(result.milliseconds.candidate),
    result.milliseconds === null ? "" : figure(result.milliseconds.rival),
    result.solver,
    result.missed === undefined ? result.proof : `${result.proof}, ${result.missed}`,
  ]);
  return grid(
    ["case", "phase", "ratio", "quartiles", "goal", "", "ms", "rival ms", "by", "answer checked"],
    rows,
  );
}

export function comparisonTable(rows: readonly ComparedRow[]): string {
  return grid(
    ["case", "phase", "baseline", "now", "quartiles", "change"],
    rows.map(({ before, after, change }) => [
      after.name,
      after.phase,
      amount(before, before.median),
      amount(after, after.median),
      quartiles(after),
      change === "alike" ? "" : change,
    ]),
  );
}

/** The number of goals met, in one line. */
export function summary(results: readonly Result[]): string {
  const goals = results.map(isMet).filter((met) => met !== null);
  return `${goals.filter((met) => met).length} of ${goals.length} goals met.`;
}

/** Reports progress on standard error. */
export function progress(result: Result): void {
  process.stderr.write(`${result.name}, ${result.phase}: ${amount(result, result.median)}\n`);
}

function verdict(result: Result): string {
  const met = isMet(result);
  return met === null ? "" : met ? "met" : "MISSED";
}

function quartiles({ lowerQuartile, upperQuartile }: Result): string {
  return `${figure(lowerQuartile)} to ${figure(upperQuartile)}`;
}

function amount({ unit }: Result, value: number): string {
  return unit === "MB" ? `${figure(value)} MB` : figure(value);
}

/** Three significant digits. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}

/** Rows as text under their titles, with right-aligned numbers. */
export function grid(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const columns = titles.map((title, at): Column<readonly (string | number)[]> => {
    return [title, (row) => String(row[at]), NUMBERS.includes(title) ? "right" : undefined];
  });
  return `${tableText(columns, rows, { width: Number.POSITIVE_INFINITY, colour: false })}\n`;
}
