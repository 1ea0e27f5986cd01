/** The fields that a row of a book's pool can have. */
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

/**
 * A column of a file: its names, the preferred one first. A file may have all of the `parts` in place of a
 * required column.
 */
export interface Column {
  readonly names: readonly string[];
  readonly required: boolean;
  readonly parts?: readonly string[];
}

/** A book's salary file, also when it is embedded in upload templates and entries files. */
interface SalaryFile {
  /** By field, the headers used over the years; the header row is the one that has every required column. */
  readonly columns: Readonly<Record<PoolColumn, Column>>;
  /** Marks in the status column, in upper case, that mean the player does not play. */
  readonly out: readonly string[];
  /** Whether the roster position, rather than the position, decides where a player can sit. */
  readonly rosterPositionSeats: boolean;
  /** How a showdown file lists its captains. */
  readonly captains: {
    /** The prefix of the captain slot's roster position; no classic file has it. */
    readonly slot: string;
    /** Whether the captain is a separate row, with its own id and salary. */
    readonly ownRows: boolean;
    /** A captain's salary as a multiple of the same player's salary in a plain slot. */
    readonly salaryFactor: number;
  };
}

/** A book's file of finished lineups. */
interface UploadFile {
  /** The most lineups that the book accepts in one file; 0 for a book that takes no files. */
  readonly rows: number;
  /** How a cell names a player: the first form is written, all forms are read. */
  readonly cells: readonly [string, ...string[]];
}

/** Everything about a book except its contests' tables. */
interface BookRecord {
  /** The name in requests and tables. */
  readonly name: string;
  /** The company's common name, which people read in place of `name`. */
  readonly vendor: string;
  /** The company's short name, as tools for its site use it. */
  readonly site: string;
  /** The attribute of a projection that holds this book's points. */
  readonly pointsAttribute: string;
  readonly salaryFile: SalaryFile;
  readonly uploadFile: UploadFile;
}

/** A column that every header row has. */
function required(...names: string[]): Column {
  return { names, required: true };
}

/** A column that a file may omit. */
function optional(...names: string[]): Column {
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
      firstName: optional(),
      lastName: optional(),
      // Files of contests without a cap have no salaries.
      salary: { ...required("Salary"), parts: ["id", "rosterPosition"] },
      captainSalary: optional(),
      game: required("Game Info"),
      team: required("TeamAbbrev"),
      averagePoints: optional("AvgPointsPerGame"),
      status: optional("Status", "Injury"),
    },
    out: ["OUT", "O", "IR", "IL", "NA"],
    rosterPositionSeats: true,
    captains: { slot: "CPT", ownRows: true, salaryFactor: 1.5 },
  },
  uploadFile: { rows: 500, cells: ["{id}", "{name} ({id})"] },
} as const satisfies BookRecord;

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
    out: ["O", "IR", "IL", "DL", "NA"],
    rosterPositionSeats: false,
    captains: { slot: "MVP", ownRows: false, salaryFactor: 1.5 },
  },
  uploadFile: { rows: 250, cells: ["{id}", "{id}:{name}"] },
} as const satisfies BookRecord;

const bookC = {
  name: "bookC",
  vendor: "Yahoo",
  site: "yahoo",
  pointsAttribute: "bookCPoints",
  salaryFile: {
    columns: {
      id: required("ID"),
      position: required("Position"),
      rosterPosition: optional(),
      name: optional(),
      firstName: required("First Name"),
      lastName: required("Last Name"),
      salary: required("Salary"),
      captainSalary: optional(),
      game: required("Game"),
      team: required("Team"),
      averagePoints: required("FPPG"),
      status: required("Injury Status"),
    },
    out: ["INJ", "O", "IR", "IL", "DL", "NA", "SUSP", "PUP"],
    rosterPositionSeats: false,
    captains: { slot: "SUPERSTAR", ownRows: false, salaryFactor: 1 },
  },
  uploadFile: { rows: 0, cells: ["{id}"] },
} as const satisfies BookRecord;

/** The books whose files are known. */
const all = [bookA, bookB, bookC] as const;

/** A book's name, as in requests and tables; tables can describe contests of any book. */
export type BookName = string;

/** The attribute of a projection that holds the points of a book whose files are known. */
export type PointsAttribute = (typeof all)[number]["pointsAttribute"];

/** Everything about a book except its contests' tables. */
export type Book = BookRecord;

export const books: readonly (Book & { readonly pointsAttribute: PointsAttribute })[] = all;

/** The names of the books whose files are known, for documentation and completion. */
export const BOOK_NAMES: readonly BookName[] = books.map(({ name }) => name);

/** The book that publishes the rules of its game types. */
export const GAME_TYPE_BOOK: BookName = bookA.name;

/** The books' names in requests, with their common names, for documentation and errors. */
export const BOOK_VALUES = all.map(({ name, vendor }) => `\`${name}\` is ${vendor}`).join(", ");

/** The names of a contest, as tables have them. */
interface ContestNames {
  readonly sport: string;
  readonly book: BookName;
  readonly contest: string;
}

/** A contest in words for people, such as `DraftKings basketball classic`. */
export function contestWords({ sport, book, contest }: ContestNames): string {
  return `${bookNamed(book).vendor} ${sport} ${contest}`;
}

/** Cache of the records of other books, so that each has one. */
const others = new Map<string, Book>();
const MOST_OTHERS = 100;

/**
 * Returns the record of a book. A book without known files has its name's points attribute, such as
 * `bookXPoints`, and the file formats of the first known book.
 */
export function bookNamed(name: BookName): Book {
  const known = books.find((book) => book.name === name) ?? others.get(name);
  if (known !== undefined) return known;
  const other: Book = { ...bookA, name, vendor: name, site: name, pointsAttribute: `${name}Points` };
  if (others.size >= MOST_OTHERS) others.clear();
  others.set(name, other);
  return other;
}
