import { Argument, Option } from "commander";
import type { BookName } from "../../shared/books/index.ts";
import { formatOption, outputOption, rulesOption } from "./arguments.ts";
import type { Definition } from "./definition.ts";
import { capOption, slateOptions, sportOption } from "./input.ts";

/** What `check` is told, as the parser hands it over. */
export interface CheckOptions {
  readonly salaries?: string;
  readonly sport?: string;
  readonly book?: BookName;
  readonly site?: BookName;
  readonly contest?: string;
  readonly cap?: number;
  readonly rules: readonly string[];
  readonly format: "table" | "json";
  readonly output?: string;
}

/** What `check` takes. */
export const definition: Definition = {
  description: "Check each row of a book's upload or entries file, and list the rules that it breaks.",
  arguments: [new Argument("<file>", "the upload or entries file (CSV); - reads standard input")],
  options: [
    new Option(
      "--salaries <file>",
      "the salary file with the pool; by default the pool that is embedded in the file",
    ),
    sportOption(),
    ...slateOptions(),
    capOption(),
    rulesOption(),
    formatOption(["table", "json"]),
    outputOption(),
  ],
  epilogue: [
    "Players marked (LOCKED) may keep their slots: their games have started. Exits with 1 if any row breaks a rule.",
  ],
};
