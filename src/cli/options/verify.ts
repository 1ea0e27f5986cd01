import { Option } from "commander";
import { formatOption, outputOption, rulesOption } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { INPUT_EPILOGUE, INPUT_OPTIONS, type InputOptions } from "./input.ts";

/** What `verify` is told, as the parser hands it over. */
export interface VerifyOptions extends InputOptions {
  readonly lineups: string;
  readonly rules: readonly string[];
  readonly format: "table" | "json";
  readonly output?: string;
}

/** What `verify` takes. */
export const definition: Definition = {
  description: "Check lineups against the request or salary file they answer, without any solver.",
  options: [
    ...group("Lineups:", [
      new Option(
        "--lineups <file>",
        "FantasyLineup document (JSON), as optimize --format json writes it",
      ).makeOptionMandatory(),
      rulesOption(),
    ]),
    ...INPUT_OPTIONS,
    ...group("Output:", [formatOption(["table", "json"]), outputOption()]),
  ],
  epilogue: [INPUT_EPILOGUE],
};
