import { Argument, InvalidArgumentError, Option } from "commander";
import { PAYOUT_SHAPES } from "../../schema/contest-play.ts";
import { formatOption, outputOption, wholeNumber } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { type DrawnOptions, drawOptions, slatePlayerOptions } from "./simulate.ts";
import { limitOptions } from "./solving.ts";

const MOST_LINEUPS = 1_000_000;
const MOST_MONEY = 1_000_000_000;

/** What `contest` is told, as the parser hands it over. */
export interface ContestOptions extends DrawnOptions {
  readonly entries: string;
  readonly payouts: string;
  readonly fee?: number;
  readonly field?: number;
  readonly fieldFile?: string;
  readonly fieldSalary?: number;
  readonly format: "table" | "json" | "csv";
  readonly output?: string;
}

/** Parses an amount of money above 0. */
function money(text: string): number {
  const value = Number(text.replace(/^\$/, ""));
  if (value > 0 && value <= MOST_MONEY) return value;
  throw new InvalidArgumentError("It must be an amount of money such as 5 or 0.25.");
}

/** What `contest` takes. */
export const definition: Definition = {
  description:
    "Play a contest over and over: what entries can expect against a field of opponents, by exact ranks in draws of the slate's points.",
  arguments: [new Argument("<file>", "a book's salary file (CSV); - reads standard input")],
  options: [
    ...group("Contest:", [
      new Option(
        "--entries <file>",
        "the lineups entered: a book's upload or entries file (CSV), or a FantasyLineup document",
      ).makeOptionMandatory(),
      new Option(
        "--payouts <file>",
        `what places are paid: a file (YAML or JSON), or ${PAYOUT_SHAPES.join(", ")}`,
      ).makeOptionMandatory(),
      new Option("--fee <amount>", "what an entry costs, where --payouts is no file").argParser(money),
      new Option("--field <n>", "how many opponents (default: 10,000)").argParser(
        wholeNumber(1, MOST_LINEUPS),
      ),
      new Option(
        "--field-salary <amount>",
        "what their lineups cost at least (default: 97% of the cap)",
      ).argParser(wholeNumber(0, MOST_MONEY)),
      new Option(
        "--field-file <file>",
        "the opponents' lineups themselves: a contest's standings, or lineups as --entries takes them",
      ).conflicts(["field", "fieldSalary"]),
    ]),
    ...slatePlayerOptions(),
    ...group("Draws:", drawOptions()),
    ...group("Output:", [formatOption(["table", "json", "csv"]), outputOption()]),
    ...group("Solving:", limitOptions()),
  ],
  epilogue: [
    "Opponents have people in as many lineups as the projections' Ownership column says, else as often as the best lineups of draws have them. Own entries are in each other's way, and who is level shares the prizes of the places.",
    "Formats: table, to read; json, all of it; csv, a row for each entry. Chances are from 0 to 1 in json and csv.",
  ],
};
