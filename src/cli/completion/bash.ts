import type { CompletedCommand, CompletedOption } from "./spec.ts";

/** Completion for bash 3.2 and newer; where nothing fits, and for files, readline completes file names. */
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
