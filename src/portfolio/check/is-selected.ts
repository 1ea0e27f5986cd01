import { seatSalary } from "../../contests/problem/pool.ts";
import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { headerKey } from "../../shared/header-key.ts";
import { isCaptains, positionNamed } from "../../shared/roster.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { Selection, SelectionCriteria } from "../../shared/schema/selection.ts";
import { findPerson, nameIndexOf, namesakes } from "../named.ts";
import type { People, Person } from "../people.ts";

export interface Seated {
  readonly person: Person;
  readonly slot: string;
  /** The player's salary in this slot; it can be higher for a captain. */
  readonly cost: number;
  /** The player's points in this slot, with the slot's multiplier. */
  readonly points: number;
}

export function seatedLineup(lineup: Lineup, people: People, problem: Problem): Seated[] {
  return lineup.map(({ entry, slot }) => {
    const { name, pointsMultiplier } = problem.contest.slots[slot]!;
    return {
      person: people.all[entry]!,
      slot: name,
      cost: seatSalary(problem, { entry, slot }),
      points: problem.entries[entry]!.points * pointsMultiplier,
    };
  });
}

export interface Scene {
  readonly people: People;
  readonly contest: ContestBase;
  /** Earlier results by selection, player and slot: most lineups of a portfolio share a few players. */
  readonly known?: Map<object, Map<Person, Map<string, boolean>>>;
}

type Seat = Pick<Seated, "person" | "slot">;

export function isSelected(selection: Selection | undefined, seat: Seat, scene: Scene): boolean {
  if (selection === undefined) return true;
  if (typeof selection !== "object") return isNamed(String(selection), seat, scene);
  const ofPeople = scene.known?.get(selection) ?? new Map<Person, Map<string, boolean>>();
  scene.known?.set(selection, ofPeople);
  const ofSlots = ofPeople.get(seat.person) ?? new Map<string, boolean>();
  ofPeople.set(seat.person, ofSlots);
  const known = ofSlots.get(seat.slot) ?? isAmong(selection, seat, scene);
  ofSlots.set(seat.slot, known);
  return known;
}

function isAmong(selection: Selection & object, seat: Seat, scene: Scene): boolean {
  if (Array.isArray(selection))
    return (selection as readonly Selection[]).some((one) => isSelected(one, seat, scene));
  return Object.entries(selection as SelectionCriteria).every(([field, value]) => {
    if (value === undefined) return true;
    if (field === "not") return !isSelected(value as Selection, seat, scene);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.some((one) => holds(field, one as string | number | boolean, seat, scene));
  });
}

function isNamed(text: string, { person, slot }: Seat, { people, contest }: Scene): boolean {
  const at = text.lastIndexOf("@");
  const who = (at > 0 ? text.slice(0, at) : text).trim();
  if (at > 0 && !same(text.slice(at + 1), slot)) return false;
  if (at <= 0 && person.captainIds.includes(who))
    return contest.slots.some((one) => one.name === slot && isCaptains(one));
  const named = findPerson(people, who);
  return named.kind === "person" && people.all[named.entry] === person;
}

function holds(
  field: string,
  value: string | number | boolean,
  { person, slot }: Seat,
  { people, contest }: Scene,
): boolean {
  const text = String(value);
  switch (field) {
    case "name":
      if (nameIndexOf(people.all).byId(text.trim()).length > 0) return person.ids.includes(text.trim());
      return namesakes(people.all, text.trim()).some((entry) => people.all[entry] === person);
    case "team":
      return person.team.some((one) => same(one, text));
    case "opponent":
      return person.opponent.some((one) => same(one, text));
    case "game": {
      const [one = "", other = ""] = text.split("@");
      if ([text, `${other}@${one}`].some((game) => same(person.game, game.replaceAll(/\s*@\s*/g, "@"))))
        return true;
      if (same(person.event, text)) return true;
      const plays = (first: string, second: string) =>
        person.team.some((name) => same(name, first)) && person.opponent.some((name) => same(name, second));
      return plays(one, other) || plays(other, one);
    }
    case "position":
      return person.positions.some((one) => one === (positionNamed(contest, text)?.name ?? text));
    case "slot":
      return same(slot, text);
    case "salary":
      return isWithin(person.salary, text);
    case "points":
      return isWithin(person.points, text);
    default: {
      const cell = person.cells.get(headerKey(field));
      if (cell === undefined) return false;
      if (typeof value === "number" || text.includes("..")) return isWithin(numberIn(cell), text);
      return same(cell, text);
    }
  }
}

/** Whether a value equals the number in `text`, or lies in its range: `low..high`, `low..` or `..high`. */
export function isWithin(value: number, text: string): boolean {
  const [low, high = low] = text.split("..").map((end) => end.trim());
  return (low === "" || value >= numberIn(low!)) && (high === "" || value <= numberIn(high!));
}

/** Parses a number, ignoring `$`, `%`, commas and spaces; NaN for other text. */
export function numberIn(text: string): number {
  const plain = text.replaceAll(/[$,%\s]/g, "");
  return plain === "" ? Number.NaN : Number(plain);
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
