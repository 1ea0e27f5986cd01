export type PoolColumn =
  | "id"
  | "position"
  | "rosterPosition"
  | "name"
  | "firstName"
  | "lastName"
  | "salary"
  | "captainSalary"
  | "game"
  | "team"
  | "averagePoints"
  | "status";

/** The columns of a projections file, in the order in which messages list them, with the words of messages. */
export const PROJECTION_COLUMN_WORDS = {
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
  captainPoints: "captain points",
  captainOwnership: "captain ownership",
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
  finish: "points for the finish",
} as const;

export type ProjectionColumn = keyof typeof PROJECTION_COLUMN_WORDS;

export const PROJECTION_COLUMN_NAMES = Object.keys(PROJECTION_COLUMN_WORDS) as ProjectionColumn[];

/**
 * The preferred header comes first. A file without a required column is accepted if it has all of the columns
 * `parts`.
 */
export interface Column {
  readonly names: readonly string[];
  readonly required: boolean;
  readonly parts?: readonly string[];
}

/** What is known about a book, an operator of contests, apart from the rules of its contests. */
export interface Book {
  readonly name: string;
  /** Shown to people in place of `name`, such as `DraftKings`. */
  readonly vendor: string;
  /** In other tools, such as `dk`. */
  readonly site: string;
  readonly pointsAttribute: string;
  readonly salaryFile: {
    /** By field, the headers that the book has used. The header row is the first with every required column. */
    readonly columns: Readonly<Partial<Record<PoolColumn, Column>>>;
    /** Whether the column `rosterPosition`, rather than `position`, decides which slots a player can fill. */
    readonly rosterPositionSeats: boolean;
    readonly captains: {
      /** The first word of a captain's roster position, such as `CPT`; no classic file has it. */
      readonly slot: string;
      /** Whether the captain is a separate row, with its own id and salary. */
      readonly ownRows: boolean;
      /** A player's salary as captain, as a multiple of the player's salary in other slots. */
      readonly salaryFactor: number;
    };
  };
  readonly uploadFile: {
    /** 0 for a book that takes no files. */
    readonly rows: number;
    /** How a cell names a player: the first form is written, all forms are read. */
    readonly cells: readonly [string, ...string[]];
  };
}

function required(...names: string[]): Column {
  return { names, required: true };
}

export function optional(...names: string[]): Column {
  return { names, required: false };
}

const bookA = {
  name: "bookA",
  vendor: "DraftKings",
  site: "dk",
  pointsAttribute: "bookAPoints",
  salaryFile: {
    columns: {
      id: optional("ID"),
      position: required("Position"),
      rosterPosition: optional("Roster Position"),
      name: required("Name"),
      // Files of contests without a cap have no salaries.
      salary: { ...required("Salary"), parts: ["id", "rosterPosition"] },
      game: required("Game Info"),
      team: required("TeamAbbrev"),
      averagePoints: optional("AvgPointsPerGame"),
      status: optional("Status", "Injury"),
    },
    rosterPositionSeats: true,
    captains: { slot: "CPT", ownRows: true, salaryFactor: 1.5 },
  },
  uploadFile: { rows: 500, cells: ["{id}", "{name} ({id})"] },
} as const satisfies Book;

const bookB = {
  name: "bookB",
  vendor: "FanDuel",
  site: "fd",
  pointsAttribute: "bookBPoints",
  salaryFile: {
    columns: {
      id: required("Id"),
      position: required("Position"),
      rosterPosition: optional("Roster Position"),
      // Without the injury indicator, the columns are those of Yahoo's exports.
      name: { ...required("Nickname"), parts: ["firstName", "lastName", "status"] },
      firstName: optional("First Name"),
      lastName: optional("Last Name"),
      salary: required("Salary"),
      captainSalary: optional("MVP 1.5x Salary"),
      game: required("Game"),
      team: required("Team"),
      averagePoints: required("FPPG"),
      status: optional("Injury Indicator"),
    },
    rosterPositionSeats: false,
    captains: { slot: "MVP", ownRows: false, salaryFactor: 1.5 },
  },
  uploadFile: { rows: 250, cells: ["{id}", "{id}:{name}"] },
} as const satisfies Book;

const bookC = {
  name: "bookC",
  vendor: "Yahoo",
  site: "yahoo",
  pointsAttribute: "bookCPoints",
  salaryFile: {
    columns: {
      id: required("ID"),
      position: required("Position"),
      firstName: required("First Name"),
      lastName: required("Last Name"),
      salary: required("Salary"),
      game: required("Game"),
      team: required("Team"),
      averagePoints: required("FPPG"),
      status: required("Injury Status"),
    },
    rosterPositionSeats: false,
    captains: { slot: "SUPERSTAR", ownRows: false, salaryFactor: 1 },
  },
  uploadFile: { rows: 0, cells: ["{id}"] },
} as const satisfies Book;

const all = [bookA, bookB, bookC] as const;

/** A book's name in requests and tables, which can also name books that are not in `books`. */
export type BookName = string;

export type PointsAttribute = (typeof all)[number]["pointsAttribute"];

export const books: readonly (Book & { readonly pointsAttribute: PointsAttribute })[] = all;

export const BOOK_NAMES: readonly BookName[] = books.map(({ name }) => name);

/** The book whose site returns the rules of a game type as JSON, from which a contest table can be made. */
export const GAME_TYPE_BOOK: BookName = bookA.name;

/** The attribute of the points as captain, if they are not the slot's multiple of the player's. */
export function captainAttribute({ name }: Pick<Book, "name">): string {
  return `${name}CaptainPoints`;
}

/** The attributes with points of the known books. */
export const POINT_ATTRIBUTES: readonly string[] = books.flatMap((book) => [
  book.pointsAttribute,
  captainAttribute(book),
]);

export const BOOK_VALUES = all.map(({ name, vendor }) => `\`${name}\` is ${vendor}`).join(", ");

/** Such as `draftkings` for `bookA`. */
export function bookFileName(book: BookName): string {
  return bookNamed(book).vendor.toLowerCase();
}

export function bookOfFileName(part: string): string {
  return books.find(({ vendor }) => vendor.toLowerCase() === part)?.name ?? part;
}

/** Such as `DraftKings basketball classic`. */
export function contestWords({
  sport,
  book,
  contest,
}: Readonly<Record<"sport" | "book" | "contest", string>>): string {
  return `${bookNamed(book).vendor} ${sport} ${contest}`;
}

/**
 * For a book that is not in `books`, the points attribute is its name plus `Points`, and the files are as the
 * first book's.
 */
export function bookNamed(name: BookName): Book {
  const known = books.find((book) => book.name === name);
  return known ?? { ...bookA, name, vendor: name, site: name, pointsAttribute: `${name}Points` };
}
