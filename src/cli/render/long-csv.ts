import { csvLine } from "../../files/csv.ts";
import type { LineupRows } from "./lineup-rows.ts";

const HEADER = ["lineup", "slot", "name", "id", "team", "salary", "points"];

/** A row for each player of each lineup, as data frames take them; lineups are counted from 1. */
export function longCsv(lineups: readonly LineupRows[]): string {
  const rows = lineups.flatMap(({ seats }, index) =>
    seats.map(({ slot, name, id, team, salary, points }) => [
      String(index + 1),
      slot,
      name,
      id,
      team,
      String(salary),
      String(points),
    ]),
  );
  return [HEADER, ...rows].map((cells) => `${csvLine(cells)}\n`).join("");
}
