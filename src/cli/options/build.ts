import { Option } from "commander";
import type { SolverName } from "../../engine/solver/registry.ts";
import { DEALS, type Deal } from "../../files/entries/deal.ts";
import { MAXIMUM_COUNT } from "../../shared/schema/count.ts";
import { outputOption, reportOption, wholeNumber } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { type EntriesOptions, entriesArgument, entriesOptions } from "./entries.ts";
import { choiceOptions } from "./input.ts";
import { costsOption, type PortfolioOptions, portfolioOptions } from "./portfolio.ts";
import { solvingOptions } from "./solving.ts";

/** What `build` is told, as the parser hands it over. */
export interface BuildOptions extends EntriesOptions, PortfolioOptions {
  readonly count?: number;
  readonly deal: Deal;
  readonly lock?: readonly string[];
  readonly exclude?: readonly string[];
  readonly strict?: boolean;
  readonly solver: SolverName | "auto";
  readonly threads?: number;
  readonly timeLimit?: number;
  readonly report?: string;
  readonly output?: string;
}

/** What `build` takes. */
export const definition: Definition = {
  description: "Fill a book's entries file, or its template for new lineups, with the best lineups.",
  arguments: [entriesArgument()],
  options: [
    ...entriesOptions(),
    ...group("Lineups:", [
      new Option(
        "-n, --count <n>",
        `how many lineups, 1 to ${MAXIMUM_COUNT}; fewer than entries are used in turn (default: the description's, else one for each entry)`,
      ).argParser(wholeNumber(1, MAXIMUM_COUNT)),
      ...choiceOptions(),
      new Option(
        "--deal <deal>",
        "entries: one set of lineups for all entries; contest: a set for each contest; same: the same set for every contest",
      )
        .choices(DEALS)
        .default("entries"),
      new Option(
        "--strict",
        "write nothing if there are fewer lineups than requested (exit 1), or if less than 90% of the projections match the pool (exit 2)",
      ),
    ]),
    ...portfolioOptions(),
    ...costsOption(),
    ...group("Output:", [reportOption(), outputOption()]),
    ...solvingOptions(),
  ],
  epilogue: [
    "The best lineup goes to the first entry. Only the cells of lineups change; everything else stays byte for byte. With -o, more lineups than the book takes in one file go into FILE-1, FILE-2 and so on.",
  ],
};
