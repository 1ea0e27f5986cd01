import { csvLine } from "../../files/csv.ts";
import type { SimulationFacts } from "./simulation-facts.ts";

/** A row for each player who is in a best lineup, to be read by programs; of each captain's slot a column. */
export function simulationCsv({ players }: SimulationFacts, captains: readonly string[]): string {
  const rows = players.map(({ id, name, team, position, points, share, error, slots }) => [
    ...[id, name, team, position],
    ...[points, share, error].map(String),
    ...captains.map((captain) => String(slots.find(({ slot }) => slot === captain)?.share ?? 0)),
  ]);
  const header = ["id", "name", "team", "position", "points", "share", "error", ...captains];
  return [header, ...rows].map((cells) => `${csvLine(cells)}\n`).join("");
}
