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
  description: "Show what lineups have in common: exposures, stacks, pairs, salaries, points, uniqueness.",
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
        "table for reading, html one self-contained page, json all figures (default: by the output's name, else table)",
      ).choices(["table", "html", "json"]),
      outputOption(),
    ]),
  ],
  epilogue: [
    "Names and teams come from --salaries, ownership from a column of --projections. Lineups in JSON contain points and salaries, and names where --include added them.",
  ],
};
