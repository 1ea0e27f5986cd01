import { getBorderCharacters, table } from "table";
import { isMet, type Result } from "./result.ts";

const TITLES = ["case", "phase", "ratio", "quartiles", "goal", "", "ms", "LP ms", "by", "answer checked"];
const NUMBERS = ["ratio", "quartiles", "goal", "ms", "LP ms"];

/** Results as text, a row each; ratios are in LP relaxations unless the row says otherwise. */
export function resultTable(results: readonly Result[]): string {
  const unit = (result: Result) => (result.unit === "MB" ? " MB" : "");
  const rows = results.map((result) => [
    result.name,
    result.phase,
    `${figure(result.median)}${unit(result)}`,
    `${figure(result.lowerQuartile)} to ${figure(result.upperQuartile)}`,
    result.goal === null ? "" : `${result.goal}${unit(result)}`,
    verdict(result),
    result.milliseconds === null ? "" : figure(result.milliseconds.candidate),
    result.milliseconds === null ? "" : figure(result.milliseconds.rival),
    result.solver,
    result.proof,
  ]);
  return table([TITLES, ...rows], {
    border: { ...getBorderCharacters("void"), bodyJoin: "  ", joinBody: "─", joinJoin: "──" },
    columnDefault: { paddingLeft: 0, paddingRight: 0 },
    columns: TITLES.map((title) => ({ alignment: NUMBERS.includes(title) ? "right" : "left" })),
    drawHorizontalLine: (line) => line === 1,
  }).replaceAll(/ +$/gm, "");
}

function verdict(result: Result): string {
  const met = isMet(result);
  return met === null ? "" : met ? "met" : "MISSED";
}

/** Three digits that count, and no more decimals than that. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}
