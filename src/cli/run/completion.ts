import { books } from "../../shared/books.ts";
import { type CommandName, DEFINITIONS } from "../options/definitions.ts";
import { type Definition, type Spec, type Table, tableOf } from "../options/table.ts";
import { writeResult } from "../output.ts";
import { COMMANDS } from "../program.ts";

/** The value that an option takes: a file, one of these words, or anything if there are none. */
type CompletedValue = "file" | readonly string[];

/** A command with its options, whose long flag is the last, and the possible values of its argument. */
type CompletedCommand = ReturnType<typeof completedCommands>[number];
type CompletedOption = CompletedCommand["options"][number];

/** Values for options that do not list their own, by placeholder. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  book: books.map(({ vendor }) => vendor),
  contest: ["classic", "showdown"],
  site: books.map(({ site }) => site),
  sport: ["nfl", "nba", "nhl"],
};

const HELP: Table = { "-h, --help": "display help for command" };

/** Every command with its options, from their definitions. */
export function completedCommands() {
  return Object.entries(DEFINITIONS).map(([name, definition]: [string, Definition]) => ({
    name,
    summary: COMMANDS[name as CommandName].summary,
    options: Object.entries({ ...tableOf(definition), ...HELP }).map(([flags, spec]) => ({
      flags: (flags.match(/(?<=^|, )-[\w-]+/g) ?? []) as string[],
      description: typeof spec === "string" ? spec : spec.help,
      value: completedValue(/<(.+)>/.exec(flags)?.[1], choicesOf(spec)),
      isRepeatable: typeof spec === "object" && spec.repeats === true,
    })),
    words: Object.values(definition.arguments ?? {}).flatMap((spec) => choicesOf(spec) ?? []),
  }));
}

function choicesOf(spec: string | Spec): readonly string[] | undefined {
  return typeof spec === "string" ? undefined : (spec.choices as readonly string[] | undefined);
}

/** Null for a switch. */
function completedValue(
  placeholder: string | undefined,
  choices: readonly string[] | undefined,
): CompletedValue | null {
  if (placeholder === undefined) return null;
  return placeholder === "file" ? "file" : (choices ?? WORDS[placeholder] ?? []);
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
  const then = typeof value === "object" && value.length > 0 ? `words='${value.join(" ")}'` : "return";
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
  if (value === "file") return ["-r -F"];
  return value.length > 0 ? [`-x -a ${quoted(value.join(" "))}`] : ["-x"];
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
  if (value === "file") return ":file:_files";
  return value.length > 0 ? `:value:(${value.join(" ")})` : ":value: ";
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
