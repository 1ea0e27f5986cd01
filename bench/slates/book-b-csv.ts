import type { Invented } from "./invent.ts";
import type { Random } from "./random.ts";
import type { SlateShape } from "./shapes/shape.ts";

/** Injury marks and details; one player in eight has one of them. */
const INJURIES = [
  ["O", "Knee"],
  ["IR", "Ankle"],
  ["NA", "Suspended"],
  ["Q", "Back"],
  ["GTD", "Illness"],
  ["D", "Shoulder"],
] as const;

/** FanDuel's players list. */
export function bookBCsv(
  { contest, event, hasNoSlots = false }: SlateShape,
  pool: readonly Invented[],
  random: Random,
): string {
  const hasMvpSalary = contest === "single";
  const salaries = hasMvpSalary ? "Salary,MVP 1.5x Salary" : "Salary";
  const header = `Id,Position,First Name,Nickname,Last Name,FPPG,Played,${salaries},Game,Team,Opponent,Injury Indicator,Injury Details,Tier,,${hasNoSlots ? "" : ",Roster Position"}`;
  const slate = random.whole(20_000, 120_000);
  let player = random.whole(5_000, 9_000);
  const rows = pool.map((entry) => {
    player += random.whole(1, 90);
    const { firstName, lastName, team, away, home, shape } = entry;
    const isHurt = !entry.isTeam && random.whole(1, 8) === 1;
    const [mark, details] = isHurt ? random.pick(INJURIES) : ["", ""];
    return [
      `${slate}-${player}`,
      shape.position,
      firstName,
      `${firstName} ${lastName}`,
      lastName,
      Math.round(entry.average * entry.played * 10) / 10 / entry.played,
      entry.played,
      entry.salary,
      ...(hasMvpSalary ? [entry.salary * 1.5] : []),
      ...(event === undefined
        ? [
            `${away.abbreviation}@${home.abbreviation}`,
            team.abbreviation,
            (team === home ? away : home).abbreviation,
          ]
        : [event.name, event.team ?? "", ""]),
      mark,
      details,
      "",
      "",
      ...(hasNoSlots ? [] : ["", shape.rosterPosition]),
    ].join(",");
  });
  return [header, ...rows].map((line) => `${line}\n`).join("");
}
