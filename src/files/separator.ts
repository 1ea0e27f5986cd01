/** What stands between cells. The comma is last: in files of the others it is a decimal mark. */
const SEPARATORS = [";", "\t", "|", ","] as const;

/** How much of a file is looked at. */
const CHARACTERS = 65_536;
const LINES = 10;

const QUOTED = /"(?:[^"]|"")*"/g;

/** The line by which spreadsheet programs are told the separator. */
const DECLARED = /^\uFEFF?sep=(.)[ \t]*(?=\n)/i;

/** A file's separator, and its text without the line that declares it, which stays as an empty line. */
export interface SeparatedText {
  readonly separator: string;
  readonly text: string;
}

/**
 * What separates a file's cells: what its first line declares, else what most of its first lines have the most of
 * outside quotes. Where a line has a comma in every cell and another separator between them, it is that one.
 */
export function separatorOf(text: string): SeparatedText {
  const declared = DECLARED.exec(text);
  if (declared) return { separator: declared[1]!, text: text.slice(declared[0].length) };
  const lines = text
    .slice(0, CHARACTERS)
    .replace(QUOTED, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, LINES);
  const votes = lines.flatMap(
    (line) => mostOf(SEPARATORS, (separator) => line.split(separator).length - 1) ?? [],
  );
  const separator = mostOf(SEPARATORS, (candidate) => votes.filter((vote) => vote === candidate).length);
  return { separator: separator ?? ",", text };
}

/** The first item of the highest count, null where all counts are zero. */
function mostOf<Item>(items: readonly Item[], countOf: (item: Item) => number): Item | null {
  const counts = items.map(countOf);
  const most = Math.max(...counts);
  return most === 0 ? null : items[counts.indexOf(most)]!;
}
