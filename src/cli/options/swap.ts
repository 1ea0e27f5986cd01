import { InvalidArgumentError, Option } from "commander";
import type { SolverName } from "../../solver/registry.ts";
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
  description: "Change the lineups of an entries file after news; what has begun stays as it is.",
  arguments: [entriesArgument()],
  options: [
    ...entriesOptions(),
    ...group("Lineups:", [
      new Option(
        "--now <time>",
        "games that start no later have begun, such as 2026-11-21T19:35-05:00 (default: the clock's time)",
      ).argParser(instant),
      new Option(
        "--out <who>",
        "does not play: leaves every entry where the seat is not locked; a name or id; may be repeated",
      ).argParser(repeated),
      new Option(
        "--exclude <who>",
        "leaves every entry where the seat is not locked, and joins none; a name or id, WHO@SLOT for that slot alone; may be repeated",
      ).argParser(repeated),
      new Option("--only-affected", "change only entries of which a player must leave"),
    ]),
    ...descriptionOptions(),
    ...group("Output:", [
      formatOption(["table", "json"]),
      outputOption(),
      new Option("--dry-run", "say what would change, and write nothing"),
      new Option(
        "--watch <file>",
        "take the points from this CSV, and say anew what would change whenever it does; Ctrl-C ends it",
      ),
    ]),
    ...solvingOptions(),
  ],
  epilogue: [
    "The table goes to standard output; the entries file as it shall be is written where -o says. Seats marked (LOCKED), and those of players whose games have begun, stay in their very slots. An entry that cannot be swapped stays as it is, and the table says why. Entries are swapped one by one first, then all together; when the time limit is reached or on Ctrl-C, what there is by then is written.",
  ],
};
