import { type Book, books } from "../shared/books/index.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { FileFaults } from "./csv.ts";
import type { PoolRow } from "./pool-rows.ts";

/** The rows of one pool player: the plain row, and the captain row if the file lists captains separately. */
export interface JoinedRow {
  readonly plain: PoolRow;
  readonly captain: PoolRow | null;
}

/** Whether a roster position is a book's captain slot, such as `CPT` or `MVP - 1.5X Points`. */
export function isCaptainSlot(rosterPosition: string): boolean {
  const [name] = rosterPosition.trim().toUpperCase().split(/\b/);
  return books.some(({ salaryFile }) => salaryFile.captains.slot === name);
}

/** Whether the row prices its player in the captain slot. */
export function hasCaptainSlot({ rosterPosition }: PoolRow): boolean {
  return rosterPosition?.split("/").some(isCaptainSlot) ?? false;
}

/**
 * Joins the captain row and the plain row of each player of a showdown file, by name, team and position. If
 * players share all three, salary and average points distinguish them.
 * @throws InvalidFileError for each row without a counterpart, and for players that cannot be distinguished.
 */
export function joinCaptains(rows: readonly PoolRow[], { salaryFile }: Book, file: string): JoinedRow[] {
  const { salaryFactor } = salaryFile.captains;
  const belongs = (captain: PoolRow | undefined, row: PoolRow) =>
    captain?.salary === row.salary * salaryFactor && captain.averagePoints === row.averagePoints;

  const captains = groupRows(rows.filter(hasCaptainSlot));
  const plain = groupRows(rows.filter((row) => !hasCaptainSlot(row)));
  const captainOf = new Map<PoolRow, PoolRow>();
  const faults = new FileFaults(file);
  for (const key of new Set([...plain.keys(), ...captains.keys()])) {
    const group = plain.get(key) ?? [];
    const theirs = captains.get(key) ?? [];
    if (group.length !== theirs.length) {
      addWithoutHalf(group, theirs, faults);
      continue;
    }
    for (const row of group) {
      const fitting = group.length === 1 ? theirs : theirs.filter((captain) => belongs(captain, row));
      const twin = group.find((other) => other !== row && belongs(fitting[0]!, other));
      if (fitting.length !== 1 || twin) throw inseparable(group, theirs, file);
      captainOf.set(row, fitting[0]!);
    }
  }
  faults.throwIfAny();
  return [...captainOf]
    .map(([row, captain]) => ({ plain: row, captain }))
    .sort((a, b) => a.plain.line - b.plain.line);
}

function groupRows(rows: readonly PoolRow[]): Map<string, PoolRow[]> {
  const groups = new Map<string, PoolRow[]>();
  for (const row of rows) {
    const key = [row.name.toLowerCase(), row.team, row.position].join("\n");
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

function addWithoutHalf(plain: readonly PoolRow[], captains: readonly PoolRow[], faults: FileFaults): void {
  const { line, name, team } = (plain[0] ?? captains[0])!;
  faults.add(
    line,
    `${name} (${team}) has ${captains.length} captain (CPT) and ${plain.length} plain (FLEX or UTIL) rows. ` +
      "A showdown file lists everyone once as each: add the missing row, or remove the other.",
  );
}

function inseparable(
  plain: readonly PoolRow[],
  captains: readonly PoolRow[],
  file: string,
): InvalidFileError {
  const { line, name, team, position } = plain[0]!;
  const lines = [...plain, ...captains].map((row) => row.line).sort((a, b) => a - b);
  return new InvalidFileError(
    file,
    line,
    `lines ${lines.join(", ")} are several people called ${name} (${team}, ${position}), and salaries and average ` +
      "points do not tell which captain row is whose. Change one of the names in both of its rows.",
  );
}
