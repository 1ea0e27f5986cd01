import { Argument } from "commander";
import { formatOption, outputOption } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { type EntriesOptions, entriesOptions } from "./entries.ts";

/** What `slate` is told, as the parser hands it over. */
export interface SlateOptions extends EntriesOptions {
  readonly format: "table" | "json";
  readonly output?: string;
}

/** What `slate` takes. */
export const definition: Definition = {
  description: "Show how a book's file and projections were understood.",
  arguments: [
    new Argument("<file>", "a salary file, upload template or entries file (CSV); - reads standard input"),
  ],
  options: [...entriesOptions(), ...group("Output:", [formatOption(["table", "json"]), outputOption()])],
  epilogue: ["Exits with 2 if less than 90% of the projections match a player of the pool."],
};
