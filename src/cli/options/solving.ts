import { Option } from "commander";
import { SOLVER_NAMES } from "../../engine/solver/registry.ts";
import { wholeNumber } from "./arguments.ts";
import { group } from "./definition.ts";

const MOST_THREADS = 64;
const MOST_SECONDS = 86_400;

/** How lineups are found. */
export function solvingOptions(): readonly Option[] {
  return group("Solving:", [
    new Option("--solver <solver>", "the solver of the lineups; auto takes the fastest that can")
      .choices(["auto", ...SOLVER_NAMES])
      .default("auto"),
    ...limitOptions(),
  ]);
}

/** On how many threads, and for how long at the most. */
export function limitOptions(): readonly Option[] {
  return [
    new Option(
      "--threads <n>",
      "worker threads; 0 solves in the main thread (default: one less than the cores)",
    ).argParser(wholeNumber(0, MOST_THREADS)),
    new Option(
      "--time-limit <seconds>",
      "give up after so long; a joint portfolio that is whole and swaps are written then, nothing else (default: 600; 60 for portfolios and swaps)",
    ).argParser(wholeNumber(1, MOST_SECONDS)),
  ];
}
