import { InvalidArgumentError, Option } from "commander";
import { wholeNumber } from "./arguments.ts";
import { group } from "./definition.ts";

/** What lineups shall keep together, as the parser hands it over. */
export interface DescriptionOptions {
  readonly portfolio?: string;
  readonly unique?: number;
  readonly maxExposure?: string;
  readonly minSalary?: number;
  readonly method?: "joint" | "sequential";
}

/** The same, and how lineups that keep it are built. */
export interface PortfolioOptions extends DescriptionOptions {
  readonly gap?: number;
  readonly onShortfall?: "keep";
  readonly onInterrupt?: "keep";
  readonly costs?: boolean;
}

const MOST_SEATS = 100;
const MOST_MONEY = 1_000_000_000;

/** Parses a percentage from 0% to 100%; the sign may be left out. */
function percentage(text: string): string {
  const value = /^(\d{1,3}(?:\.\d+)?)%?$/.exec(text.trim())?.[1];
  if (value !== undefined && Number(value) <= 100) return `${value}%`;
  throw new InvalidArgumentError("It must be a percentage from 0% to 100%.");
}

/** Parses a percentage as a part of 1. */
function part(text: string): number {
  return Number(percentage(text).slice(0, -1)) / 100;
}

/** What lineups keep together. */
export function descriptionOptions(): readonly Option[] {
  return group("Portfolio:", [
    new Option("-r, --portfolio <file>", "a portfolio's description: rules over all lineups (YAML or JSON)"),
    new Option("--unique <n>", "any two lineups differ by at least n players").argParser(
      wholeNumber(1, MOST_SEATS),
    ),
    new Option(
      "--max-exposure <share>",
      "each player in at most this share of the lineups, such as 40%",
    ).argParser(percentage),
    new Option("--min-salary <amount>", "each lineup costs at least this").argParser(
      wholeNumber(0, MOST_MONEY),
    ),
    new Option(
      "--method <method>",
      "joint: the set with the greatest sum, with a proven limit (the default); sequential: one best lineup after another",
    ).choices(["joint", "sequential"]),
  ]);
}

/** What makes lineups that are built a portfolio. */
export function portfolioOptions(): readonly Option[] {
  return [...descriptionOptions(), ...group("Portfolio:", buildingOptions())];
}

function buildingOptions(): Option[] {
  return [
    new Option(
      "--gap <part>",
      "joint: stop when the sum is proved to be this close to the best (default: 0.02%, or 0.2% once gains take long)",
    ).argParser(part),
    new Option(
      "--on-shortfall <what>",
      "keep: instead of an error, write the lineups that can be built, or that are built when time is up (exit 3)",
    ).choices(["keep"]),
    new Option(
      "--on-interrupt <what>",
      "keep: on Ctrl-C also write a portfolio that is not whole (exit 3)",
    ).choices(["keep"]),
  ];
}

/** What goes with figures that are shown. */
export function costsOption(): readonly Option[] {
  return group("Portfolio:", [
    new Option(
      "--costs",
      "also show what each rule costs, in --report too: builds one portfolio without each rule, after the lineups are written",
    ),
  ]);
}
