import { csvLine } from "../../src/files/csv.ts";

/** The content of an invented entries file. */
export interface EntriesShape {
  readonly book: "bookA" | "bookB";
  readonly kind: "entries" | "template";
  /** The header's slots, a name for each seat. */
  readonly slots: readonly string[];
  /** The cells of each lineup; null for a reserved entry. */
  readonly lineups: readonly (readonly string[] | null)[];
  /** The pool's lines, header first, for the right side. */
  readonly pool: readonly string[];
  /** The lineups of each contest; all in one by default. */
  readonly contestOf?: (index: number) => number;
  readonly nameOf?: (contest: number) => string;
}

const ENTRY_HEADERS = {
  bookA: ["Entry ID", "Contest Name", "Contest ID", "Entry Fee"],
  bookB: ["entry_id", "contest_id", "contest_name", "entry_fee"],
} as const;

const INSTRUCTIONS = [
  "1. Edit your lineups here",
  "2. Ids, or names and ids",
  '3. Nothing to the right "counts"',
];

/** The row, counted from the header, in which the book's pool begins. */
const POOL_ROW = { bookA: 7, bookB: 6 } as const;

/**
 * A file in the book's format, without line ends: lineups on the left, instructions and pool on the right.
 */
export function entriesLines(shape: EntriesShape): string[] {
  const { book, kind, slots, lineups, pool, contestOf = () => 0 } = shape;
  const quoted = (cells: readonly string[]) =>
    book === "bookB" ? cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",") : csvLine(cells);
  const own = kind === "entries" ? ENTRY_HEADERS[book] : [];
  const start = POOL_ROW[book];
  const rows = Math.max(1 + lineups.length, start + pool.length);
  return Array.from({ length: rows }, (_, row) => {
    if (row === 0) return quoted([...own, ...slots, "", "Instructions"]);
    const lineup = row <= lineups.length ? (lineups[row - 1] ?? slots.map(() => "")) : null;
    const left =
      lineup === null
        ? [...own, ...slots].map(() => "")
        : [...(kind === "entries" ? entryCells(shape, row - 1, contestOf(row - 1)) : []), ...lineup];
    const right =
      row <= INSTRUCTIONS.length
        ? quoted(["", INSTRUCTIONS[row - 1]!])
        : `${quoted([""])},${pool[row - start] ?? ""}`;
    return `${quoted(left)},${right}`;
  });
}

function entryCells(
  { book, nameOf = (one) => `Contest "${one + 1}" [20 Entry Max], läte` }: EntriesShape,
  index: number,
  contest: number,
): string[] {
  const [id, contestId] = [String(4_606_391_392 + index), String(173_036_248 + contest)];
  const name = nameOf(contest);
  return book === "bookA" ? [id, name, contestId, "$4 "] : [id, `29468-${contestId}`, name, "0.25"];
}
