import { csvLine, parseCsv } from "../../src/files/csv.ts";

/** A pool's lines as the book writes them once the games of these teams have begun. */
export function begunPool(lines: readonly string[], teams: ReadonlySet<string>): string[] {
  const header = parseCsv(lines[0]!, "pool")[0]!.cells;
  const [game, team] = [header.indexOf("Game Info"), header.indexOf("TeamAbbrev")];
  return lines.map((line, index) => {
    const { cells } = parseCsv(line, "pool")[0]!;
    return index > 0 && teams.has(cells[team]!) ? csvLine(cells.with(game, "In Progress")) : line;
  });
}
