import type { LineupRows } from "./lineup-rows.ts";

/** A JSON object on each line: a lineup's number, totals and players. */
export function ndjsonLines(lineups: readonly LineupRows[]): string {
  return lineups
    .map(({ points, salary, cap, seats }, index) => {
      const players = seats.map(({ slot, name, id, team, position, ...seat }) => {
        return { slot, name, id, team, position, salary: seat.salary, points: seat.points };
      });
      return `${JSON.stringify({ lineup: index + 1, points, salary, cap, players })}\n`;
    })
    .join("");
}
