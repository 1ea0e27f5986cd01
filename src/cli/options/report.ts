import { Argument, Option } from "commander";
import type { ReportFormat } from "../report-file.ts";
import { outputOption } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { type EntriesOptions, entriesOptions } from "./entries.ts";

/** What `report` is told, as the parser hands it over. */
export interface ReportOptions extends EntriesOptions {
  readonly format?: ReportFormat;
  readonly output?: string;
}

/** What `report` takes. */
export const definition: Definition = {
  description: "Show what lineups are together: exposures, stacks, pairs, salaries, points, uniqueness.",
  arguments: [
    new Argument(
      "<lineups>",
      "lineups (JSON) as optimize writes them, or an upload or entries file (CSV); - reads standard input",
    ),
  ],
  options: [
    ...entriesOptions(),
    ...group("Output:", [
      new Option(
        "--format <format>",
        "table to read, html one self-contained page, json all figures (default: what the output's name says, else table)",
      ).choices(["table", "html", "json"]),
      outputOption(),
    ]),
  ],
  epilogue: [
    "Names and teams are those of --salaries; ownership is a column of --projections. Lineups in JSON have points and salaries of their own, and names where --include put them in.",
  ],
};
