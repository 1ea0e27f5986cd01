import { Argument, InvalidArgumentError, Option } from "commander";
import { CHOICE_GOALS, PAYOUT_SHAPES } from "../../shared/schema/contest-play.ts";
import { formatOption, outputOption, wholeNumber } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { descriptionOptions, type PortfolioOptions } from "./portfolio.ts";
import { type DrawnOptions, drawOptions, slatePlayerOptions } from "./simulate.ts";
import { limitOptions } from "./solving.ts";

const MOST_ENTRIES = 10_000;
const MOST_LINEUPS = 1_000_000;
const MOST_MONEY = 1_000_000_000;

/** What `contest` is told, as the parser hands it over. */
export interface ContestOptions extends DrawnOptions, PortfolioOptions {
  readonly entries?: string;
  readonly choose?: number;
  readonly goal?: (typeof CHOICE_GOALS)[number];
  readonly candidates?: string;
  readonly chosen?: string;
  readonly payouts: string;
  readonly fee?: number;
  readonly field?: number;
  readonly fieldFile?: string;
  readonly fieldSalary?: number;
  readonly format: "table" | "json" | "csv";
  readonly output?: string;
  readonly report?: string;
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
    "Simulate a contest: estimate what entries can win against a field of opponents, by exact ranks in draws of the slate's points.",
  arguments: [new Argument("<file>", "a book's salary file (CSV); - reads standard input")],
  options: [
    ...group("Contest:", [
      new Option(
        "--entries <file>",
        "the lineups entered: a book's upload or entries file (CSV), or a FantasyLineup document",
      ).conflicts("choose"),
      new Option(
        "--payouts <file>",
        `what places are paid: a file (YAML or JSON), or ${PAYOUT_SHAPES.join(", ")}`,
      ).makeOptionMandatory(),
      new Option("--fee <amount>", "what an entry costs, where --payouts is not a file").argParser(money),
      new Option("--field <n>", "how many opponents (default: 10,000)").argParser(
        wholeNumber(1, MOST_LINEUPS),
      ),
      new Option(
        "--field-salary <amount>",
        "the least that their lineups cost (default: 97% of the cap)",
      ).argParser(wholeNumber(0, MOST_MONEY)),
      new Option(
        "--field-file <file>",
        "the opponents' lineups: a past contest's standings, or a file as for --entries",
      ).conflicts(["field", "fieldSalary"]),
    ]),
    ...group("Choice:", [
      new Option("--choose <n>", "choose n entries that are worth the most together").argParser(
        wholeNumber(1, MOST_ENTRIES),
      ),
      new Option(
        "--goal <what>",
        "payout: the average of all payments (the default); best: the average of the best entry's payment; first: the chance of a first place",
      ).choices(CHOICE_GOALS),
      new Option(
        "--candidates <n or file>",
        "choose from the portfolio of the most points and the best lineups of n draws (default: 3,000), or from the lineups of a file",
      ),
      new Option("--chosen <file>", "write the chosen lineups as rows for the book's upload file (CSV)"),
    ]),
    // Entries are always taken one after another.
    ...descriptionOptions().filter(({ long }) => long !== "--method"),
    ...slatePlayerOptions(),
    ...group("Draws:", drawOptions()),
    ...group("Output:", [
      formatOption(["table", "json", "csv"]),
      outputOption(),
      new Option("--report <file>", "also write a page with charts: FILE.html"),
    ]),
    ...group("Solving:", limitOptions()),
  ],
  epilogue: [
    "Opponents use each player as often as the projections' Ownership column says; without it, as often as the best lineups of draws do. Your entries compete with each other, and tied entries share the prizes of their places.",
    "Chosen entries keep the portfolio's rules. They are added one after another, then exchanged as long as that helps, and are never worth less than the portfolio that optimize builds under the same rules, in the draws by which they are chosen. Other draws then estimate what they can win. For first, where no rule of the portfolio binds, no other choice of the candidates is worth more than 1.6 times as much in the draws by which it is chosen.",
    "Formats: table, for reading; json, everything; csv, a row for each entry. Chances are from 0 to 1 in json and csv.",
  ],
};
