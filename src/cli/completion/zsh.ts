import type { CompletedCommand, CompletedOption, CompletedValue } from "./spec.ts";

/** The zsh completion script, to source or to install in the function path as `_dfs-lineups`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const described = commands.map(({ name, summary }) => quoted(`${escaped(name)}:${summary}`));
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
${commands.map(caseOf).join("\n")}
  esac
}
if [[ $funcstack[1] == _dfs_lineups || $funcstack[1] == _dfs-lineups ]]; then
  _dfs_lineups "$@"
else
  compdef _dfs_lineups dfs-lineups
fi
`;
}

function caseOf({ name, options, words }: CompletedCommand): string {
  const specs = options.flatMap(specsOf);
  if (words.length > 0) specs.push(quoted(`1:argument:(${words.join(" ")})`));
  return [
    `    ${name})`,
    "      _arguments \\",
    ...specs.map((spec, index) => `        ${spec}${index === specs.length - 1 ? " ;;" : " \\"}`),
  ].join("\n");
}

function specsOf({ flags, description, value, isRepeatable }: CompletedOption): string[] {
  const before = isRepeatable ? "*" : `(${flags.join(" ")})`;
  return flags.map((flag) => quoted(`${before}${flag}[${bracketed(description)}]${actionOf(value)}`));
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

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
