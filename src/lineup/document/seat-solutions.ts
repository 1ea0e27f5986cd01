import { judgeOf } from "../../contests/constraints/readers/contest-table.ts";
import type { Lineup, Problem, Seat } from "../../contests/problem/problem.ts";
import { allowedSlots, isAboutSeats, type Model, POINT_UNITS } from "../../engine/model/model.ts";
import type { Solution } from "../../engine/solver/contract.ts";
import { plain } from "../../shared/errors/message-parts.ts";
import { SolverFailedError } from "../../shared/errors.ts";
import { Matching } from "../../shared/matching.ts";
import { slotsOfSeats } from "../../shared/roster.ts";
import { type PricedLineup, priceLineup } from "./priced-lineup.ts";

interface Seater {
  readonly slots: Int32Array;
  /**
   * Writes the players of `picks` into `into` from `at` on. Higher-scoring picks take earlier slots; players
   * locked to a slot take that one. @throws SolverFailedError for picks that cannot sit together or leave a
   * seat empty.
   */
  seat(picks: ArrayLike<number>, into: Int32Array, at: number): void;
}

/** A node in the tree of cached seatings by the classes of a lineup's picks, ordered by points. */
interface Node {
  readonly next: (Node | undefined)[];
  places: Int32Array | undefined;
}

const MOST_NODES = 100_000;

function newNode(): Node {
  return { next: [], places: undefined };
}

/**
 * Picks that may take the same slots are of one class, and lineups with the same classes in the same order
 * are seated alike, computed once.
 */
export function createSeater(model: Model): Seater {
  const { slots, picks } = model;
  const counts = slots.map(({ count }) => count);
  const seats = Int32Array.from(slotsOfSeats(slots));
  const left = allowedSlots(model.rules.filter(isAboutSeats));
  const classes: number[] = [];
  const classOf = Int32Array.from(picks.slots, (bits, pick) => {
    const allowed = bits & (left.get(picks.entry[pick]!) ?? -1);
    const same = classes.indexOf(allowed);
    return same === -1 ? classes.push(allowed) - 1 : same;
  });
  let [root, size] = [newNode(), 0];
  const order = new Int32Array(seats.length);

  /** Whether a pick is seated before another: more points first, then the lower player index. */
  function precedes(pick: number, other: number): boolean {
    const difference = picks.points[pick]! - picks.points[other]!;
    return difference === 0 ? picks.entry[pick]! < picks.entry[other]! : difference > 0;
  }

  function placesOf(): Int32Array {
    const matching = new Matching(counts);
    if (!order.every((pick) => matching.add(classes[classOf[pick]!]!)))
      throw new SolverFailedError(`A solver returned picks that cannot sit together: ${order.join(", ")}.`);
    const next = counts.map((_, slot) => seats.indexOf(slot));
    return Int32Array.from(matching.slots(), (slot) => next[slot]!++);
  }

  return {
    slots: seats,
    seat(chosen, into, at) {
      if (chosen.length !== seats.length)
        throw new SolverFailedError(`A solver returned ${chosen.length} picks for ${seats.length} seats.`);
      if (size > MOST_NODES) [root, size] = [newNode(), 0];
      let node = root;
      for (let index = 0; index < chosen.length; index += 1) {
        const pick = chosen[index]!;
        let place = index;
        for (; place > 0 && precedes(pick, order[place - 1]!); place -= 1) order[place] = order[place - 1]!;
        order[place] = pick;
      }
      for (let index = 0; index < order.length; index += 1) {
        const picked = classOf[order[index]!]!;
        let next = node.next[picked];
        if (next === undefined) {
          next = newNode();
          node.next[picked] = next;
          size += 1;
        }
        node = next;
      }
      const places = node.places ?? placesOf();
      node.places = places;
      for (let index = 0; index < order.length; index += 1)
        into[at + places[index]!] = picks.entry[order[index]!]!;
    },
  };
}

/** Assigns chosen picks to seats, as `Seater`. */
export function seatSolutions(model: Model, solutions: readonly Solution[]): Lineup[] {
  const { slots, seat } = createSeater(model);
  const seatOf = sharedSeats(model);
  const entries = new Int32Array(slots.length);
  return solutions.map(({ picks }) => {
    seat(picks, entries, 0);
    const lineup = new Array<Seat>(slots.length);
    for (let at = 0; at < slots.length; at += 1) lineup[at] = seatOf(entries[at]!, slots[at]!);
    return lineup;
  });
}

/** Equal seats are one shared object, because many lineups have most of their seats in common. */
export function sharedSeats({
  slots,
  entries,
}: Pick<Model, "slots" | "entries">): (entry: number, slot: number) => Seat {
  const seats: (Seat | undefined)[][] = new Array(entries);
  const made = (entry: number, slot: number): Seat => {
    const seat = Object.freeze({ entry, slot });
    const own = seats[entry] ?? new Array(slots.length);
    own[slot] = seat;
    seats[entry] = own;
    return seat;
  };
  return (entry, slot) => {
    return seats[entry]?.[slot] ?? made(entry, slot);
  };
}

export interface PackedLineups {
  readonly entries: Int32Array;
  readonly points: Float64Array;
  readonly salaries: Float64Array;
}

export function packLineups(lineups: readonly PricedLineup[], seats: number): PackedLineups {
  const entries = new Int32Array(lineups.length * seats);
  const points = new Float64Array(lineups.length);
  const salaries = new Float64Array(lineups.length);
  for (let index = 0; index < lineups.length; index += 1) {
    const lineup = lineups[index]!;
    for (let seat = 0; seat < seats; seat += 1) entries[index * seats + seat] = lineup.seats[seat]!.entry;
    points[index] = lineup.points / POINT_UNITS;
    salaries[index] = lineup.salary;
  }
  return { entries, points, salaries };
}

/** Reseats a lineup, whose seats are in the order of the slots, without changing points or salaries. */
export type Reseat = (lineup: Lineup) => Lineup;

/**
 * Seats a solver's solutions, by `reseat` if given, checks them and sums their totals again.
 * @throws SolverFailedError for an illegal lineup or a wrong total.
 */
export function checkedLineups(
  problem: Problem,
  model: Model,
  solutions: readonly Solution[],
  reseat?: Reseat,
): PricedLineup[] {
  const brokenBy = judgeOf(problem);
  return seatSolutions(model, solutions).map((seats, index) => {
    const lineup = priceLineup(problem, reseat?.(seats) ?? seats);
    const violations = brokenBy(lineup.seats);
    if (violations.length > 0)
      throw new SolverFailedError(
        `A solver returned an illegal lineup: ${violations.map(({ detail }) => plain(detail)).join(" ")}`,
      );
    const claimed = solutions[index]!.points;
    if (lineup.points !== claimed)
      throw new SolverFailedError(
        `A solver claimed ${claimed} units of points for a lineup of ${lineup.points}.`,
      );
    return lineup;
  });
}
