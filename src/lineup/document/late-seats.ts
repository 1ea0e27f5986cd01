import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { allowedSlots, type Model } from "../../engine/model/model.ts";
import { LastMade } from "../../shared/collections.ts";
import { Matching } from "../../shared/matching.ts";
import { sharedSeats } from "./seat-solutions.ts";

/** Reseats a lineup, whose seats are in the order of the slots, without changing points or salaries. */
export type Reseat = (lineup: Lineup) => Lineup;

/** The data that decides a member's seat: the slots it may take, as bits, and its start time. */
interface Member {
  readonly accepts: number;
  readonly start: number;
}

/**
 * Seats the latest starters in the most flexible slots, so that a late swap has the most possible
 * replacements. The most flexible slots choose first, as long as the other players can still be seated; among
 * equal start times they take the player that the next slots need least. Locks keep their seats. `startsOf`
 * has ISO 8601 times by GUID; a player without a time counts as the first to start.
 */
export function lateSeatingOf(
  { contest, entries }: Pick<Problem, "contest" | "entries">,
  model: Model,
  startsOf: ReadonlyMap<string, string>,
): Reseat {
  const flexible = flexibleSlots(contest, model);
  const { members, kindOf, moments } = shared.of(model, [entries, startsOf], () =>
    kindsOf(model, entries, startsOf),
  );
  if (flexible.length === 0 || moments < 2) return (lineup) => lineup;
  const seats = model.slots.flatMap(({ count }, slot) => new Array<number>(count).fill(slot));
  const seatOf = sharedSeats(model);
  // Lineups with the same kinds of members in the same seats are reseated alike.
  const known = new Map<string, readonly number[]>();
  return (lineup) => {
    const kinds = lineup.map(({ entry, slot }) => kindOf(entry, slot));
    const key = kinds.join();
    const places = known.get(key) ?? placesOf(kinds.map((kind) => members[kind]!));
    known.set(key, places);
    return places.map((place, seat) => seatOf(lineup[place]!.entry, seats[seat]!));
  };

  /** The place, before reseating, of the player in each seat. */
  function placesOf(lineup: readonly Member[]): number[] {
    const open = model.slots.map(({ count }) => count);
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

/** Slots that accept a strict superset of another slot of their role, the most flexible first. */
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

/** Cached for models that many requests share. */
const shared = new LastMade<Model, ReturnType<typeof kindsOf>>();

/**
 * The kinds of members in a model's lineups, each entry's kind in each slot, and the number of start times.
 */
function kindsOf(
  { picks, slots, rules }: Model,
  entries: Problem["entries"],
  startsOf: ReadonlyMap<string, string>,
) {
  const starts = entries.map(({ uuid }) => Date.parse(startsOf.get(uuid) ?? "") || Number.NEGATIVE_INFINITY);
  const left = allowedSlots(rules);
  const members: Member[] = [];
  const kinds = new Map<string, number>();
  const roles = Math.max(...slots.map(({ role }) => role)) + 1;
  const kindOfRole = new Int32Array(starts.length * roles);
  for (const [pick, entry] of picks.entry.entries()) {
    const accepts = picks.slots[pick]! & (left.get(entry) ?? -1);
    const start = starts[entry]!;
    const key = `${accepts} ${start}`;
    const kind = kinds.get(key) ?? members.push({ accepts, start }) - 1;
    kinds.set(key, kind);
    kindOfRole[entry * roles + picks.role[pick]!] = kind;
  }
  return {
    members,
    moments: new Set(starts).size,
    kindOf: (entry: number, slot: number) => kindOfRole[entry * roles + slots[slot]!.role]!,
  };
}

/** Assigns an open slot to each member at these places; null if they do not all fit. */
function slotsFor(
  places: readonly number[],
  lineup: readonly Member[],
  open: readonly number[],
): number[] | null {
  const matching = new Matching([...open]);
  return places.every((place) => matching.add(lineup[place]!.accepts)) ? matching.slots() : null;
}
