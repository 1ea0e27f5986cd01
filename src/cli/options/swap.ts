import { InvalidArgumentError, Option } from "commander";
import type { SolverName } from "../../engine/solver/registry.ts";
import { formatOption, outputOption, repeated } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { type EntriesOptions, entriesArgument, entriesOptions } from "./entries.ts";
import { type DescriptionOptions, descriptionOptions } from "./portfolio.ts";
import { solvingOptions } from "./solving.ts";

/** What `swap` is told, as the parser hands it over. */
export interface SwapOptions extends EntriesOptions, DescriptionOptions {
  readonly now?: string;
  readonly out?: readonly string[];
  readonly exclude?: readonly string[];
  readonly onlyAffected?: boolean;
  readonly dryRun?: boolean;
  readonly watch?: string;
  readonly solver: SolverName | "auto";
  readonly threads?: number;
  readonly timeLimit?: number;
  readonly format: "table" | "json";
  readonly output?: string;
}

/** Parses an instant; without an offset it would mean another one on every machine. */
function instant(text: string): string {
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError("It must be a time with its offset, such as 2026-11-21T19:35-05:00.");
}

/** What `swap` takes. */
export const definition: Definition = {
  description: "Change the lineups of an entries file after news; started games are left alone.",
  arguments: [entriesArgument()],
  options: [
    ...entriesOptions(),
    ...group("Lineups:", [
      new Option(
        "--now <time>",
        "games that start at this time or earlier have started, such as 2026-11-21T19:35-05:00 (default: the clock's time)",
      ).argParser(instant),
      new Option(
        "--out <who>",
        "a player who is out: leaves every entry where the seat is not locked; a name or id; may be repeated",
      ).argParser(repeated),
      new Option(
        "--exclude <who>",
        "a player who leaves every entry where the seat is not locked, and joins none; a name or id, WHO@SLOT for that slot only; may be repeated",
      ).argParser(repeated),
      new Option("--only-affected", "change only entries with a player who must leave"),
    ]),
    ...descriptionOptions(),
    ...group("Output:", [
      formatOption(["table", "json"]),
      outputOption(),
      new Option("--dry-run", "show what would change, and write nothing"),
      new Option(
        "--watch <file>",
        "read the points from this CSV, and show what would change whenever the file does; Ctrl-C ends it",
      ),
    ]),
    ...solvingOptions(),
  ],
  epilogue: [
    "The table goes to standard output; -o names the file for the changed entries. Seats marked (LOCKED) and players whose games have started keep their slots. Entries that can't be improved or swapped are unchanged, and the table gives the reason. Entries are swapped one by one first, then all together; at the time limit or on Ctrl-C, the best swap so far is written.",
  ],
};
