import type { Problem } from "../contests/problem/problem.ts";
import type { Model } from "../engine/model/model.ts";
import type { Search } from "../engine/search/search.ts";
import type { PackedSolutions } from "../engine/solver/contract.ts";
import type { Control } from "../engine/solver/interrupt.ts";
import { createSeater } from "../lineup/document/seat-solutions.ts";
import { groupBy } from "../shared/collections.ts";
import { seatCount } from "../shared/roster.ts";
import { cutChances, type DrawTerms, drawSourceOf } from "./draw-source.ts";

export interface Tools {
  readonly search: Search;
  readonly control: Control;
}

export type SimulationTerms = DrawTerms & {
  readonly draws: number;
  readonly top: number;
};

interface SimulateTools extends Tools {
  readonly onDraws: (done: number, soFar: () => Simulation) => void;
}

/**
 * Draws points many times and counts the best lineups; `onDraws` receives the result so far. @throws Error if
 * no lineup is legal, without the reason.
 */
export async function simulate(
  problem: Problem,
  model: Model,
  terms: SimulationTerms,
  { search, control, onDraws }: SimulateTools,
): Promise<Simulation> {
  const { draws, top } = terms;
  const tally = new Tally(model, top);
  const counted = () => simulationOf(problem, model, tally, terms);
  const source = drawSourceOf(problem, model, terms);
  await search.drawn("draws", { model, source, draws, top }, control, (portion) => {
    if (portion.picks[0] === -1) throw new Error("No lineup is legal, so no draw has one.");
    tally.add(portion);
    onDraws(tally.draws, counted);
  });
  return counted();
}

class Counts {
  readonly #counts = new Map<string, number>();

  add(key: string, times: number): void {
    this.#counts.set(key, times + this.of(key));
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  sorted(): [string, number][] {
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
  readonly cut?: number;
  /** The share by slot, as lineups are seated, without slots of share 0. */
  readonly slots: readonly (Share & { readonly slot: string })[];
}

export interface GroupShare extends Share {
  readonly uuid: string;
  readonly size: number;
}

export interface PatternShare extends Share {
  readonly sizes: readonly number[];
}

export interface LineupShare extends Share {
  readonly seats: readonly { readonly slot: string; readonly uuid: string }[];
  /** In sports with a cut: the chance that all of the lineup's players make the cut. */
  readonly cut?: number;
}

export interface Simulation {
  readonly draws: number;
  readonly seed: number;
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

/** Fractions of the draws for players and lineups, else of all best lineups. */
function simulationOf(
  problem: Problem,
  model: Model,
  tally: Tally,
  { top, ...terms }: DrawTerms & { readonly top: number },
): Simulation {
  const { seed } = terms;
  const chance = cutChances(problem.entries, terms);
  const { draws } = tally;
  const { entries, contest } = problem;
  const { slots: slotOfSeat, seat } = createSeater(model);
  const seated = new Int32Array(slotOfSeat.length);
  const lineups = tally.lineups().map((lineup) => {
    seat(lineup.picks, seated, 0);
    return { draws: lineup.draws, players: Array.from(seated, (entry) => entries[entry]!) };
  });
  const found = lineups.reduce((sum, lineup) => sum + lineup.draws, 0);
  const slots = new Counts();
  const [teams, games, stacks] = [new Counts(), new Counts(), new Counts()];
  for (const { players, draws: times } of lineups) {
    for (const [at, { uuid }] of players.entries()) slots.add(`${slotOfSeat[at]} ${uuid}`, times);
    const ofTeams = groupBy(players, ({ team }) => team);
    for (const [uuid, { length }] of ofTeams) teams.add(`${length} ${uuid}`, times);
    for (const [uuid, { length }] of groupBy(players, ({ event }) => event))
      games.add(`${length} ${uuid}`, times);
    const sizes = Array.from(ofTeams.values(), ({ length }) => length);
    stacks.add(sizes.sort((a, b) => b - a).join("-"), times);
  }
  const groups = (counts: Counts) =>
    counts.sorted().map(([key, times]): GroupShare => {
      const [size, uuid] = key.split(" ") as [string, string];
      return { uuid, size: Number(size), ...shareOf(times, found) };
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
            const times = slots.of(`${slot} ${uuid}`);
            return times === 0 ? [] : [{ slot: name, ...shareOf(times, found) }];
          }),
        }),
      )
      .sort((a, b) => b.share - a.share),
    teams: groups(teams),
    games: groups(games),
    stacks: stacks
      .sorted()
      .map(([key, times]) => ({ sizes: key.split("-").map(Number), ...shareOf(times, found) })),
    lineups: lineups.map(({ players, draws: times }) => {
      const seats = players.map(({ uuid }, at) => ({ slot: contest.slots[slotOfSeat[at]!]!.name, uuid }));
      const cut = chance && { cut: chance(seats.map(({ uuid }) => uuid)) };
      return { seats, ...shareOf(times, draws), ...cut };
    }),
    withoutProjection: problem.withoutProjection,
    withoutSlot: problem.withoutSlot,
    unavailable: problem.unavailable,
  };
}

