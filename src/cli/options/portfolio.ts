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
    new Option("-r, --portfolio <file>", "what the lineups keep together: a description, YAML or JSON"),
    new Option("--unique <n>", "any two lineups differ by at least n players").argParser(
      wholeNumber(1, MOST_SEATS),
    ),
    new Option("--max-exposure <share>", "each player in at most this part of the lineups, as 40%").argParser(
      percentage,
    ),
    new Option("--min-salary <amount>", "each lineup costs at least this").argParser(
      wholeNumber(0, MOST_MONEY),
    ),
    new Option(
      "--method <method>",
      "joint: the set with the greatest sum, proved (the default); sequential: one best lineup after another",
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
      "joint: good enough when proved to be within this of the best (default: 0.02%, or 0.2% once gains take long)",
    ).argParser(part),
    new Option(
      "--on-shortfall <what>",
      "keep: write what can be built, or is built when time is up (exit 3), in place of an error",
    ).choices(["keep"]),
    new Option("--on-interrupt <what>", "keep: on Ctrl-C write what is finished (exit 3)").choices(["keep"]),
  ];
}

/** What goes with figures that are shown. */
export function costsOption(): readonly Option[] {
  return group("Portfolio:", [
    new Option(
      "--costs",
      "also say what each rule costs, in --report too: a portfolio is built without each, once the lineups are written",
    ),
  ]);
}
