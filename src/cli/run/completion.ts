import { SPORT_WORDS } from "../../contests/catalog/sports.ts";
import { books } from "../../shared/books.ts";
import { type CommandName, DEFINITIONS } from "../options/definitions.ts";
import { type Definition, type Spec, type Table, tableOf } from "../options/table.ts";
import { writeResult } from "../output.ts";
import { SUMMARIES } from "../program.ts";

/** The value that an option takes: a file, or one of these words; with an empty list, any text. */
type CompletedValue = "file" | readonly string[];

type CompletedCommand = ReturnType<typeof completedCommands>[number];

/** Values for options that do not list their own, by placeholder. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  book: books.map(({ vendor }) => vendor),
  contest: ["classic", "showdown"],
  site: books.map(({ site }) => site),
  sport: SPORT_WORDS,
};

const HELP: Table = { "-h, --help": "display help for command" };

export function completedCommands() {
  return Object.entries(DEFINITIONS).map(([name, definition]: [string, Definition]) => ({
    name,
    summary: SUMMARIES[name as CommandName],
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

function completedValue(
  placeholder: string | undefined,
  choices: readonly string[] | undefined,
): CompletedValue | null {
  if (placeholder === undefined) return null;
  return placeholder === "file" ? "file" : (choices ?? WORDS[placeholder] ?? []);
}

const SCRIPTS: {
  readonly [Name in "bash" | "zsh" | "fish"]: (commands: readonly CompletedCommand[]) => string;
} = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export async function run(_options: object, shell: keyof typeof SCRIPTS): Promise<void> {
  await writeResult(SCRIPTS[shell](completedCommands()));
}

function forValue(
  value: CompletedValue,
  file: string,
  oneOf: (words: string) => string,
  anything: string,
): string {
  if (value === "file") return file;
  return value.length > 0 ? oneOf(value.join(" ")) : anything;
}

/** The completion script for bash 3.2 and newer; readline completes file names, also as a fallback. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const cases = commands.flatMap(({ name, options, words }) => [
    `    ${name})`,
    "      case $previous in",
    ...options.flatMap(({ flags, value }) => {
      const then = value && forValue(value, "return", (list) => `words='${list}'`, "return");
      return then === null ? [] : `        ${flags.join("|")}) ${then} ;;`;
    }),
    `        *) words='${[...words, ...options.flatMap(({ flags }) => flags)].join(" ")}' ;;`,
    "      esac ;;",
  ]);
  return `# bash completion for dfs-lineups; put this into your ~/.bashrc:
#   source <(dfs-lineups completion bash)
_dfs_lineups() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' words='' word
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  COMPREPLY=()
  case $command in
    '') words='${names} help --help --version' ;;
    help) words='${names}' ;;
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _dfs_lineups dfs-lineups
`;
}

export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
  const first = "complete -c dfs-lineups -n __fish_use_subcommand";
  const lines = commands.flatMap(({ name, options, words }) => {
    const after = `complete -c dfs-lineups -n '__fish_seen_subcommand_from ${name}'`;
    const optionLines = options.map(({ flags, description, value }) => {
      const names = flags.map((flag) => flag.replace(/^--?/, (dash) => (dash === "--" ? "-l " : "-s ")));
      const taken = value && forValue(value, "-r -F", (list) => `-x -a ${quoted(list)}`, "-x");
      return [after, ...names, ...(taken === null ? [] : [taken]), `-d ${quoted(description)}`].join(" ");
    });
    return words.length > 0 ? [`${after} -a ${quoted(words.join(" "))}`, ...optionLines] : optionLines;
  });
  return `# fish completion for dfs-lineups; to have it in every session:
#   dfs-lineups completion fish > ~/.config/fish/completions/dfs-lineups.fish
complete -c dfs-lineups -f
${commands.map(({ name, summary }) => `${first} -a ${name} -d ${quoted(summary)}`).join("\n")}
${first} -a help -d 'display help for a command'
${first} -s V -l version -d 'output the version number'
complete -c dfs-lineups -n '__fish_seen_subcommand_from help' -a ${quoted(commands.map(({ name }) => name).join(" "))}
${lines.join("\n")}
`;
}

/** The completion script for zsh: that for bash, which zsh can read. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef dfs-lineups
# zsh completion for dfs-lineups; put this into your ~/.zshrc, after compinit:
#   source <(dfs-lineups completion zsh)
autoload -U +X bashcompinit && bashcompinit
${bashCompletion(commands)}`;
}
