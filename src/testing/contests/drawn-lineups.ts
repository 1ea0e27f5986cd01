import type { Lineup, Problem, Seat } from "../../contests/problem/problem.ts";
import type { Model } from "../../engine/model/model.ts";
import { allSolutions } from "../exhaustive.ts";
import { shuffled } from "../property.ts";

type Picks = readonly number[];
/** Returns a random whole number from 0 to `below` - 1. */
export type Draw = (below: number) => number;

/** All legal sets of picks of a model; `keys` has each set as a text. */
export interface LegalPicks {
  readonly all: readonly Picks[];
  readonly keys: ReadonlySet<string>;
}

export function legalPicksOf(model: Model): LegalPicks {
  const all = allSolutions(model).map(({ picks }) => picks);
  return { all, keys: new Set(all.map((picks) => picks.join())) };
}

/**
 * Yields `count` random lineups: legal ones, and ones that break a single rule, some with a few seats
 * changed.
 */
export function* drawnLineups(
  problem: Problem,
  model: Model,
  legal: LegalPicks,
  count: number,
  draw: Draw,
): Generator<Lineup> {
  const broken = breaking(model, legal.keys);
  for (let made = 0; made < count; made += 1) {
    // In some contests, few requests have legal lineups, so those that do start most lineups from a legal one.
    const from = broken.length === 0 || draw(4) > 0 ? legal.all : broken[draw(broken.length)]!;
    const start = from.length > 0 ? anySeating(model, from[draw(from.length)]!) : anySeats(problem, draw);
    yield changed(start, problem, draw);
  }
}

/** For each constraint that a lineup can break: the sets of picks that break only this one. */
function breaking(model: Model, legal: ReadonlySet<string>): readonly (readonly Picks[])[] {
  // Lineups with empty seats are made by `changed`; listing all of them here would take long.
  const names = new Set(
    model.rules.filter((rule) => rule.kind !== "fill").map((rule) => rule.origin.constraint),
  );
  return [...names]
    .map((name) => {
      const rules = model.rules.filter((rule) => rule.origin.constraint !== name);
      return allSolutions({ ...model, rules })
        .map((solution) => solution.picks)
        .filter((picks) => !legal.has(picks.join()));
    })
    .filter((broken) => broken.length > 0);
}

/** Puts a random player into every seat, whatever the slot accepts. */
export function anySeats({ contest, entries }: Problem, draw: Draw): Seat[] {
  return contest.slots.flatMap((slot, at) =>
    Array.from({ length: slot.count }, () => ({ entry: draw(entries.length), slot: at })),
  );
}

/**
 * Puts into every seat a random player that the slot accepts, preferably from one game or one team. A seat
 * without such a player is left out.
 */
export function crowdedSeats({ contest, entries }: Problem, draw: Draw): Seat[] {
  const { event, team } = entries[draw(entries.length)]!;
  const crowd = [
    () => true,
    (at: number) => entries[at]!.event === event,
    (at: number) => entries[at]!.team === team,
  ][draw(3)]!;
  const free = shuffled([...entries.keys()], draw);
  return contest.slots.flatMap(({ count, accepts }, slot) =>
    Array.from({ length: count }).flatMap((): Seat[] => {
      const able = free.filter((at) => entries[at]!.positions.some((own) => accepts.includes(own)));
      const entry = able.find(crowd) ?? able[0];
      if (entry === undefined) return [];
      free.splice(free.indexOf(entry), 1);
      return [{ entry, slot }];
    }),
  );
}

/** Makes up to two changes: another player in a seat, two players swapped, or a seat emptied. */
function changed(lineup: Lineup, { entries }: Problem, draw: Draw): Lineup {
  const seats = [...lineup];
  for (let changes = Math.max(0, draw(4) - 1); changes > 0; changes -= 1) {
    if (seats.length === 0) break;
    const [a, b] = [draw(seats.length), draw(seats.length)];
    const way = draw(8);
    if (way === 0) seats.splice(a, 1);
    else if (way <= 2)
      [seats[a], seats[b]] = [
        { ...seats[a]!, slot: seats[b]!.slot },
        { ...seats[b]!, slot: seats[a]!.slot },
      ];
    else seats[a] = { ...seats[a]!, entry: draw(entries.length) };
  }
  return seats;
}

/**
 * Whether the lineup fills the roster's seats, its picks are a legal set (one of the texts `legal`), and it
 * keeps slot locks and slot exclusions.
 */
export function isLegalLineup(model: Model, lineup: Lineup, legal: ReadonlySet<string>): boolean {
  if (model.slots.some((slot, at) => lineup.filter((seat) => seat.slot === at).length !== slot.count))
    return false;
  const picks = lineup.map((seat) =>
    model.picks.entry.findIndex(
      (entry, pick) => entry === seat.entry && (model.picks.slots[pick]! & (1 << seat.slot)) !== 0,
    ),
  );
  if (!legal.has(picks.sort((a, b) => a - b).join())) return false;
  return lineup.every((seat) =>
    model.rules.every(
      (rule) =>
        rule.kind !== "allow" || ((rule.slots >> seat.slot) & 1) === 1 || !rule.entries.includes(seat.entry),
    ),
  );
}

/** Returns a seating of the picks, ignoring locks. @throws RangeError if there is none. */
export function anySeating(model: Model, picks: readonly number[]): Seat[] {
  const free = model.slots.map((slot) => slot.count);
  const seats: Seat[] = [];
  const sit = (at: number): boolean =>
    at === picks.length ||
    free.some((count, slot) => {
      if (count === 0 || !(model.picks.slots[picks[at]!]! & (1 << slot))) return false;
      free[slot]! -= 1;
      seats.push({ entry: model.picks.entry[picks[at]!]!, slot });
      if (sit(at + 1)) return true;
      seats.pop();
      free[slot]! += 1;
      return false;
    });
  if (!sit(0)) throw new RangeError(`Picks ${picks} cannot be seated.`);
  return seats;
}
