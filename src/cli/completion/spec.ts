import { BOOK_NAMES, books } from "../../shared/books/index.ts";
import { COMMANDS } from "../commands.ts";
import { type CommandName, DEFINITIONS } from "../options/definitions.ts";
import { type Definition, type Spec, tableOf } from "../options/table.ts";

/** The kind of value that an option takes: a file, one of some words, or anything. */
export type CompletedValue =
  | { readonly kind: "file" }
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "any" };

/** An option for shell completion; `value` is null for a switch. */
export interface CompletedOption {
  /** With hyphens, the long flag last. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly value: CompletedValue | null;
  readonly isRepeatable: boolean;
}

/** A command for shell completion. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** The possible values of its argument. */
  readonly words: readonly string[];
}

/** Values for options that do not list their own, by placeholder. */
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
export function completedCommands(): CompletedCommand[] {
  return Object.entries(DEFINITIONS).map(([name, definition]: [string, Definition]) => ({
    name,
    summary: COMMANDS[name as CommandName].summary,
    options: [
      ...Object.entries(tableOf(definition)).map(([flags, spec]) => completedOption(flags, spec)),
      HELP,
    ],
    words: Object.values(definition.arguments ?? {}).flatMap((spec) => choicesOf(spec) ?? []),
  }));
}

function completedOption(flags: string, spec: string | Spec): CompletedOption {
  const placeholder = /<(.+)>/.exec(flags)?.[1];
  return {
    flags: flags.match(/(?<=^|, )-[\w-]+/g) ?? [],
    description: typeof spec === "string" ? spec : spec.help,
    value: placeholder === undefined ? null : valueFor(placeholder, choicesOf(spec)),
    isRepeatable: typeof spec === "object" && spec.repeats === true,
  };
}

function choicesOf(spec: string | Spec): readonly string[] | undefined {
  return typeof spec === "string" ? undefined : (spec.choices as readonly string[] | undefined);
}

function valueFor(placeholder: string, choices: readonly string[] | undefined): CompletedValue {
  if (placeholder === "file") return { kind: "file" };
  const words = choices ?? WORDS[placeholder];
  return words === undefined ? { kind: "any" } : { kind: "words", words };
}
