import { InvalidArgumentError, Option } from "commander";
import { PROJECTION_COLUMN_NAMES, type ProjectionColumn } from "../../files/projection-columns.ts";

/** Parses a whole number from `least` to `most`, written in plain digits. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Parses names separated by commas, each one of `choices`. */
export function listOf<Name extends string>(choices: readonly Name[]): (text: string) => Name[] {
  return (text) =>
    text.split(",").map((part) => {
      const name = choices.find((choice) => choice === part.trim());
      if (name !== undefined) return name;
      throw new InvalidArgumentError(`It takes ${choices.join(", ")}, separated by commas.`);
    });
}

/** Gathers the values of an option that may be repeated. */
export function repeated(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** Header names by what the column says. */
export type ProjectionColumns = Readonly<Partial<Record<ProjectionColumn, string>>>;

/** Parses `points=My Proj`; adds to what earlier ones said. */
export function projectionColumns(text: string, earlier: ProjectionColumns = {}): ProjectionColumns {
  const [what, header] = [text.split("=", 1)[0]!.trim(), text.slice(text.indexOf("=") + 1).trim()];
  const known: readonly string[] = PROJECTION_COLUMN_NAMES;
  if (text.includes("=") && known.includes(what) && header !== "") return { ...earlier, [what]: header };
  throw new InvalidArgumentError(
    `It takes ${known.join(", ")}, then = and the column's header, as points=Proj.`,
  );
}

/** Parsers of options that may be given more than once. */
export const REPEATABLE: ReadonlySet<unknown> = new Set<unknown>([repeated, projectionColumns]);

/** How a result is shown; the first of the formats is the default. */
export function formatOption(formats: readonly [string, ...string[]]): Option {
  return new Option("--format <format>", "how the result is written").choices(formats).default(formats[0]);
}

export function outputOption(): Option {
  return new Option(
    "-o, --output <file>",
    "write the result to this file, whole, and only if there is no error",
  );
}

/** Where a report of the lineups goes beside them. */
export function reportOption(): Option {
  return new Option(
    "--report <file>",
    "write a report of the lineups: exposures, stacks, pairs, spread; a page (FILE.html) or JSON (FILE.json)",
  );
}

export function rulesOption(): Option {
  return new Option(
    "--rules <file>",
    "a contest file of your own, in addition to the built-in ones; may be repeated",
  )
    .default([], "none")
    .argParser(repeated);
}

export function scoringOption(): Option {
  return new Option(
    "--scoring <file>",
    "a scoring file of your own, instead of the built-in one of its sport and book; may be repeated",
  )
    .default([], "none")
    .argParser(repeated);
}
