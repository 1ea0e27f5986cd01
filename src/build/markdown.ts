/** A table of Markdown; a bar inside a cell is escaped. */
export function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => `${cell}`.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A word as a table writes it. */
export function code(word: string): string {
  return `\`${word}\``;
}

export function codes(words: readonly string[]): string {
  return words.map(code).join(" ");
}

/** A number without the noise of binary fractions. */
export function figure(value: number): string {
  return `${Number(value.toFixed(6))}`;
}
