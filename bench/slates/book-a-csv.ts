import type { Invented } from "./invent.ts";
import type { Random } from "./random.ts";
import type { SlateShape } from "./shapes/shape.ts";

const HEADER =
  "Position,Name + ID,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame".split(",");
const SALARY = HEADER.indexOf("Salary");

/** DraftKings' salary file. Where a contest has captains, each player is listed twice: as captain, then plain. */
export function bookACsv(shape: SlateShape, pool: readonly Invented[], random: Random): string {
  const { event } = shape;
  let id = random.whole(20_000_000, 39_000_000);
  const row = (entry: Invented, slots: string, salary: number) => {
    id += random.whole(1, 3);
    const name = entry.isTeam ? `${entry.lastName} ` : `${entry.firstName} ${entry.lastName}`;
    const game = event?.name ?? `${gameText(shape.sport, entry)} ${entry.starts}`;
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
      event?.team ?? entry.team.abbreviation,
      average,
    ];
  };
  const rows = [
    ...captained(shape, pool).map((entry) => row(entry, "CPT", entry.salary * 1.5)),
    ...pool.map((entry) =>
      row(entry, isPlain(shape) ? shape.plainSlot : entry.shape.rosterPosition, entry.salary),
    ),
  ];
  const lines = [HEADER, ...rows].map((cells) => (shape.hasNoSalaries ? cells.toSpliced(SALARY, 1) : cells));
  return lines.map((cells) => `${cells.join(",")}\n`).join("");
}

/** Whether all plain rows have the same slot. */
function isPlain({ contest, captains }: SlateShape): boolean {
  return contest === "showdown" && captains === undefined;
}

/** The players who are listed as captains too. */
function captained(shape: SlateShape, pool: readonly Invented[]): readonly Invented[] {
  const { captains = [] } = shape;
  return isPlain(shape) ? pool : pool.filter((entry) => captains.includes(entry.shape.position));
}

/** The game of a player; soccer has the home team first. */
function gameText(sport: string, { away, home }: Invented): string {
  return sport === "soccer"
    ? `${home.abbreviation} vs ${away.abbreviation}`
    : `${away.abbreviation}@${home.abbreviation}`;
}
