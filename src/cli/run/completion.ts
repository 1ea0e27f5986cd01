import {
  type CompletedCommand,
  type CompletedOption,
  type CompletedValue,
  completedCommands,
} from "../completion/spec.ts";
import { zshCompletion } from "../completion/zsh.ts";
import { writeResult } from "../output.ts";

const SCRIPTS: {
  readonly [Name in "bash" | "zsh" | "fish"]: (commands: readonly CompletedCommand[]) => string;
} = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Prints the completion script of a shell. */
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

/** Completion for fish. */
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
