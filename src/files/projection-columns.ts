import { BOOK_NAMES, type BookName, type Column } from "../shared/books.ts";

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

/** A column of a projections file. */
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
    ofBook: {
      bookA: {
        id: ["DK ID", "DK Slate ID"],
        position: ["DK Position", "DK Pos"],
        salary: ["DK Salary"],
        points: ["DK Projection", "DK Proj"],
        ownership: ["DK Large Ownership", "DK Ownership", "DK Own"],
        floor: ["DK Floor"],
        ceiling: ["DK Ceiling"],
      },
      bookB: {
        id: ["FD ID", "FD Slate ID"],
        position: ["FD Position", "FD Pos"],
        salary: ["FD Salary"],
        points: ["FD Projection", "FD Proj"],
        ownership: ["FD Large Ownership", "FD Ownership", "FD Own"],
        floor: ["FD Floor"],
        ceiling: ["FD Ceiling"],
      },
    },
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
      points: ["Proj Pts", "Proj"],
      ownership: ["Proj Own", "Own"],
      minimumExposure: ["Min Exposure"],
      maximumExposure: ["Max Exposure"],
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
    ofBook: {
      bookA: { salary: ["DK Sal ($)"], points: ["DK FFPts", "DK Pts"] },
      bookB: { salary: ["FD Sal ($)"], points: ["FD FFPts", "FD Pts"] },
    },
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
    ofBook: {
      bookA: { id: ["DraftKings ID"], points: ["DraftKings Projection", "DraftKings Points"] },
      bookB: { id: ["FanDuel ID"], points: ["FanDuel Projection", "FanDuel Points"] },
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
    ofBook: { bookA: { points: ["DK Points"] }, bookB: { points: ["FD Points"] } },
  },
];

/** The columns of a projections file with their names in messages. */
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
