import {
  BOOK_NAMES,
  type Book,
  type BookName,
  books,
  type Column,
  PROJECTION_COLUMN_NAMES,
  type ProjectionColumn,
} from "../shared/books.ts";
import { type ColumnFit, type Columns, findTable, headerKey, numberIn, type Table } from "./columns.ts";
import type { CsvRecord } from "./csv.ts";

export const IDENTITY_COLUMNS = [
  ...(["id", "name", "firstName", "lastName", "team", "position", "rosterPosition", "salary"] as const),
];

/** Preferred first; case, spaces and punctuation are ignored. */
type Headers = { readonly [Name in ProjectionColumn]?: string };

interface VendorHeaders extends Headers {
  readonly vendor: string;
  readonly ofBook?: Readonly<Record<BookName, Headers>>;
}

export function namesIn(headers = ""): readonly string[] {
  return headers.split(", ").filter((name) => name !== "");
}

/** Each word before and after the book's name or abbreviation, such as `DK Own`. */
function headersBeside(words: Headers): Readonly<Record<BookName, Headers>> {
  const forms = (word: string) => [`{} ${word}`, `${word} {}`, `${word} {} (Mean)`];
  const ofBook = ({ site, vendor }: Book): Headers =>
    Object.fromEntries(
      Object.entries(words).map(([column, names]) => [
        column,
        namesIn(names)
          .flatMap(forms)
          .flatMap((form) => [site.toUpperCase(), vendor].map((name) => form.replace("{}", name)))
          .join(", "),
      ]),
    );
  return Object.fromEntries(books.map((book) => [book.name, ofBook(book)]));
}

/**
 * The known headers by vendor. If several of a file's headers match a column, the first in this list applies:
 * a user's own column before the vendor's, a projection before an average. The headers of SaberSim, ETR,
 * LineStar, DailyFantasyFuel, FantasyCruncher and Stokastic are taken from programs that read real exports.
 * Those of RotoGrinders, FantasyLabs and 4for4 are incomplete: only some are named by such programs.
 */
