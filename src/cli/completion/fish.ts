import type { CompletedCommand, CompletedOption, CompletedValue } from "./spec.ts";

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
