import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { allowedSlots, type Model } from "../../engine/model/model.ts";
import { slotsOfSeats } from "../../engine/roster.ts";
import { LastMade, memoizedTexts } from "../../shared/collections.ts";
import { Matching } from "../../shared/matching.ts";
import { sharedSeats } from "./seat-solutions.ts";

/** Reseats a lineup, whose seats are in the order of the slots, without changing points or salaries. */
export type Reseat = (lineup: Lineup) => Lineup;

/**
 * What decides the seat of a player in a lineup: the slots that the player may take, as bits, and the start
 * of the player's game, in milliseconds.
 */
interface Member {
  readonly accepts: number;
  readonly start: number;
}

/**
 * Returns a function that seats the latest starters in the most flexible slots, so that a late swap has the
 * most possible replacements. The most flexible slot chooses first, among the players who leave a seat for
 * everyone else; of players who start at the same time, it chooses the one that the fewest flexible slots
 * accept. Locked players keep their slots. `startsOf` has ISO 8601 times by GUID; a player without a time
 * counts as the first to start.
 */
export function lateSeatingOf(
  { contest, entries }: Pick<Problem, "contest" | "entries">,
  model: Model,
  startsOf: ReadonlyMap<string, string>,
): Reseat {
  const seating = seatings.of(startsOf, [contest, JSON.stringify(model.slots)], () =>
    seatingOf(contest, model),
  );
  const { kindOf, moments } = kinds.of(model, [entries, startsOf], () =>
    kindsOf(model, entries, startsOf, seating),
  );
  if (seating.flexible.length === 0 || moments < 2) return (lineup) => lineup;
  const seats = slotsOfSeats(model.slots);
  const seatOf = sharedSeats(model);
  return (lineup) => {
    const places = seating.placesOf(lineup.map(({ entry, slot }) => kindOf(entry, slot)).join());
    return places.map((place, seat) => seatOf(lineup[place]!.entry, seats[seat]!));
  };
}

/**
 * Assigns seats to the members of a lineup. Members with the same slots and start time are of one kind, and
 * answers are cached by the kinds in a lineup.
 */
interface Seating {
  readonly flexible: readonly number[];
  /** The number that identifies a member's kind. */
  readonly kindOf: (member: Member) => number;
  /**
   * For each seat, the index of the member that gets it. A lineup is given as the numbers of its members'
   * kinds, separated by commas.
   */
  readonly placesOf: (kinds: string) => readonly number[];
}

/** The maximum number of cached answers. */
const MOST_LINEUPS = 10_000;

/** The last used seating of each slate, by the slate's start times. */
const seatings = new LastMade<ReadonlyMap<string, string>, Seating>();

function seatingOf(contest: Problem["contest"], { slots, ...model }: Model): Seating {
  const flexible = flexibleSlots(contest, { slots, ...model });
  const counts = slots.map(({ count }) => count);
  const members: Member[] = [];
  const numbers = new Map<string, number>();
  return {
    flexible,
    kindOf(member) {
      const key = `${member.accepts} ${member.start}`;
      const kind = numbers.get(key) ?? members.push(member) - 1;
      numbers.set(key, kind);
      return kind;
    },
    placesOf: memoizedTexts(MOST_LINEUPS, (kinds) =>
      placesOf(kinds.split(",").map((kind) => members[Number(kind)]!)),
    ),
  };

  function placesOf(lineup: readonly Member[]): number[] {
    const open = [...counts];
    let left = [...lineup.keys()];
    const taken = new Array<number>(lineup.length);
    for (const slot of flexible) {
      const latest = left
        .filter((place) => (lineup[place]!.accepts >> slot) & 1)
        .sort((a, b) => {
          const choices = (place: number) =>
            flexible.filter((other) => (lineup[place]!.accepts >> other) & 1).length;
          return lineup[b]!.start - lineup[a]!.start || choices(a) - choices(b);
        });
      for (const place of latest) {
        if (open[slot] === 0) break;
        const others = left.filter((other) => other !== place);
        open[slot]! -= 1;
        if (slotsFor(others, lineup, open) === null) open[slot]! += 1;
        else {
          taken[place] = slot;
          left = others;
        }
      }
    }
    const slots = slotsFor(left, lineup, open)!;
    for (const [index, place] of left.entries()) taken[place] = slots[index]!;
    return [...lineup.keys()].sort((a, b) => taken[a]! - taken[b]! || a - b);
  }
}

/**
 * The flexible slots: those that accept all positions of another slot of their role, and more. The slots that
 * accept the most positions come first.
 */
function flexibleSlots({ slots }: Problem["contest"], model: Model): number[] {
  const takes = (slot: number) => slots[slot]!.accepts;
  const isWider = (slot: number, other: number) =>
    model.slots[slot]!.role === model.slots[other]!.role &&
    takes(slot).length > takes(other).length &&
    takes(other).every((position) => takes(slot).includes(position));
  const all = [...slots.keys()];
  return all
    .filter((slot) => all.some((other) => isWider(slot, other)))
    .sort((a, b) => takes(b).length - takes(a).length || b - a);
}

/** The kinds of members by model, for models that many requests share. */
const kinds = new LastMade<Model, ReturnType<typeof kindsOf>>();

/**
 * Finds the kinds of members in a model's lineups: `kindOf` returns the kind of a player in a slot, and
 * `moments` is the number of different start times.
 */
function kindsOf(
  { picks, slots, rules }: Model,
  entries: Problem["entries"],
  startsOf: ReadonlyMap<string, string>,
  seating: Seating,
) {
  const starts = entries.map(({ uuid }) => Date.parse(startsOf.get(uuid) ?? "") || Number.NEGATIVE_INFINITY);
  const left = allowedSlots(rules);
  const roles = Math.max(...slots.map(({ role }) => role)) + 1;
  const kindOfRole = new Int32Array(starts.length * roles);
  for (let pick = 0; pick < picks.entry.length; pick += 1) {
    const entry = picks.entry[pick]!;
    const accepts = picks.slots[pick]! & (left.get(entry) ?? -1);
    kindOfRole[entry * roles + picks.role[pick]!] = seating.kindOf({ accepts, start: starts[entry]! });
  }
  return {
    moments: new Set(starts).size,
    kindOf: (entry: number, slot: number) => kindOfRole[entry * roles + slots[slot]!.role]!,
  };
}

/** Assigns an open slot to each of the members with the indices `places`; null if they do not all fit. */
function slotsFor(
  places: readonly number[],
  lineup: readonly Member[],
  open: readonly number[],
): number[] | null {
  const matching = new Matching([...open]);
  return places.every((place) => matching.add(lineup[place]!.accepts)) ? matching.slots() : null;
}
