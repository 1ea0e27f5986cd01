/**
 * Wraps text between words into lines of at most `width` characters, with all but the first line indented; a
 * longer word gets its own line.
 */
export function folded(text: string, width: number, indent = ""): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line === undefined) lines.push(word);
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(indent + word);
  }
  return lines.join("\n");
}

/** Parts of a result with a blank line between them; empty ones are left out. */
export function blocks(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
