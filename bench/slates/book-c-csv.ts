import type { Invented } from "./invent.ts";
import type { Random } from "./random.ts";
import type { SlateShape } from "./shapes/shape.ts";

const HEADER = "ID,First Name,Last Name,Position,Team,Opponent,Game,Time,Salary,FPPG,Injury Status,Starting";

/** Injury marks; one player in ten has one of them. */
const INJURIES = ["INJ", "O", "GTD"] as const;

/** Yahoo's list of players: single positions, whole dollars, and times without a date. */
export function bookCCsv({ event }: SlateShape, pool: readonly Invented[], random: Random): string {
  let player = random.whole(5_000, 9_000);
  const rows = pool.map((entry) => {
    player += random.whole(1, 90);
    const { firstName, lastName, team, away, home, shape } = entry;
    const mark = !entry.isTeam && random.whole(1, 10) === 1 ? random.pick(INJURIES) : " ";
    return [
      `${entry.isTeam ? "t" : "p"}.${player}`,
      firstName,
      lastName,
      shape.position,
      ...(event === undefined
        ? [
            team.abbreviation,
            (team === home ? away : home).abbreviation,
            `${away.abbreviation}@${home.abbreviation}`,
          ]
        : [event.team ?? "", "", event.name]),
      "1:00PM EDT",
      entry.salary,
      entry.average.toFixed(1),
      mark,
      " ",
    ].join(",");
  });
  return [HEADER, ...rows].map((line) => `${line}\n`).join("");
}
