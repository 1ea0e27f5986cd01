import type { ScoredPerformance } from "../../contests/scoring/document.ts";
import { pointsText } from "./amounts.ts";
import { type Column, grid } from "./grid.ts";
import type { Look } from "./look.ts";

const COLUMNS: readonly Column[] = [
  { title: "Name", alignment: "left", wraps: true },
  { title: "Position", alignment: "left" },
  { title: "Term", alignment: "left" },
  { title: "Amount", alignment: "right" },
  { title: "Points", alignment: "right" },
  { title: "Note", alignment: "left", wraps: true },
];

/** Each stat line's total, and below it what it is made of. */
export function scoreTable(lines: readonly ScoredPerformance[], look: Look): string {
  return grid(
    COLUMNS,
    lines.flatMap((line) => [totalRow(line), ...line.breakdown.map(termRow)]),
    look,
  );
}

function totalRow({ uuid, name, position, group, points }: ScoredPerformance): string[] {
  const note = points !== null ? "" : group === null ? "no scoring for this position" : "nothing to score";
  return [name ?? uuid, position ?? "", "Total", "", points === null ? "none" : pointsText(points), note];
}

function termRow({ term, amount, points, note }: ScoredPerformance["breakdown"][number]): string[] {
  return ["", "", term, amountText(amount), pointsText(points), note ?? ""];
}

/** Counts as they are, predicted amounts to two decimals, chances that would round to nothing to four. */
function amountText(amount: number): string {
  if (Number.isInteger(amount)) return String(amount);
  return Math.abs(amount) < 0.1 ? amount.toFixed(4) : amount.toFixed(2);
}
