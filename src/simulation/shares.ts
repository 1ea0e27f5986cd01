import { sharedSeats } from "../lineup/seat-solutions.ts";
import { createSeater } from "../lineup/seater.ts";
import type { Model } from "../model/model.ts";
import type { Problem } from "../problem/problem.ts";
import type { TalliedLineup, Tally } from "./tally.ts";

/** A part of the draws, with its sampling error: one standard error of the share. */
export interface Share {
  /** 0 to 1. */
  readonly share: number;
  readonly error: number;
}

/** How often one entry is among the best. */
export interface PlayerShare extends Share {
  /** GUID of the pool entry. */
  readonly uuid: string;
  /** The share by slot, as the lineups are seated; slots of none are left out. */
  readonly slots: readonly (Share & { readonly slot: string })[];
}

/** How often a lineup has so many of a team, or of a game. */
export interface GroupShare extends Share {
  /** GUID of the team or game. */
  readonly uuid: string;
  readonly size: number;
}

/** How often lineups are made of groups of these sizes by team, such as 4-2-1-1-1. */
export interface PatternShare extends Share {
  readonly sizes: readonly number[];
}

/** How often one lineup is among the best. */
export interface LineupShare extends Share {
  /** GUIDs in the order of the seats. */
  readonly seats: readonly { readonly slot: string; readonly uuid: string }[];
}

/** How often players, stacks and lineups are among the best of a draw; each list with the most frequent first. */
export interface Simulation {
  readonly draws: number;
  readonly seed: number;
  /** How many best lineups of each draw count. */
  readonly top: number;
  readonly players: readonly PlayerShare[];
  readonly teams: readonly GroupShare[];
  readonly games: readonly GroupShare[];
  readonly stacks: readonly PatternShare[];
  readonly lineups: readonly LineupShare[];
  /** GUIDs of the pool entries left out for want of a projection, of a slot, or because they cannot play. */
  readonly withoutProjection: readonly string[];
  readonly withoutSlot: readonly string[];
  readonly unavailable: readonly string[];
}

/** Reads shares off a tally. Of several best lineups of one draw, teams, games, stacks and slots count each. */
export function simulationOf(
  problem: Problem,
  model: Model,
  tally: Tally,
  { seed, top }: { readonly seed: number; readonly top: number },
): Simulation {
  const lineups = seated(model, tally.lineups());
  const { draws } = tally;
  const found = lineups.reduce((sum, lineup) => sum + lineup.draws, 0);
  const { entries, contest } = problem;
  const slots = new Counts<string>();
  const teams = new Counts<string>();
  const games = new Counts<string>();
  const stacks = new Counts<string>();
  for (const { seats, draws: times } of lineups) {
    for (const { entry, slot } of seats) slots.add(`${entry} ${slot}`, times);
    const byTeam = sizesBy(seats, ({ entry }) => entries[entry]!.team);
    for (const [team, size] of byTeam) teams.add(`${size} ${team}`, times);
    for (const [game, size] of sizesBy(seats, ({ entry }) => entries[entry]!.event))
      games.add(`${size} ${game}`, times);
    stacks.add([...byTeam.values()].sort((a, b) => b - a).join("-"), times);
  }
  const group = ([key, times]: readonly [string, number]): GroupShare => ({
    uuid: key.slice(key.indexOf(" ") + 1),
    size: Number.parseInt(key, 10),
    ...shareOf(times, found),
  });
  return {
    draws,
    seed,
    top,
    players: entries
      .map(
        (entry, index): PlayerShare => ({
          uuid: entry.uuid,
          ...shareOf(tally.entries[index]!, draws),
          slots: contest.slots.flatMap(({ name }, slot) => {
            const times = slots.of(`${index} ${slot}`);
            return times === 0 ? [] : [{ slot: name, ...shareOf(times, found) }];
          }),
        }),
      )
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share),
    teams: teams.sorted().map(group),
    games: games.sorted().map(group),
    stacks: stacks
      .sorted()
      .map(([key, times]) => ({ sizes: key.split("-").map(Number), ...shareOf(times, found) })),
    lineups: lineups.map(({ seats, draws: times }) => ({
      seats: seats.map(({ entry, slot }) => ({
        slot: contest.slots[slot]!.name,
        uuid: entries[entry]!.uuid,
      })),
      ...shareOf(times, draws),
    })),
    withoutProjection: problem.withoutProjection,
    withoutSlot: problem.withoutSlot,
    unavailable: problem.unavailable,
  };
}

/** The part that `times` are of `all`, with the standard error of a sample of that size. */
function shareOf(times: number, all: number): Share {
  if (all === 0) return { share: 0, error: 0 };
  const share = times / all;
  return { share, error: Math.sqrt((share * (1 - share)) / all) };
}

interface Seated extends Pick<TalliedLineup, "draws"> {
  readonly seats: readonly { readonly entry: number; readonly slot: number }[];
}

function seated(model: Model, lineups: readonly TalliedLineup[]): Seated[] {
  const { slots, seat } = createSeater(model);
  const seatOf = sharedSeats(model);
  const entries = new Int32Array(slots.length);
  return lineups.map(({ picks, draws }) => {
    seat(picks, entries, 0);
    return { draws, seats: Array.from(slots, (slot, at) => seatOf(entries[at]!, slot)) };
  });
}

function sizesBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const item of items) sizes.set(keyOf(item), 1 + (sizes.get(keyOf(item)) ?? 0));
  return sizes;
}

class Counts<Key> {
  readonly #counts = new Map<Key, number>();

  add(key: Key, times: number): void {
    this.#counts.set(key, times + this.of(key));
  }

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  /** The most frequent first; of equal ones, the one met first. */
  sorted(): [Key, number][] {
    return [...this.#counts].sort(([, a], [, b]) => b - a);
  }
}
