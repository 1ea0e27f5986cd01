import { dollars, pointsText } from "./amounts.ts";
import { type Column, grid } from "./grid.ts";
import type { LineupRows } from "./lineup-rows.ts";
import { type Look, styled } from "./look.ts";
import { printable } from "./printable.ts";

const TITLES = ["Slot", "Name", "Team", "Position", "Salary", "Points"];
const COLUMNS = TITLES.map((title, at): Column<readonly string[]> => {
  return [title, (row) => row[at]!, title === "Salary" || title === "Points" ? "right" : undefined];
});
const NAME = 1;

/** The minimum length of a cut name, even if the table is then too wide. */
const SHORTEST_NAME = 12;

/** Lineups one below the other with aligned columns, a line for each seat. */
export function lineupTables(lineups: readonly LineupRows[], look: Look): string {
  // Thousands of lineups share the same few players: lay out each distinct row once.
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
  const [titles, rule, ...lines] = grid(COLUMNS, withNamesCut(rows, look.width), look).split("\n");
  return blocks
    .map((block, index) => {
      const seats = block.map((line) => lines[line]!);
      const total = styled("total", seats.pop()!, look);
      const title = styled("title", heading(lineups, index), look);
      return `${[title, "", titles, rule, ...seats, rule, total].join("\n")}\n`;
    })
    .join("\n");
}

function heading(lineups: readonly LineupRows[], index: number): string {
  const { points, drawn, optimal, salary, cap } = lineups[index]!;
  const asDrawn = drawn === undefined ? "" : ` (${pointsText(drawn)} as drawn)`;
  const best = optimal === undefined ? "" : `, best in ${(100 * optimal).toFixed(2)}%`;
  return `Lineup ${index + 1} of ${lineups.length}: ${pointsText(points)} points${asDrawn}${best}, ${dollars(salary)} of ${dollars(cap)}`;
}

/** Cuts names to fit the width. */
function withNamesCut(rows: readonly (readonly string[])[], width: number): (readonly string[])[] {
  const longest = TITLES.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => printable(row[column]!).length)),
  );
  const excess = longest.reduce((sum, one) => sum + one + 2, -2) - width;
  const most = Math.max(SHORTEST_NAME, longest[NAME]! - Math.max(0, excess));
  const cut = (name: string) => (name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name);
  return rows.map((row) => row.with(NAME, cut(printable(row[NAME]!))));
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
