import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";
import { mostTeams, type PoolEntry, playerId, teamId } from "./pool.ts";

/** A lineup, the pool around it, and the request's other fields. */
export interface Stage {
  readonly people: readonly PoolEntry[];
  readonly lineup: readonly Seated[];
  readonly body: Partial<LineupRequestInput>;
}

interface Seated {
  readonly person: PoolEntry;
  /** Index into the contest's slots. */
  readonly slot: number;
}

/** Numbers of [0, 1). */
export type Random = () => number;

/** A random element of a list. */
export function oneOf<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("Nothing to choose from.");
  return item;
}

/** A new player of the position: the `index`-th of the pool, from one of this many teams. */
export function personOf(
  contest: ContestTable,
  { position, index, teams }: { position: string; index: number; teams: number },
  random: Random,
): PoolEntry {
  const isTeam = contest.positions.some((one) => one.name === position && one.entry === "team");
  // One in five is from any team, so that crowded teams are not alone.
  const team = Math.floor(random() * (random() < 0.2 ? mostTeams(contest) : teams));
  return {
    uuid: isTeam ? teamId(team) : playerId(index),
    isTeam,
    positions: [position],
    team,
    salary: 100 * Math.floor(30 + 65 * random()),
    points: Math.floor(3000 * random()) / 100,
  };
}

/**
 * A full lineup whose players are the whole pool and whose cost is the cap; null if it would have a team's
 * defense twice.
 */
export function stageOf(contest: ContestTable, random: Random): Stage | null {
  const teams = 1 + Math.floor(random() * mostTeams(contest));
  const seats = contest.slots.flatMap(({ count }, slot) => Array.from({ length: count }, () => slot));
  const lineup = seats.map((slot, index) => {
    const position = oneOf(contest.slots[slot]!.accepts, random);
    return { slot, person: personOf(contest, { position, index, teams }, random) };
  });
  const people = lineup.map(({ person }) => person);
  if (new Set(people.map(({ uuid }) => uuid)).size < people.length) return null;
  return { people, lineup, body: { cap: costOf(contest, lineup) } };
}

/** The salary of a lineup, with the captain's salary where a slot asks for it. */
export function costOf(contest: ContestTable, lineup: readonly Seated[]): number {
  return lineup.reduce((sum, { person, slot }) => {
    const isCaptain = contest.slots[slot]?.salary === "captainSalary";
    return sum + (isCaptain ? Math.floor((person.salary * 3) / 2) : person.salary);
  }, 0);
}
