import { type BookName, bookNamed } from "../shared/books/index.ts";
import type { FileFaults } from "./file-faults.ts";
import type { UnusedCause } from "./match-report.ts";
import type { ProjectionRow } from "./projections.ts";
import type { Listing } from "./slate.ts";

/** The row that gives a player's points, and the others with why they do not. */
interface Settled<Row> {
  readonly row: Row;
  readonly others: readonly { readonly row: Row; readonly cause: UnusedCause }[];
}

/** How far a captain's points, as files round them, are off the multiple of the player's own. */
const ROUNDING = 0.02;

/**
 * Which of a player's rows gives the points: any where they agree; else the one with the listed salary; else, where
 * the contest has captains and one row's points are the captain's multiple of the other's, the plain one. Anything
 * else is a fault that names the player and the rows.
 */
export function settleClaims<Row extends ProjectionRow>(
  listing: Listing,
  rows: readonly Row[],
  book: BookName,
  faults: FileFaults,
): Settled<Row> {
  const paid = rows.filter(({ salary }) => salary === listing.salary);
  const wanted = paid.length === 0 || agree(rows) ? rows : paid;
  const row = wanted[0]!;
  const unpaid = rows.filter((other) => !wanted.includes(other));
  if (agree(wanted)) return { row, others: unpaid.map((other) => ({ row: other, cause: "repeated" })) };
  const { salaryFactor } = bookNamed(book).salaryFile.captains;
  const plain = listing.captainSalary === null ? undefined : plainOfTwo(wanted, salaryFactor);
  if (plain)
    return {
      row: plain,
      others: rows.filter((other) => other !== plain).map((other) => ({ row: other, cause: "captain" })),
    };
  const listed = wanted.map(({ line, points }) => `${points} (line ${line})`).join(" and ");
  faults.add(
    row.line,
    `${listing.name} (${listing.position}, ${listing.team}) has the points ${listed}, and no salary tells ` +
      "which are right. Keep one of the rows.",
  );
  return { row, others: [] };
}

function agree(rows: readonly ProjectionRow[]): boolean {
  return rows.every(({ points }) => points === rows[0]!.points);
}

function plainOfTwo<Row extends ProjectionRow>(rows: readonly Row[], factor: number): Row | undefined {
  const amounts = [...new Set(rows.map(({ points }) => points!))].sort((a, b) => Math.abs(a) - Math.abs(b));
  const [least, most] = amounts;
  if (amounts.length !== 2 || Math.abs(most! - least! * factor) > ROUNDING) return undefined;
  return rows.find(({ points }) => points === least);
}
