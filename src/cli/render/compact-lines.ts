import { dollars, pointsText } from "./amounts.ts";
import type { LineupRows } from "./lineup-rows.ts";
import { printable } from "./printable.ts";

/** One line for each lineup: its number, points and salary, and last names in the order of the slots. */
export function compactLines(lineups: readonly LineupRows[]): string {
  const shortOf = shortNames(lineups);
  const rows = lineups.map(({ points, salary, seats }, index) => [
    String(index + 1),
    pointsText(points),
    dollars(salary),
    seats.map(({ name, team }) => shortOf.get(personKey({ name, team }))).join(", "),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => `${row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  ")}\n`)
    .join("");
}

interface Person {
  readonly name: string;
  readonly team: string;
}

function personKey({ name, team }: Person): string {
  return `${name}\n${team}`;
}

/** Last names; of people who share theirs, with the initial, and where that is the same as well, the whole name. */
function shortNames(lineups: readonly LineupRows[]): ReadonlyMap<string, string> {
  const people = new Map<string, Person>();
  for (const { seats } of lineups) for (const seat of seats) people.set(personKey(seat), seat);
  const forms = (name: string) => {
    const [first = "", ...rest] = printable(name).split(" ");
    return rest.length === 0 ? [first] : [rest.join(" "), `${[...first][0]}. ${rest.join(" ")}`];
  };
  const bearers = new Map<string, number>();
  for (const { name } of people.values())
    for (const form of forms(name)) bearers.set(form, (bearers.get(form) ?? 0) + 1);
  return new Map(
    [...people].map(([key, { name }]) => [key, forms(name).find((form) => bearers.get(form) === 1) ?? name]),
  );
}
