import type { Problem, Seat } from "../contests/problem/problem.ts";
import { memoized } from "../shared/collections.ts";
import { cutChances } from "./cut.ts";
import type { DrawTerms } from "./draw-source.ts";
import type { SeatedLineups, Tally } from "./tally.ts";

class Counts<Key> {
  readonly #counts = new Map<Key, number>();

  add(key: Key, times: number): void {
    this.#counts.set(key, times + this.of(key));
  }

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  sorted(): [Key, number][] {
    return [...this.#counts].sort(([, a], [, b]) => b - a);
  }
}

/** A fraction of the draws, or of the best lineups of all draws, with its standard error. */
export interface Share {
  /** The fraction, from 0 to 1. */
  readonly share: number;
  readonly error: number;
}

export interface PlayerShare extends Share {
  readonly uuid: string;
  /** In sports with a cut: the player's chance to make the cut. */
  readonly cut?: number;
  /** The share by slot, as lineups are seated; slots with a share of 0 are left out. */
  readonly slots: readonly (Share & { readonly slot: string })[];
}

export interface GroupShare extends Share {
  readonly uuid: string;
  readonly size: number;
}

/** How often a best lineup has these numbers of players per team, such as 4-2-1-1-1. */
export interface PatternShare extends Share {
  readonly sizes: readonly number[];
}

export interface LineupShare extends Share {
  /** The players' GUIDs and slots, in the order of the seats. */
  readonly seats: readonly { readonly slot: string; readonly uuid: string }[];
  /** In sports with a cut: the chance that all of the lineup's players make the cut. */
  readonly cut?: number;
}

/** How often players, stacks and lineups are among the best of a draw, the most frequent first. */
export interface Simulation {
  readonly draws: number;
  readonly seed: number;
  /** How many of the best lineups of each draw are counted. */
  readonly top: number;
  readonly players: readonly PlayerShare[];
  readonly teams: readonly GroupShare[];
  readonly games: readonly GroupShare[];
  readonly stacks: readonly PatternShare[];
  readonly lineups: readonly LineupShare[];
  /** GUIDs of the pool players left out because they have no projection or no slot, or cannot play. */
  readonly withoutProjection: readonly string[];
  readonly withoutSlot: readonly string[];
  readonly unavailable: readonly string[];
}

/**
 * Converts counts of best lineups to fractions: for players and lineups, of the draws; for teams, games,
 * stacks and slots, of all best lineups.
 */
export function simulationOf(
  problem: Problem,
  tally: Tally,
  seated: SeatedLineups,
  { top, ...terms }: DrawTerms & { readonly top: number },
): Simulation {
  const { seed } = terms;
  const chance = cutChances(problem.entries, terms);
  const lineups = tally.lineups();
  const { draws } = tally;
  const found = lineups.reduce((sum, lineup) => sum + lineup.draws, 0);
  const { entries, contest } = problem;
  const slots = new Counts<number>();
  const stacks = new Counts<string>();
  const teams = new GroupSizes(entries.map(({ team }) => team));
  const games = new GroupSizes(entries.map(({ event }) => event));
  for (const lineup of lineups) {
    const seats = seated.of(lineup);
    for (const { entry, slot } of seats) slots.add(entry * contest.slots.length + slot, lineup.draws);
    stacks.add(teams.add(seats, lineup.draws), lineup.draws);
    games.add(seats, lineup.draws);
  }
  const seatNamed = memoized(({ entry, slot }: Seat) => ({
    slot: contest.slots[slot]!.name,
    uuid: entries[entry]!.uuid,
  }));
  const group = ({ uuid, size, times }: CountedGroup): GroupShare => ({
    uuid,
    size,
    ...shareOf(times, found),
  });
  return {
    draws,
    seed,
    top,
    players: [...entries.entries()]
      .filter(([index]) => tally.entries[index]! > 0)
      .map(
        ([index, { uuid }]): PlayerShare => ({
          uuid,
          ...shareOf(tally.entries[index]!, draws),
          ...(chance && { cut: chance([uuid]) }),
          slots: contest.slots.flatMap(({ name }, slot) => {
            const times = slots.of(index * contest.slots.length + slot);
            return times === 0 ? [] : [{ slot: name, ...shareOf(times, found) }];
          }),
        }),
      )
      .sort((a, b) => b.share - a.share),
    teams: teams.sorted().map(group),
    games: games.sorted().map(group),
    stacks: stacks
      .sorted()
      .map(([key, times]) => ({ sizes: key.split("-").map(Number), ...shareOf(times, found) })),
    lineups: lineups.map((lineup) => {
      const seats = seated.of(lineup).map(seatNamed);
      const cut = chance && { cut: chance(seats.map(({ uuid }) => uuid)) };
      return { seats, ...shareOf(lineup.draws, draws), ...cut };
    }),
    withoutProjection: problem.withoutProjection,
    withoutSlot: problem.withoutSlot,
    unavailable: problem.unavailable,
  };
}

/** `times` as a fraction of `all`, with the standard error of a sample of that size. */
function shareOf(times: number, all: number): Share {
  if (all === 0) return { share: 0, error: 0 };
  const share = times / all;
  return { share, error: Math.sqrt((share * (1 - share)) / all) };
}

interface CountedGroup {
  readonly uuid: string;
  readonly size: number;
  readonly times: number;
}

class GroupSizes {
  readonly #uuids: readonly string[];
  /** The index of each player's group. */
  readonly #groupOf: Int32Array;
  readonly #counts = new Counts<number>();
  readonly #groups: number[] = [];
  readonly #sizes: Int32Array;

  constructor(uuids: readonly string[]) {
    this.#uuids = [...new Set(uuids)];
    const numbers = new Map(this.#uuids.map((uuid, index) => [uuid, index]));
    this.#groupOf = Int32Array.from(uuids, (uuid) => numbers.get(uuid) ?? 0);
    this.#sizes = new Int32Array(this.#uuids.length);
  }

  /** Adds a lineup that occurred this many times, and returns the sizes of its groups, such as 4-2-1-1-1. */
  add(seats: readonly Seat[], times: number): string {
    const [groups, sizes] = [this.#groups, this.#sizes];
    groups.length = 0;
    for (const { entry } of seats) {
      const group = this.#groupOf[entry]!;
      if (sizes[group] === 0) groups.push(group);
      sizes[group]! += 1;
    }
    for (const group of groups) this.#counts.add(sizes[group]! * sizes.length + group, times);
    const pattern = groups
      .map((group) => sizes[group]!)
      .sort((a, b) => b - a)
      .join("-");
    for (const group of groups) sizes[group] = 0;
    return pattern;
  }

  /** Groups and sizes with their counts, the most frequent first. */
  sorted(): CountedGroup[] {
    const groups = this.#uuids.length;
    return this.#counts.sorted().map(([key, times]) => ({
      uuid: this.#uuids[key % groups]!,
      size: Math.floor(key / groups),
      times,
    }));
  }
}
