import { Option } from "commander";
import { formatOption, outputOption, rulesOption } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { INPUT_EPILOGUE, INPUT_OPTIONS, type InputOptions } from "./input.ts";

/** What `verify` is told, as the parser hands it over. */
export interface VerifyOptions extends InputOptions {
  readonly lineups?: string;
  readonly certificate?: string;
  readonly rules: readonly string[];
  readonly format: "table" | "json";
  readonly output?: string;
}

/** The same with lineups to be judged. */
export interface LineupsOptions extends VerifyOptions {
  readonly lineups: string;
}

/** What `verify` takes. */
export const definition: Definition = {
  description: "Check lineups against the rules of their contest and the request, without any solver.",
  options: [
    ...group("Lineups:", [
      new Option(
        "--lineups <file>",
        "a FantasyLineup document (JSON), as optimize --format json writes it, or a book's upload or entries file (CSV)",
      ),
      new Option(
        "--certificate <file>",
        "instead of --lineups: a certificate of optimize --certificate. Checks that its lineups are legal and the best, for its own pool or for that of --salaries or --request",
      ),
      rulesOption(),
    ]),
    ...INPUT_OPTIONS,
    ...group("Output:", [formatOption(["table", "json"]), outputOption()]),
  ],
  epilogue: [
    INPUT_EPILOGUE,
    "An upload or entries file is checked row by row; it needs --salaries unless the pool is embedded in it.",
  ],
};
