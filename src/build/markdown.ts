/** A Markdown table; `|` is escaped in cells. */
export function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => `${cell}`.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

export function code(word: string): string {
  return `\`${word}\``;
}

export function codes(words: readonly string[]): string {
  return words.map(code).join(" ");
}

/** A number as text with at most 6 decimals, which hides binary rounding errors. */
export function figure(value: number): string {
  return `${Number(value.toFixed(6))}`;
}
