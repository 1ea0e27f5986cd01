import { groupBy } from "../shared/collections.ts";
import { headerKey } from "../shared/header-key.ts";
import type { PoolRow } from "./pool-rows.ts";
import { positionParts } from "./sports.ts";

const PITCHERS: ReadonlySet<string> = new Set(["P", "SP", "RP"]);

/** If this many of its players have a place, a team's order is posted; one may be missing from the file. */
const POSTED_HITTERS = 8;

/**
 * The players who do not start, with the reason, as far as the file shows: those whose column `Starting` has
 * `No`. In baseball also all pitchers of a team except the probable one (`Probable Pitcher`, or `Starting: SP`), if the file names
 * one, and hitters without a place in their team's batting order (`Batting Order` or `Starting`, from 1 to 9), once it is
 * posted. 0 is not in the order; an empty cell is a player whose team has not posted one.
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
