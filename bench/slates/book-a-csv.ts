import type { Invented } from "./invent.ts";
import type { Random } from "./random.ts";
import type { SlateShape } from "./shapes.ts";

const HEADER = "Position,Name + ID,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame";

/** DraftKings' salary file. In showdown each player is listed twice: as captain, then plain. */
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
  const rows =
    shape.contest === "classic"
      ? pool.map((entry) => row(entry, entry.shape.rosterPosition, entry.salary))
      : [
          ...pool.map((entry) => row(entry, "CPT", entry.salary * 1.5)),
          ...pool.map((entry) => row(entry, shape.plainSlot, entry.salary)),
        ];
  return [HEADER, ...rows].map((line) => `${line}\n`).join("");
}
