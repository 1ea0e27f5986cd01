import type { Column } from "./header.ts";
import type { Book } from "./slate.ts";

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

/** One book's salary file: whose it is, and its columns by the headers of all its years. */
interface SalaryFile {
  readonly book: Book;
  /** The company whose file it is, as people know it. */
  readonly origin: string;
  readonly columns: Readonly<Record<PoolColumn, Column>>;
  /** Marks in the status column that mean the player does not play. */
  readonly out: readonly string[];
}

const required = (...names: string[]): Column => ({ names, required: true });
const optional = (...names: string[]): Column => ({ names, required: false });

/** The known salary files, also as they stand embedded in upload templates and entries files. */
export const SALARY_FILES: readonly SalaryFile[] = [
  {
    book: "bookA",
    origin: "DraftKings",
    columns: {
      id: optional("ID"),
      position: required("Position"),
      rosterPosition: optional("Roster Position"),
      name: required("Name"),
      firstName: optional(),
      lastName: optional(),
      salary: required("Salary"),
      captainSalary: optional(),
      game: required("Game Info"),
      team: required("TeamAbbrev"),
      averagePoints: required("AvgPointsPerGame"),
      status: optional("Status"),
    },
    out: [],
  },
  {
    book: "bookB",
    origin: "FanDuel",
    columns: {
      id: required("Id"),
      position: required("Position"),
      rosterPosition: optional("Roster Position"),
      name: required("Nickname"),
      firstName: optional("First Name"),
      lastName: optional("Last Name"),
      salary: required("Salary"),
      captainSalary: optional("MVP 1.5x Salary"),
      game: required("Game"),
      team: required("Team"),
      averagePoints: required("FPPG"),
      status: optional("Injury Indicator"),
    },
    out: ["O", "IR", "NA"],
  },
];

/** Roster positions that only a showdown file has: the captain's slot of each book. */
export const CAPTAIN_SLOT = /^(CPT|MVP)\b/i;

/** How much more a captain costs than the same player in a plain slot. */
export const CAPTAIN_SALARY_FACTOR = 1.5;
