import { type Book, type BookName, books, type PoolColumn } from "../shared/books.ts";
import { groupBy } from "../shared/collections.ts";
import { InvalidFileError } from "../shared/errors.ts";
import {
  type CellReader,
  cellsByHeader,
  findTable,
  headerKey,
  missingFromBest,
  readFantasyPoints,
  readId,
  readRow,
  readSalary,
  type Table,
} from "./columns.ts";
import { type CsvRecord, FileFaults, reportSwallowedRows } from "./csv.ts";
import { withoutLock } from "./entries/read-entries.ts";
import { GAME_INFO_FORMS, type GameInfo, readGameInfo } from "./game-info.ts";
import { BEGUN } from "./slate.ts";

/** Null for cells that are empty or whose column is missing; the salary is 0 in a file without salaries. */
export type PoolRow = NonNullable<ReturnType<typeof readPlayer>>;

const requiredOf = ({ salaryFile }: Book) =>
  Object.values(salaryFile.columns).filter(({ required }) => required).length;

/** Most required columns first: a header of one book may have all columns that another requires. */
const BY_DETAIL = books.toSorted((a, b) => requiredOf(b) - requiredOf(a));

interface Pool {
  readonly book: BookName;
  readonly table: Table<PoolColumn>;
  readonly from: number;
}

/** At any position in a book's file. */
export function findPool(records: readonly CsvRecord[]): Pool | null {
  for (const { name: book, salaryFile } of BY_DETAIL) {
    const table = findTable(records, salaryFile.columns);
    if (table !== null) return { book, table, from: Math.min(...Object.values(table.at)) };
  }
  return null;
}

/** @throws InvalidFileError for a file without a pool, and for all unreadable cells. */
export function readPoolRows(records: readonly CsvRecord[], file: string) {
  const pool = findPool(records);
  if (pool === null) throw notASalaryFile(records, file);
  const { at, header, below } = pool.table;
  const faults = new FileFaults(file);
  // A pool has hundreds of players in a dozen games.
  const texts = new Set(below.map(({ cells }) => withoutLock(cells[at.game ?? -1] ?? "").text));
  const games = new Map([...texts].map((text) => [text, readGameInfo(text)]));
  const hasTeams = [...games.values()].some((game) => game?.kind === "game");
  const hasSalaries = at.salary !== undefined;
  const readers = hasSalaries ? READERS : { ...READERS, salary: () => 0 };
  const rows = below.flatMap(
    (record) => readPlayer(record, pool, { games, hasTeams, readers }, faults) ?? [],
  );
  faults.throwIfAny();
  if (rows.length === 0)
    throw new InvalidFileError(file, header.line, "has no players below its header. Download it again.");
  return { book: pool.book, headings: header.cells, hasSalaries, rows };
}

export interface OwnPool {
  readonly file: string;
  readonly ids: ReadonlySet<string>;
  /** By the book's marks. */
  readonly started: ReadonlySet<string>;
}

/** Null for a file without a pool, or whose pool has no ids. */
export function ownPoolOf(records: readonly CsvRecord[], file: string): OwnPool | null {
  const pool = findPool(records);
  const { id, game = -1 } = pool?.table.at ?? {};
  if (pool === null || id === undefined) return null;
  const rows = pool.table.below.filter(({ cells }) => cells[id]);
  const started = rows.filter(({ cells }) => {
    const info = readGameInfo(cells[game] ?? "");
    const isMarked = cells.slice(pool.from).some((text) => withoutLock(text).locked);
    return isMarked || (info?.kind === "closed" && BEGUN.has(info.reason));
  });
  const idOf = ({ cells }: CsvRecord) => cells[id]!;
  return { file, ids: new Set(rows.map(idOf)), started: new Set(started.map(idOf)) };
}

const asWritten = (cell: string): string => cell;
const orNull = (cell: string): string | null => cell || null;
const readIfGiven: CellReader<number | null> = (cell, ...where) =>
  cell === "" ? null : readSalary(cell, ...where);

const READERS = {
  id: readId,
  position: asWritten,
  rosterPosition: orNull,
  firstName: orNull,
  lastName: orNull,
  salary: readSalary,
  captainSalary: readIfGiven,
  team: (cell: string) => cell.toUpperCase(),
  averagePoints: readFantasyPoints,
  status: orNull,
} satisfies { readonly [Name in PoolColumn]?: unknown };

interface RowReading {
  readonly games: ReadonlyMap<string, GameInfo | null>;
  readonly hasTeams: boolean;
  readonly readers: typeof READERS;
}

/** Null if its game or salary is unreadable, and for a record outside the pool. */
function readPlayer(
  record: CsvRecord,
  { table, from }: Pool,
  { games, hasTeams, readers }: RowReading,
  faults: FileFaults,
) {
  const { line } = record;
  const marked = record.cells.map(withoutLock);
  const cells = marked.map(({ text }) => text);
  const cell = (column: PoolColumn): string => cells[table.at[column] ?? -1] ?? "";
  const name = cell("name") || [cell("firstName"), cell("lastName")].join(" ").trim();
  if (name === "" && (["position", "salary", "team"] as const).every((column) => cell(column) === ""))
    return null;
  if (reportSwallowedRows(record, faults)) return null;
  const naming = table.at.name === undefined ? "lastName" : "name";
  for (const [column, text] of [[naming, name] as const, ["position", cell("position")] as const]) {
    if (text === "") faults.add(line, `column ${table.used[column]} is empty. Fill it, or remove the row.`);
  }
  const gameText = cell("game");
  const game = games.get(gameText) ?? null;
  if (game === null || (hasTeams && game.kind === "event"))
    faults.add(line, `the game "${gameText}" cannot be read. Give one of: ${GAME_INFO_FORMS}.`);
  const { salary, ...read } = readRow(table, { line, cells }, readers, faults);
  if (game === null || salary === null) return null;
  return {
    ...{ file: faults.file, line, name, salary, game, gameText },
    ...read,
    /** Whether the book marks the player as locked. */
    locked: marked.some(({ locked }, index) => locked && index >= from),
    columns: cellsByHeader(table.header.cells, record.cells, from),
  };
}

