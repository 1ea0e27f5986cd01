import { BOOK_NAMES, books } from "../../shared/books/index.ts";
import { type CommandName, DEFINITIONS } from "../options/definitions.ts";
import { type Definition, type Spec, tableOf } from "../options/table.ts";
import { writeResult } from "../output.ts";
import { COMMANDS } from "../program.ts";

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
    value: placeholder === undefined ? null : completedValue(placeholder, choicesOf(spec)),
    isRepeatable: typeof spec === "object" && spec.repeats === true,
  };
}

function choicesOf(spec: string | Spec): readonly string[] | undefined {
  return typeof spec === "string" ? undefined : (spec.choices as readonly string[] | undefined);
}

function completedValue(placeholder: string, choices: readonly string[] | undefined): CompletedValue {
  if (placeholder === "file") return { kind: "file" };
  const words = choices ?? WORDS[placeholder];
  return words === undefined ? { kind: "any" } : { kind: "words", words };
}

const SCRIPTS: {
  readonly [Name in "bash" | "zsh" | "fish"]: (commands: readonly CompletedCommand[]) => string;
} = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export async function run(_options: object, shell: keyof typeof SCRIPTS): Promise<void> {
  await writeResult(SCRIPTS[shell](completedCommands()));
}

/** Completion for bash 3.2 and newer; readline completes file names, also as a fallback. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# bash completion for dfs-lineups; put this into your ~/.bashrc:
#   source <(dfs-lineups completion bash)
_dfs_lineups() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  COMPREPLY=()
  case $command in
    '') words='${[...commands.map(({ name }) => name), "help", "--help", "--version"].join(" ")}' ;;
    help) words='${commands.map(({ name }) => name).join(" ")}' ;;
${commands.map(caseOf).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _dfs_lineups dfs-lineups
`;
}

function caseOf({ name, options, words }: CompletedCommand): string {
  const valued = options.flatMap((option) => valueCase(option) ?? []);
  const all = [...words, ...options.flatMap(({ flags }) => flags)].join(" ");
  return [
    `    ${name})`,
    "      case $previous in",
    ...valued.map((line) => `        ${line}`),
    `        *) words='${all}' ;;`,
    "      esac ;;",
  ].join("\n");
}

function valueCase({ flags, value }: CompletedOption): string | null {
  if (value === null) return null;
  const then = value.kind === "words" ? `words='${value.words.join(" ")}'` : "return";
  return `${flags.join("|")}) ${then} ;;`;
}

export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const lines = [
    "complete -c dfs-lineups -f",
    ...commands.map(
      ({ name, summary }) =>
        `complete -c dfs-lineups -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    "complete -c dfs-lineups -n __fish_use_subcommand -a help -d 'display help for a command'",
    "complete -c dfs-lineups -n __fish_use_subcommand -s V -l version -d 'output the version number'",
    `complete -c dfs-lineups -n '__fish_seen_subcommand_from help' -a ${quoted(names)}`,
    ...commands.flatMap(linesOf),
  ];
  return `# fish completion for dfs-lineups; to have it in every session:
#   dfs-lineups completion fish > ~/.config/fish/completions/dfs-lineups.fish
${lines.join("\n")}
`;
}

function linesOf({ name, options, words }: CompletedCommand): string[] {
  const start = `complete -c dfs-lineups -n '__fish_seen_subcommand_from ${name}'`;
  return [
    ...(words.length > 0 ? [`${start} -a ${quoted(words.join(" "))}`] : []),
    ...options.map((option) => `${start} ${optionOf(option)}`),
  ];
}

function optionOf({ flags, description, value }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  return [...names, ...valueFor(value), `-d ${quoted(description)}`].join(" ");
}

function valueFor(value: CompletedValue | null): readonly string[] {
  if (value === null) return [];
  if (value.kind === "file") return ["-r -F"];
  return value.kind === "words" ? [`-x -a ${quoted(value.words.join(" "))}`] : ["-x"];
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}

/** The zsh completion script, to source or to install in the function path as `_dfs-lineups`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const described = commands.map(({ name, summary }) => zshQuoted(`${escaped(name)}:${summary}`));
  return `#compdef dfs-lineups
# zsh completion for dfs-lineups; put this into your ~/.zshrc, after compinit:
#   source <(dfs-lineups completion zsh)
_dfs_lineups() {
  local -a commands=(
    ${described.join("\n    ")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT -= 1 ))
  case $command in
    help) _describe command commands ;;
${commands.map(zshCase).join("\n")}
  esac
}
if [[ $funcstack[1] == _dfs_lineups || $funcstack[1] == _dfs-lineups ]]; then
  _dfs_lineups "$@"
else
  compdef _dfs_lineups dfs-lineups
fi
`;
}

function zshCase({ name, options, words }: CompletedCommand): string {
  const specs = options.flatMap(specsOf);
  if (words.length > 0) specs.push(zshQuoted(`1:argument:(${words.join(" ")})`));
  return [
    `    ${name})`,
    "      _arguments \\",
    ...specs.map((spec, index) => `        ${spec}${index === specs.length - 1 ? " ;;" : " \\"}`),
  ].join("\n");
}

function specsOf({ flags, description, value, isRepeatable }: CompletedOption): string[] {
  const before = isRepeatable ? "*" : `(${flags.join(" ")})`;
  return flags.map((flag) => zshQuoted(`${before}${flag}[${bracketed(description)}]${actionOf(value)}`));
}

function actionOf(value: CompletedValue | null): string {
  if (value === null) return "";
  if (value.kind === "file") return ":file:_files";
  return value.kind === "words" ? `:value:(${value.words.join(" ")})` : ":value: ";
}

function bracketed(text: string): string {
  return text.replaceAll(/[[\]\\:]/g, "\\$&");
}

function escaped(text: string): string {
  return text.replaceAll(":", "\\:");
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