export const VENDOR_HEADERS: readonly VendorHeaders[] = [
  {
    vendor: "one's own",
    points: "My Proj, My Projection, My Points, Custom Projection, Custom Proj",
    ownership: "My Own, My Ownership",
  },
  {
    vendor: "SaberSim",
    id: "DFS ID",
    name: "Name",
    position: "Pos",
    rosterPosition: "Roster Pos",
    points: "SS Proj, SaberSim Proj",
    ownership: "Adj Own, SS Own",
    minimumExposure: "Min Exp",
    maximumExposure: "Max Exp",
    ofBook: { bookA: { deviation: "dk_std" }, bookB: { deviation: "fd_std" } },
  },
  {
    vendor: "FantasyCruncher",
    name: "Player",
    points: "FC Proj, FC Projection",
    ownership: "FC Own, Proj Own%",
    minimumExposure: "Min",
    maximumExposure: "Max",
    deviation: "STDV",
  },
  {
    vendor: "ETR",
    name: "Player",
    points: "ETR Projection, ETR Proj",
    ownership: "ETR Ownership, Large Field",
    ofBook: headersBeside({
      id: "ID, Slate ID, Player ID",
      position: "Position, Pos",
      salary: "Salary, Sal, Sal ($)",
      points:
        "Projection, Proj, Projected Points, Proj Points, Proj Pts, Proj FPTS, Proj FP, Projected FP, FFPts",
      ownership: "Large Ownership, Ownership, Own, Own Pct, pOwn, Proj Own, Projected Ownership",
      deviation: "Std Dev",
      floor: "Floor",
      ceiling: "Ceiling, Ceil",
    }),
  },
  {
    vendor: "LineStar",
    name: "Name",
    position: "Position",
    points: "Projected",
    ownership: "ProjOwn, Projected Own",
  },
  {
    vendor: "FantasyLabs",
    name: "Player_Name, Player Name",
    points: "projections_proj, Proj Pts, Proj",
    ownership: "projections_projown, Proj Own, Own",
    minimumExposure: "Min Exposure, exposure_min",
    maximumExposure: "Max Exposure, exposure_max",
    floor: "projections_floor",
    ceiling: "projections_ceiling",
  },
  { vendor: "Stokastic", name: "Name", points: "Projection, Fpts", ownership: "Ownership %, Own%" },
  {
    vendor: "RotoGrinders",
    id: "PLAYERID",
    name: "PLAYER",
    position: "POS",
    points: "FPTS, Proj FP",
    ownership: "POWN, Proj_Own, Ownership",
    minimumExposure: "MINEXPOSURE",
    maximumExposure: "MAXEXPOSURE",
  },
  { vendor: "4for4", name: "Player", points: "FFPts, FF Pts, Proj FFPts", ownership: "Own Proj" },
  {
    vendor: "DailyFantasyFuel",
    firstName: "first_name",
    lastName: "last_name",
    points: "ppg_projection",
    ownership: "ownership_projection",
  },
  {
    vendor: "the books",
    id: "ID, Player ID",
    name: "Nickname, Name + ID",
    team: "TeamAbbrev",
    position: "Position",
    rosterPosition: "Roster Position",
  },
  {
    vendor: "anyone",
    id: "Site ID",
    name: "Full Name, Athlete, Golfer, Driver, Fighter",
    firstName: "First, First Name, Given Name",
    lastName: "Last, Last Name, Surname",
    team: "Team, Team Abbreviation, Tm, Teams",
    position: "Positions",
    rosterPosition: "Roster Slot, Slot",
    salary: "Salary, Sal, Cost, Price",
    points:
      "Projections, Projected Points, Proj Points, Proj Fpts, Projected FP, FP, Fantasy Points, Points, Pts, FPPG, AvgPointsPerGame",
    ownership:
      "Projected Ownership, Projected Ownership %, Proj Ownership, pOwn%, Own Projection, Own Pct, Ownership Pct, Projected Own%, Expected Ownership, RST%, Rostered %, Public %, Field Ownership",
    minimumExposure: "Minimum Exposure, Min %, Min Exp %, Min Exposure %",
    maximumExposure: "Maximum Exposure, Max %, Max Exp %, Max Exposure %",
    deviation: "Std Dev, Standard Deviation, Deviation, Stdv",
    floor: "Floor, Projected Floor, Proj Floor",
    ceiling: "Ceiling, Ceil, Projected Ceiling, Proj Ceiling",
    samples: "Samples, Simulated Points",
    line: "Line, Line #, Even Strength Line",
    powerPlay: "PP, PP Line, PP Unit, Power Play, Power Play Unit",
    order: "Batting Order, Order, Lineup Order, Batting Order (Confirmed)",
    start: "Start, Starting Position",
    cut: "Make Cut",
    ofBook: headersBeside({ points: "FPTS, FP, Fantasy Points, Points, Pts" }),
  },
];

/** The header of a column that a user names instead of the known ones. */
export type AskedColumns = Readonly<Partial<Record<ProjectionColumn, string>>>;

/** In place of a header: the file has no such column, whatever its headers seem to say. */
const NO_COLUMN = "none";

/**
 * The known headers of each column of a projections file; `asked` replaces them. Headers for one book apply
 * only to that book, and then precede the vendor's general ones; without a given book they come last.
 */
export function projectionColumns(
  book: BookName | undefined,
  asked: AskedColumns = {},
): Record<ProjectionColumn, Column> {
  const columnOf = (column: ProjectionColumn): Column => {
    const named = asked[column];
    if (named !== undefined && named !== NO_COLUMN) return { names: [named], required: true };
    const known = VENDOR_HEADERS.flatMap(({ ofBook, ...headers }) => [
      ...namesIn(book && ofBook?.[book]?.[column]),
      ...namesIn(headers[column]),
    ]);
    const ofEither = VENDOR_HEADERS.flatMap(({ ofBook }) =>
      BOOK_NAMES.flatMap((name) => namesIn(ofBook?.[name]?.[column])),
    );
    const names = book === undefined ? [...known, ...ofEither] : known;
    return { names: named === NO_COLUMN ? [] : [...new Set(names)], required: column === "points" };
  };
  return Object.fromEntries(PROJECTION_COLUMN_NAMES.map((name) => [name, columnOf(name)])) as Record<
    ProjectionColumn,
    Column
  >;
}

export function optionalColumns<Key extends string>(columns: Columns<Key>): Columns<Key> {
  const all = Object.entries<Column | undefined>(columns);
  return Object.fromEntries(
    all.map(([key, column]) => [key, { ...column, required: false }]),
  ) as Columns<Key>;
}

