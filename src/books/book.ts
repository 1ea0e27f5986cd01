/** What a row of any book's pool may say. */
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

/** A column of a file: the header names it goes by, the most wanted first. */
export interface Column {
  readonly names: readonly string[];
  readonly required: boolean;
}

/** A book's salary file, also as it stands embedded in upload templates and entries files. */
interface SalaryFile {
  /** By the headers of all the file's years; a row that has every required one is the header. */
  readonly columns: Readonly<Record<PoolColumn, Column>>;
  /** Marks in the status column, upper case, that mean the player does not play. */
  readonly out: readonly string[];
  /** Whether a player sits where the roster position says, and not where the position would let him. */
  readonly rosterPositionSeats: boolean;
  /** How a showdown file offers its captains. */
  readonly captains: {
    /** How the roster position of the captain's slot begins; no classic file has it. */
    readonly slot: string;
    /** Whether the captain is a row of its own, with an id and a salary of its own. */
    readonly ownRows: boolean;
    /** How much more a captain costs than the same player in a plain slot. */
    readonly salaryFactor: number;
  };
}

/** A book's file of finished lineups. */
interface UploadFile {
  /** The most lineups that the book takes in one file. */
  readonly rows: number;
  /** How a cell names someone: the first form is written, any is read. */
  readonly cells: readonly [string, ...string[]];
}

/** All there is to know of a book beside its contests' tables. Companies are named where a file format is theirs. */
export interface BookRecord {
  /** As requests and tables write it. */
  readonly name: string;
  /** The company whose files these are, as people know it. */
  readonly vendor: string;
  /** The company's short name, as tools for its site use it. */
  readonly site: string;
  /** The attribute of a projection that holds the points of this book. */
  readonly pointsAttribute: string;
  readonly salaryFile: SalaryFile;
  readonly uploadFile: UploadFile;
}