function shareOf(times: number, all: number): Share {
  if (all === 0) return { share: 0, error: 0 };
  const share = times / all;
  return { share, error: Math.sqrt((share * (1 - share)) / all) };
}

export interface TalliedLineup {
  /** Indices into `Model.picks`, ascending. */
  readonly picks: readonly number[];
  readonly draws: number;
}

interface CountedLineup extends TalliedLineup {
  draws: number;
}

export class Tally {
  readonly picks: Int32Array;
  readonly entries: Int32Array;
  draws = 0;
  readonly #lineups = new Map<string, CountedLineup>();
  readonly #lastSeen: Int32Array;
  readonly #lastEntry: Int32Array;
  readonly #seats: number;
  readonly #top: number;
  readonly #entryOf: Int32Array;
  /**
   * The picks of the lineup being added: an array for each would be most of the memory that draws allocate.
   */
  readonly #sorted: Int32Array;

  constructor(model: Model, top: number) {
    this.#entryOf = model.picks.entry;
    this.#seats = seatCount(model.slots);
    this.#top = top;
    this.#sorted = new Int32Array(this.#seats);
    this.picks = new Int32Array(model.picks.entry.length);
    this.entries = new Int32Array(model.entries);
    this.#lastSeen = new Int32Array(this.picks.length).fill(-1);
    this.#lastEntry = new Int32Array(this.entries.length).fill(-1);
  }

  add({ picks }: PackedSolutions): void {
    const perDraw = this.#seats * this.#top;
    for (let from = 0; from < picks.length; from += perDraw) {
      for (let lineup = from; lineup < from + perDraw; lineup += this.#seats) {
        if (picks[lineup] === -1) break;
        for (let seat = 0; seat < this.#seats; seat += 1) this.#sorted[seat] = picks[lineup + seat]!;
        this.#addLineup(this.#sorted.sort());
      }
      this.draws += 1;
    }
  }

  /** By frequency, then by picks. */
  lineups(): TalliedLineup[] {
    return [...this.#lineups.values()].sort((a, b) => b.draws - a.draws || comparePicks(a.picks, b.picks));
  }

  #addLineup(sorted: Int32Array): void {
    for (const pick of sorted) {
      if (this.#lastSeen[pick] !== this.draws) this.picks[pick]! += 1;
      this.#lastSeen[pick] = this.draws;
      const entry = this.#entryOf[pick]!;
      if (this.#lastEntry[entry] !== this.draws) this.entries[entry]! += 1;
      this.#lastEntry[entry] = this.draws;
    }
    const key = sorted.join();
    const known = this.#lineups.get(key);
    if (known !== undefined) {
      known.draws += 1;
      return;
    }
    this.#lineups.set(key, { picks: Array.from(sorted), draws: 1 });
  }
}

function comparePicks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((pick, index) => pick !== b[index]);
  return at === -1 ? 0 : a[at]! - b[at]!;
}
