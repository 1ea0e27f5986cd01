/** The cells of a text with a row per line, parted by ` | `. */
export function cellsOf(text: string): string[][] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" | ").map((cell) => cell.trim()));
}

/** The numbers of a cell like `points 20, assists 4`. */
export function numbersOf(cell: string): Record<string, number> {
  return Object.fromEntries(
    cell.split(", ").map((pair) => [pair.slice(0, pair.indexOf(" ")), Number(pair.slice(pair.indexOf(" ")))]),
  );
}
