import type { Option } from "commander";
import { BOOK_NAMES, books } from "../../shared/books/index.ts";
import { COMMANDS } from "../commands.ts";
import { REPEATABLE } from "../options/arguments.ts";

/** What an option's value may be: a file, one of some words, or anything. */
export type CompletedValue =
  | { readonly kind: "file" }
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "any" };

/** An option as a shell completes it; `value` is null for a switch. */
export interface CompletedOption {
  /** With their hyphens, the long one last. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly value: CompletedValue | null;
  readonly isRepeatable: boolean;
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** The words that its argument may be. */
  readonly words: readonly string[];
}

/** Words for values that the option itself does not list, by its placeholder. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  book: BOOK_NAMES,
  contest: ["classic", "showdown"],
  site: books.map(({ site }) => site),
  sport: ["nfl", "nba", "nhl"],
};

const HELP: CompletedOption = {
  flags: ["-h", "--help"],
  description: "display help for command",
  value: null,
  isRepeatable: false,
};

/** Every command with its options, from their definitions. */
export async function completedCommands(): Promise<CompletedCommand[]> {
  return Promise.all(
    COMMANDS.map(async ({ name, summary, define }) => {
      const { options, arguments: values = [] } = (await define()).definition;
      return {
        name,
        summary,
        options: [...options.map(completedOption), HELP],
        words: values.flatMap(({ argChoices = [] }) => argChoices),
      };
    }),
  );
}

function completedOption(option: Option): CompletedOption {
  return {
    flags: [option.short, option.long].flatMap((flag) => flag ?? []),
    description: option.description,
    value: option.required ? valueFor(option) : null,
    isRepeatable: REPEATABLE.has(option.parseArg),
  };
}

function valueFor({ flags, argChoices }: Option): CompletedValue {
  if (argChoices !== undefined) return { kind: "words", words: argChoices };
  const placeholder = /<(\S+?)>/.exec(flags)?.[1] ?? "";
  if (placeholder === "file") return { kind: "file" };
  const words = WORDS[placeholder];
  return words === undefined ? { kind: "any" } : { kind: "words", words };
}
