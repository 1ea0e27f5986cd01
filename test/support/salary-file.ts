import { generateSlate } from "../../bench/slates/generate-slate.ts";
import { SHAPES, slateName } from "../../bench/slates/shapes/index.ts";
import { competitorsOf } from "../../src/contests/catalog/sports.ts";
import { type ContestTable, ruleWords } from "../../src/contests/constraints/readers/contest-table.ts";
import { parseCsv } from "../../src/files/csv.ts";
import { builtInCatalog } from "../../src/platform/node/catalog.ts";
import { bookNamed, bookOfFileName } from "../../src/shared/books.ts";
import { memoized } from "../../src/shared/collections.ts";
import { isCaptains } from "../../src/shared/roster.ts";

/** The contests, as `sport.book.contest`. */
export const CONTESTS = SHAPES.map(slateName);

/** The table of `sport.book.contest`. */
function tableOf(name: string): ContestTable {
  const [sport, book, contest] = name.split(".").map(bookOfFileName) as [string, string, string];
  return builtInCatalog.contest(sport, book, contest);
}

/** Whether there are captains, whether there is one game, and the kinds of limits. */
function formOf(name: string): string {
  const table = tableOf(name);
  const limits = ruleWords(table).limits.map((words) => words.replace(/\d+|\(.*?\)/g, ""));
  return [table.book, table.slots.some(isCaptains), table.games.maximum === 1, ...limits].join();
}

/** The first contest of each form, for tests of what every contest of a form shares. */
export const FORMS = [
  ...new Map(CONTESTS.toReversed().map((name) => [formOf(name), name])).values(),
].toReversed();

/** The tables of those forms. */
export const FORM_TABLES: readonly ContestTable[] = FORMS.map(tableOf);

/** Those forms whose books take files of lineups. */
export const UPLOADED_FORMS = FORMS.filter(
  (name) => bookNamed(bookOfFileName(name.split(".")[1]!)).uploadFile.rows > 0,
);

const GAMES = ["Game Info", "Game"];

/** Fights or matches in a small file: each has only two players, and a lineup has six, of different ones. */
const OF_PERSONS = 14;

/** By the number of games and the contest: many files of tests ask for the same. */
const smallFiles = memoized((games: number) =>
  memoized((contest: string) => {
    const text = generateSlate(contest, 7);
    const [header, ...rows] = text.split(/\r?\n/).filter((line) => line !== "");
    const column = parseCsv(header!, contest)[0]!.cells.findIndex((cell) => GAMES.includes(cell));
    const gameOf = (row: string) => parseCsv(row, contest)[0]!.cells[column]!;
    const isOfPersons = competitorsOf(contest.split(".")[0]!) === "individuals";
    const kept = new Set([...new Set(rows.map(gameOf))].slice(0, isOfPersons ? OF_PERSONS : games));
    return `${[header, ...rows.filter((row) => kept.has(gameOf(row)))].join("\n")}\n`;
  }),
);

/** An invented salary file of a contest, cut to its first games so that every solver is fast. */
export function smallSalaryFile(contest: string, games = 4): string {
  return smallFiles(games)(contest);
}
