import type { Invented } from "./invent.ts";
import type { Random } from "./random.ts";
import type { SlateShape } from "./shapes/shape.ts";

const HEADER = "Position,Name + ID,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame";

/** DraftKings' salary file. Where a contest has captains, each player is listed twice: as captain, then plain. */
export function bookACsv(shape: SlateShape, pool: readonly Invented[], random: Random): string {
  let id = random.whole(20_000_000, 39_000_000);
  const row = (entry: Invented, slots: string, salary: number) => {
    id += random.whole(1, 3);
    const name = entry.isDefense ? `${entry.lastName} ` : `${entry.firstName} ${entry.lastName}`;
    const game = `${entry.away.abbreviation}@${entry.home.abbreviation} ${entry.starts}`;
    const average = Number(entry.average.toFixed(2));
    const { position } = entry.shape;
    return [
      position,
      `${name} (${id})`,
      name,
      id,
      slots,
      salary,
      game,
      entry.team.abbreviation,
      average,
    ].join(",");
  };
  const isShowdown = shape.contest === "showdown";
  const captains = isShowdown ? pool : [];
  const rows = [
    ...captains.map((entry) => row(entry, "CPT", entry.salary * 1.5)),
    ...pool.map((entry) =>
      row(entry, isShowdown ? shape.plainSlot : entry.shape.rosterPosition, entry.salary),
    ),
  ];
  return [HEADER, ...rows].map((line) => `${line}\n`).join("");
}