/** Two patterns, each of which matches one of its headers, and its description. */
type OtherFile = readonly [RegExp, RegExp, string];

const HISTORY: OtherFile = [
  /^entryfee$/,
  /^winnings/,
  "a history of your own contests, which lists no players. Give the book's salary file",
];
const OTHER_FILES: readonly OtherFile[] = [
  HISTORY,
  [/^entryid$/, /^lineup$/, "standings. Give it to `contest --field-file` or `backtest`"],
  [/^place/, /^payout$/, "payouts. Give it to `contest --payouts`"],
  [
    /name$|^player$|id$/,
    /proj|^fpts$|points$/,
    "projections. Give it as --projections, with the salary file",
  ],
];

function otherFileOf(records: readonly CsvRecord[]): OtherFile | undefined {
  const keys = records[0]!.cells.map(headerKey);
  const has = (header: RegExp) => keys.some((key) => header.test(key));
  return OTHER_FILES.find(([one, two]) => has(one) && has(two));
}

/** @throws InvalidFileError for a list of the user's past contests, which has no points of players */
export function refuseHistory(records: readonly CsvRecord[], file: string): void {
  if (otherFileOf(records) === HISTORY) throw notASalaryFile(records, file);
}

function notASalaryFile(records: readonly CsvRecord[], file: string): InvalidFileError {
  const other = otherFileOf(records);
  if (other) return new InvalidFileError(file, null, `is not a salary file: it looks like ${other[2]}.`);
  const looked = books.map(({ vendor, salaryFile: { columns } }) => {
    const { line, missing } = missingFromBest(records, columns);
    const names = Object.values(columns)
      .filter((column) => column.required)
      .map((column) => column.names[0]);
    const nearest = line === null ? "" : ` (line ${line} lacks ${missing.join(", ")})`;
    return `${vendor}'s ${names.join(", ")}${nearest}`;
  });
  return new InvalidFileError(
    file,
    null,
    `is not a salary file: no row has its headers. Looked for ${looked.join("; or ")}. ` +
      "Give the book's own salary file, upload template or entries file.",
  );
}

/** The plain row (FLEX or UTIL), and the captain row if the file has one. */
export interface JoinedRow {
  readonly plain: PoolRow;
  readonly captain: PoolRow | null;
}

/** Such as `CPT` or `MVP - 1.5X Points`. */
export function isCaptainSlot(rosterPosition: string): boolean {
  const [name] = rosterPosition.trim().toUpperCase().split(/\b/);
  return books.some(({ salaryFile }) => salaryFile.captains.slot === name);
}

export function hasCaptainSlot({ rosterPosition }: PoolRow): boolean {
  return rosterPosition?.split("/").some(isCaptainSlot) ?? false;
}

/**
 * Joins the captain row and the plain row of each player of a showdown file, by name, team and position. If
 * players share all three, salary and average points distinguish them. A position that is not `isCaptained`,
 * such as a race team's, needs no captain rows.
 * @throws InvalidFileError for each row without a counterpart, and for players that cannot be distinguished.
 */
export function joinCaptains(
  rows: readonly PoolRow[],
  { salaryFile }: Book,
  file: string,
  isCaptained: (position: string) => boolean = () => true,
): JoinedRow[] {
  const { salaryFactor } = salaryFile.captains;
  const belongs = (captain: PoolRow | undefined, row: PoolRow) =>
    captain?.salary === row.salary * salaryFactor && captain.averagePoints === row.averagePoints;

  const keyOf = (row: PoolRow) => [row.name.toLowerCase(), row.team, row.position].join("\n");
  const captains = groupBy(rows.filter(hasCaptainSlot), keyOf);
  const plain = groupBy(
    rows.filter((row) => !hasCaptainSlot(row)),
    keyOf,
  );
  const captainOf = new Map<PoolRow, PoolRow | null>();
  const faults = new FileFaults(file);
  for (const key of new Set([...plain.keys(), ...captains.keys()])) {
    const group = plain.get(key) ?? [];
    const theirs = captains.get(key) ?? [];
    if (theirs.length === 0 && group.every(({ position }) => !isCaptained(position))) {
      for (const row of group) captainOf.set(row, null);
      continue;
    }
    const { line, name, team, position } = (group[0] ?? theirs[0])!;
    if (group.length !== theirs.length) {
      faults.add(
        line,
        `${name} (${team}) has ${theirs.length} captain (CPT) and ${group.length} plain (FLEX or UTIL) rows. ` +
          "A showdown file lists each player once as each: add the missing row, or remove the other.",
      );
      continue;
    }
    for (const row of group) {
      const fitting = group.length === 1 ? theirs : theirs.filter((captain) => belongs(captain, row));
      const twin = group.find((other) => other !== row && belongs(fitting[0]!, other));
      if (fitting.length !== 1 || twin) {
        const lines = [...group, ...theirs].map((one) => one.line).sort((a, b) => a - b);
        throw new InvalidFileError(
          file,
          line,
          `lines ${lines.join(", ")} are several players called ${name} (${team}, ${position}), and salaries and average ` +
            "points do not show which captain row is whose. Change one of the names in both of its rows.",
        );
      }
      captainOf.set(row, fitting[0]!);
    }
  }
  faults.throwIfAny();
  return [...captainOf]
    .map(([row, captain]) => ({ plain: row, captain }))
    .sort((a, b) => a.plain.line - b.plain.line);
}
