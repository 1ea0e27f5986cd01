import { dollars, pointsText } from "./amounts.ts";
import { type Column, grid } from "./grid.ts";
import type { LineupRows } from "./lineup-rows.ts";

const COLUMNS: readonly Column[] = [
  { title: "Slot", alignment: "left" },
  { title: "Name", alignment: "left" },
  { title: "Team", alignment: "left" },
  { title: "Position", alignment: "left" },
  { title: "Salary", alignment: "right" },
  { title: "Points", alignment: "right" },
];

/** Lineups one below the other, their columns in line with each other. */
export function lineupTables(lineups: readonly LineupRows[]): string {
  // Thousands of lineups seat the same few players: each distinct row is laid out once.
  const lineOf = new Map<string, number>();
  const rows: (readonly string[])[] = [];
  const blocks = lineups.map((lineup) =>
    rowsOf(lineup).map((row) => {
      const key = row.join("\n");
      const line = lineOf.get(key) ?? rows.push(row) - 1;
      lineOf.set(key, line);
      return line;
    }),
  );
  const [titles, rule, ...lines] = grid(COLUMNS, rows).trimEnd().split("\n");
  return blocks
    .map((block, index) => {
      const seats = block.map((line) => lines[line]);
      const total = seats.pop();
      return `${[heading(lineups, index), "", titles, rule, ...seats, rule, total].join("\n")}\n`;
    })
    .join("\n");
}

function heading(lineups: readonly LineupRows[], index: number): string {
  const { points, salary, cap } = lineups[index]!;
  return `Lineup ${index + 1} of ${lineups.length}: ${pointsText(points)} points, ${dollars(salary)} of ${dollars(cap)}`;
}

function rowsOf({ seats, salary, points }: LineupRows): string[][] {
  return [
    ...seats.map((seat) => [
      seat.slot,
      seat.name,
      seat.team,
      seat.position,
      dollars(seat.salary),
      pointsText(seat.points),
    ]),
    ["Total", "", "", "", dollars(salary), pointsText(points)],
  ];
}
