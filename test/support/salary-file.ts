import { generateSlate } from "../../bench/slates/generate-slate.ts";
import { SHAPES, slateName } from "../../bench/slates/shapes.ts";
import { parseCsv } from "../../src/files/csv.ts";

/** The contests, as `sport.book.contest`. */
export const CONTESTS = SHAPES.map(slateName);

const GAMES = ["Game Info", "Game"];

/** Fights in a small file: each has only two players, and six of different fights make a lineup. */
const FIGHTS = 14;

/** An invented salary file of a contest, cut to its first games so that every solver is fast. */
export function smallSalaryFile(contest: string, games = 4): string {
  const text = generateSlate(contest, 7);
  const [header, ...rows] = text.split(/\r?\n/).filter((line) => line !== "");
  const column = parseCsv(header!, contest)[0]!.cells.findIndex((cell) => GAMES.includes(cell));
  const gameOf = (row: string) => parseCsv(row, contest)[0]!.cells[column]!;
  const kept = new Set([...new Set(rows.map(gameOf))].slice(0, contest.startsWith("mma.") ? FIGHTS : games));
  return `${[header, ...rows.filter((row) => kept.has(gameOf(row)))].join("\n")}\n`;
}
