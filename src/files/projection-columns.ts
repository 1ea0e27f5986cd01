import { BOOK_NAMES, type Book, type BookName, books, type Column } from "../shared/books.ts";
import { type HeaderFit, headerKey, numberIn } from "./header.ts";

/** The columns that identify the player of a row. */
export const IDENTITY_COLUMNS = [
  "id",
  "name",
  "firstName",
  "lastName",
  "team",
  "position",
  "rosterPosition",
  "salary",
] as const;

export type ProjectionColumn =
  | (typeof IDENTITY_COLUMNS)[number]
  | "points"
  | "ownership"
  | "minimumExposure"
  | "maximumExposure"
  | "deviation"
  | "floor"
  | "ceiling"
  | "samples"
  | "line"
  | "powerPlay"
  | "order"
  | "start"
  | "cut";

/** Header names of each column, preferred first. Case, spaces and punctuation are ignored. */
type Headers = Readonly<Partial<Record<ProjectionColumn, readonly string[]>>>;

interface VendorHeaders {
  readonly vendor: string;
  readonly headers: Headers;
  readonly ofBook?: Readonly<Partial<Record<BookName, Headers>>>;
}

/** Headers for each book: each word before and after the book's name or abbreviation, such as `DK Own`. */
function headersBeside(words: Headers): Readonly<Record<BookName, Headers>> {
  const beside = (names: readonly string[]) =>
    names.flatMap((word) => [`{} ${word}`, `${word} {}`, `${word} {} (Mean)`]);
  const ofBook = ({ site, vendor }: Book): Headers =>
    Object.fromEntries(
      Object.entries(words).map(([column, names]) => [
        column,
        beside(names).flatMap((form) => [site.toUpperCase(), vendor].map((name) => form.replace("{}", name))),
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
    headers: {
      points: ["My Proj", "My Projection", "My Points", "Custom Projection", "Custom Proj"],
      ownership: ["My Own", "My Ownership"],
    },
  },
  {
    vendor: "SaberSim",
    headers: {
      id: ["DFS ID"],
      name: ["Name"],
      position: ["Pos"],
      rosterPosition: ["Roster Pos"],
      points: ["SS Proj", "SaberSim Proj"],
      ownership: ["Adj Own", "SS Own"],
      minimumExposure: ["Min Exp"],
      maximumExposure: ["Max Exp"],
    },
    ofBook: { bookA: { deviation: ["dk_std"] }, bookB: { deviation: ["fd_std"] } },
  },
  {
    vendor: "FantasyCruncher",
    headers: {
      name: ["Player"],
      points: ["FC Proj", "FC Projection"],
      ownership: ["FC Own", "Proj Own%"],
      minimumExposure: ["Min"],
      maximumExposure: ["Max"],
      deviation: ["STDV"],
    },
  },
  {
    vendor: "ETR",
    headers: {
      name: ["Player"],
      points: ["ETR Projection", "ETR Proj"],
      ownership: ["ETR Ownership", "Large Field"],
    },
    ofBook: headersBeside({
      id: ["ID", "Slate ID", "Player ID"],
      position: ["Position", "Pos"],
      salary: ["Salary", "Sal", "Sal ($)"],
      points: [
        ...["Projection", "Proj", "Projected Points", "Proj Points", "Proj Pts", "Proj FPTS", "Proj FP"],
        ...["Projected FP", "FFPts"],
      ],
      ownership: [
        ...["Large Ownership", "Ownership", "Own", "Own Pct", "pOwn", "Proj Own", "Projected Ownership"],
      ],
      deviation: ["Std Dev"],
      floor: ["Floor"],
      ceiling: ["Ceiling", "Ceil"],
    }),
  },
  {
    vendor: "LineStar",
    headers: {
      name: ["Name"],
      position: ["Position"],
      points: ["Projected"],
      ownership: ["ProjOwn", "Projected Own"],
    },
  },
  {
    vendor: "FantasyLabs",
    headers: {
      name: ["Player_Name", "Player Name"],
      points: ["projections_proj", "Proj Pts", "Proj"],
      ownership: ["projections_projown", "Proj Own", "Own"],
      minimumExposure: ["Min Exposure", "exposure_min"],
      maximumExposure: ["Max Exposure", "exposure_max"],
      floor: ["projections_floor"],
      ceiling: ["projections_ceiling"],
    },
  },
  {
    vendor: "Stokastic",
    headers: { name: ["Name"], points: ["Projection", "Fpts"], ownership: ["Ownership %", "Own%"] },
  },
  {
    vendor: "RotoGrinders",
    headers: {
      id: ["PLAYERID"],
      name: ["PLAYER"],
      position: ["POS"],
      points: ["FPTS", "Proj FP"],
      ownership: ["POWN", "Proj_Own", "Ownership"],
      minimumExposure: ["MINEXPOSURE"],
      maximumExposure: ["MAXEXPOSURE"],
    },
  },
  {
    vendor: "4for4",
    headers: { name: ["Player"], points: ["FFPts", "FF Pts", "Proj FFPts"], ownership: ["Own Proj"] },
  },
  {
    vendor: "DailyFantasyFuel",
    headers: {
      firstName: ["first_name"],
      lastName: ["last_name"],
      points: ["ppg_projection"],
      ownership: ["ownership_projection"],
    },
  },
  {
    vendor: "the books",
    headers: {
      id: ["ID", "Player ID"],
      name: ["Nickname", "Name + ID"],
      team: ["TeamAbbrev"],
      position: ["Position"],
      rosterPosition: ["Roster Position"],
    },
  },
  {
    vendor: "anyone",
    headers: {
      id: ["Site ID"],
      name: ["Full Name", "Athlete", "Golfer", "Driver", "Fighter"],
      firstName: ["First", "First Name", "Given Name"],
      lastName: ["Last", "Last Name", "Surname"],
      team: ["Team", "Team Abbreviation", "Tm", "Teams"],
      position: ["Positions"],
      rosterPosition: ["Roster Slot", "Slot"],
      salary: ["Salary", "Sal", "Cost", "Price"],
      points: [
        "Projections",
        "Projected Points",
        "Proj Points",
        "Proj Fpts",
        "Projected FP",
        "FP",
        "Fantasy Points",
        "Points",
        "Pts",
        "FPPG",
        "AvgPointsPerGame",
      ],
      ownership: [
        "Projected Ownership",
        "Projected Ownership %",
        "Proj Ownership",
        "pOwn%",
        "Own Projection",
        "Own Pct",
        "Ownership Pct",
        "Projected Own%",
        "Expected Ownership",
        "RST%",
        "Rostered %",
        "Public %",
        "Field Ownership",
      ],
      minimumExposure: ["Minimum Exposure", "Min %", "Min Exp %", "Min Exposure %"],
      maximumExposure: ["Maximum Exposure", "Max %", "Max Exp %", "Max Exposure %"],
      deviation: ["Std Dev", "Standard Deviation", "Deviation", "Stdv"],
      floor: ["Floor", "Projected Floor", "Proj Floor"],
      ceiling: ["Ceiling", "Ceil", "Projected Ceiling", "Proj Ceiling"],
      samples: ["Samples", "Simulated Points"],
      line: ["Line", "Line #", "Even Strength Line"],
      powerPlay: ["PP", "PP Line", "PP Unit", "Power Play", "Power Play Unit"],
      order: ["Batting Order", "Order", "Lineup Order", "Batting Order (Confirmed)"],
      start: ["Start", "Starting Position"],
      cut: ["Make Cut"],
    },
    ofBook: headersBeside({ points: ["FPTS", "FP", "Fantasy Points", "Points", "Pts"] }),
  },
];

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
const BOX_SCORE: ReadonlySet<string> = new Set([
  ...["reb", "rebs", "rebounds", "trb", "rb", "ast", "asts", "assist", "assists", "a"],
  ...["g", "goal", "goals", "stl", "stls", "steals", "blk", "blks", "blocks"],
]);

/** The number of stats with the same words around them that make points one of them. */
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

/** Matches a header that begins a book's columns, such as `DraftKings:`. */
function bookOfSection(heading: string): BookName | undefined {
  if (!heading.endsWith(":")) return undefined;
  return books.find(({ vendor, site }) => [vendor.toLowerCase(), site].includes(headerKey(heading)))?.name;
}

export function projectionFit(book: BookName | undefined): HeaderFit<ProjectionColumn> {
  return (column, index, headings, below) => {
    const section = headings.slice(0, index).findLast((heading) => bookOfSection(heading) !== undefined);
    if (book !== undefined && section !== undefined && bookOfSection(section) !== book) return "is-other";
    const heading = headings[index]!;
    if (column === "points") return isBoxScore(heading, headings) ? "last-resort" : "fits";
    if (column !== "minimumExposure" && column !== "maximumExposure") return "fits";
    const cellsOf = (at: number) => below.map(({ cells }) => cells[at] ?? "");
    if (AMBIGUOUS_EXPOSURES[headerKey(heading)] === undefined) return "fits";
    return isExposure(heading, new Map(headings.map((name, at) => [name, cellsOf(at)])))
      ? "fits"
      : "is-other";
  };
}

export const PROJECTION_COLUMN_WORDS: Readonly<Record<ProjectionColumn, string>> = {
  id: "id",
  name: "name",
  firstName: "first name",
  lastName: "last name",
  team: "team",
  position: "position",
  rosterPosition: "roster position",
  salary: "salary",
  points: "points",
  ownership: "ownership",
  minimumExposure: "minimum exposure",
  maximumExposure: "maximum exposure",
  deviation: "deviation",
  floor: "floor",
  ceiling: "ceiling",
  samples: "samples",
  line: "line",
  powerPlay: "power-play unit",
  order: "batting order",
  start: "starting place",
  cut: "made cut",
};

/** The columns of a projections file in the order in which messages list them. */
export const PROJECTION_COLUMN_NAMES = Object.keys(PROJECTION_COLUMN_WORDS) as ProjectionColumn[];

const REQUIRED: ReadonlySet<ProjectionColumn> = new Set(["points"]);

/**
 * The known headers of each column of a projections file. Headers for one book apply only to that book, and
 * then precede the vendor's general ones; without a given book they come last.
 */
export function projectionColumns(book: BookName | undefined): Record<ProjectionColumn, Column> {
  const columns = PROJECTION_COLUMN_NAMES.map((column): [ProjectionColumn, Column] => {
    const names = VENDOR_HEADERS.flatMap(({ headers, ofBook }) => [
      ...((book && ofBook?.[book]?.[column]) ?? []),
      ...(headers[column] ?? []),
    ]);
    const ofEither =
      book === undefined
        ? VENDOR_HEADERS.flatMap(({ ofBook }) => BOOK_NAMES.flatMap((name) => ofBook?.[name]?.[column] ?? []))
        : [];
    return [column, { names: [...new Set([...names, ...ofEither])], required: REQUIRED.has(column) }];
  });
  return Object.fromEntries(columns) as Record<ProjectionColumn, Column>;
}

/**
 * Converts an ownership or exposure to a percentage; `scale` is 100 for a fraction, else 1. Rounds off
 * floating-point errors.
 */
export function toPercent(share: number, scale: 1 | 100): number {
  return scale === 1 ? share : Math.round(share * scale * 1e8) / 1e8;
}

/**
 * Whether all values are 0. Maximum exposures of 0 for all players would forbid every player, so they mean no
 * limit.
 */
export function allZero(shares: readonly (number | null)[]): boolean {
  return shares.length > 0 && shares.every((share) => share === 0);
}
