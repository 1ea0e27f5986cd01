import { csvLine } from "../../files/csv.ts";
import type { ContestFacts } from "./contest-facts.ts";

/** A row for each entry, to be read by programs. */
export function contestCsv({ entries }: ContestFacts): string {
  const header = [
    ...["entry", "mean", "error", "deviation", "profit", "cash", "win", "alone"],
    ...["duplicates expected", "duplicates drawn", "lineup"],
  ];
  const rows = entries.map(
    ({ entry, mean, error, deviation, profit, cash, win, alone, duplicates, players }) => [
      ...[entry, mean, error, deviation, profit, cash, win, alone].map(decimals),
      duplicates.expected === null ? "" : decimals(duplicates.expected),
      String(duplicates.drawn),
      players.map(({ slot, name }) => `${slot} ${name}`).join(", "),
    ],
  );
  return [header, ...rows].map((cells) => `${csvLine(cells)}\n`).join("");
}

function decimals(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
