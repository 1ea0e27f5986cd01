import { InvalidArgumentError, Option } from "commander";
import type { SolverName } from "../../solver/registry.ts";
import { formatOption, outputOption } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { type EntriesOptions, entriesArgument, entriesOptions } from "./entries.ts";
import { type DescriptionOptions, descriptionOptions } from "./portfolio.ts";
import { solvingOptions } from "./solving.ts";

/** What `swap` is told, as the parser hands it over. */
export interface SwapOptions extends EntriesOptions, DescriptionOptions {
  readonly now?: string;
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
    "The table goes to standard output; the entries file as it shall be is written where -o says. Seats marked (LOCKED), and those of players whose games have begun, stay in their very slots. An entry that cannot be swapped stays as it is, and the table says why.",
  ],
};