/** Null without names or ids. */
export function playersTable(
  records: readonly CsvRecord[],
  columns: Columns<ProjectionColumn>,
  fitOf?: ColumnFit<ProjectionColumn>,
): Table<ProjectionColumn> | null {
  const table = findTable(records, columns, fitOf);
  const { id, name, firstName, lastName } = table?.at ?? {};
  const isNamed = (name ?? id) !== undefined || (firstName !== undefined && lastName !== undefined);
  return isNamed ? table : null;
}

/** Headers of exposures that may also mean minutes or points, normalized, each with its partner. */
const AMBIGUOUS_EXPOSURES: Readonly<Record<string, string>> = { min: "max", max: "min" };

/** Whether a column named `Min` or `Max` has exposures, by its cells and the other columns of its file. */
export function isExposure(header: string, columns: ReadonlyMap<string, readonly string[]>): boolean {
  const partner = AMBIGUOUS_EXPOSURES[headerKey(header)];
  if (partner === undefined) return true;
  const keyed = new Map([...columns].map(([name, cells]) => [headerKey(name), cells]));
  const cells = keyed.get(headerKey(header)) ?? [];
  if (cells.some((cell) => cell.includes("%")) || /%/.test(header)) return true;
  const both = keyed.has(partner) ? [...cells, ...keyed.get(partner)!] : null;
  return both !== null && (keyed.has("fcproj") || both.every((cell) => (numberIn(cell) ?? 0) <= 1));
}

/** Words, normalized, of stats that stand beside points scored in a game, which are no fantasy points. */
const BOX_SCORE: ReadonlySet<string> = new Set(
  namesIn(
    "reb, rebs, rebounds, trb, rb, ast, asts, assist, assists, a, g, goal, goals, stl, stls, steals, blk, blks, blocks",
  ),
);

const FEWEST_SIBLINGS = 2;

/** Whether a header such as `Proj PTS` is a stat of a box score, beside `Proj REB` and `Proj AST`. */
function isBoxScore(header: string, headings: readonly string[]): boolean {
  const [, before, after] = /^(.*?)(?:points|pts)(.*)$/.exec(headerKey(header)) ?? [];
  if (before === undefined || after === undefined) return false;
  const siblings = headings.filter((heading) => {
    const key = headerKey(heading);
    const stat = key.slice(before.length, key.length - after.length);
    return key === before + stat + after && BOX_SCORE.has(stat);
  });
  return siblings.length >= FEWEST_SIBLINGS;
}

/** Such as `DraftKings:`. */
function bookOfSection(heading: string): BookName | undefined {
  if (!heading.endsWith(":")) return undefined;
  return books.find(({ vendor, site }) => [vendor.toLowerCase(), site].includes(headerKey(heading)))?.name;
}

/** How well a cell fits a column; a column that the user named is the user's decision. */
export function projectionFit(
  book: BookName | undefined,
  asked: AskedColumns = {},
): ColumnFit<ProjectionColumn> {
  return (column, index, headings, below) => {
    if (asked[column] !== undefined) return "fits";
    const section = headings.slice(0, index).findLast((heading) => bookOfSection(heading) !== undefined);
    if (book !== undefined && section !== undefined && bookOfSection(section) !== book) return "is-other";
    const heading = headings[index]!;
    if (column === "points") return isBoxScore(heading, headings) ? "last-resort" : "fits";
    if (column !== "minimumExposure" && column !== "maximumExposure") return "fits";
    if (AMBIGUOUS_EXPOSURES[headerKey(heading)] === undefined) return "fits";
    const cellsOf = (at: number) => below.map(({ cells }) => cells[at] ?? "");
    return isExposure(heading, new Map(headings.map((name, at) => [name, cellsOf(at)])))
      ? "fits"
      : "is-other";
  };
}

/** Without floating-point errors. */
export function toPercent(share: number, scale: 1 | 100): number {
  return scale === 1 ? share : Math.round(share * scale * 1e8) / 1e8;
}

/** Maximum exposures of 0 for all players would forbid every player, so they mean no limit. */
export function allZero(shares: readonly (number | null)[]): boolean {
  return shares.length > 0 && shares.every((share) => share === 0);
}
