import { positionParts } from "../contests/catalog/sports.ts";
import { groupBy } from "../shared/collections.ts";
import { headerKey } from "../shared/header-key.ts";
import type { PoolRow } from "./pool-rows.ts";

const PITCHERS: ReadonlySet<string> = new Set(["P", "SP", "RP"]);

/** One of the nine hitters may be missing from the file. */
const POSTED_HITTERS = 8;

/**
 * Finds the players who do not start, with the reason: `No` in the column `Starting`. In baseball, also a
 * team's other pitchers if the file names a probable one, hitters with the place 0 in the batting order, and
 * once the team's order is posted, hitters without a place.
 */
export function notStarting(
  rows: readonly PoolRow[],
  headings: readonly string[],
  sport: string,
): ReadonlyMap<PoolRow, string> {
  const columns = ["Starting", "Batting Order", "Probable Pitcher"].map((name) =>
    headings.find((heading) => headerKey(heading) === headerKey(name)),
  );
  const [starting, order, probable] = columns;
  const out = new Map<PoolRow, string>();
  if (columns.every((heading) => heading === undefined)) return out;
  const cell = ({ columns: cells }: PoolRow, heading: string | undefined) =>
    heading === undefined ? "" : (cells[heading] ?? "").toUpperCase();
  for (const row of rows) if (cell(row, starting) === "NO") out.set(row, "Starting: No");
  if (sport !== "baseball") return out;
  const placeOf = (row: PoolRow) => cell(row, order) || cell(row, starting);
  const isPlaced = (row: PoolRow) => /^[1-9]$/.test(placeOf(row));
  const isProbable = (row: PoolRow) => cell(row, probable) === "YES" || /^S?P$/.test(cell(row, starting));
  for (const team of groupBy(rows, ({ team: name, gameText }) => `${name} ${gameText}`).values()) {
    const pitchers = team.filter(({ position }) =>
      positionParts(position).every((part) => PITCHERS.has(part)),
    );
    if (pitchers.some(isProbable))
      for (const row of pitchers) if (!isProbable(row)) out.set(row, "not probable");
    const isPosted = team.filter(isPlaced).length >= POSTED_HITTERS;
    for (const row of team)
      if (!pitchers.includes(row) && !isPlaced(row) && (isPosted || placeOf(row) === "0"))
        out.set(row, "not in the order");
  }
  return out;
}
