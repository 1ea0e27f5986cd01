import type { Problem } from "../../contests/problem/problem.ts";
import { allowedSlots, type Model } from "../../engine/model/model.ts";
import { memoized } from "../../shared/collections.ts";
import { Matching } from "../../shared/matching.ts";
import { slotsOfSeats } from "../../shared/roster.ts";
import { type Reseat, sharedSeats } from "./seat-solutions.ts";

interface Member {
  readonly accepts: number;
  readonly start: number;
}

const MOST_LINEUPS = 10_000;

/**
 * Seats the latest starters in the most flexible slots, so that a late swap has the most replacements. The
 * most flexible slot chooses first, among the players who leave a seat for everyone else; of equal starts,
 * the one whom the fewest flexible slots accept. Locked players keep their slots. `startsOf` has ISO 8601
 * times by GUID; without a time, a player counts as the first to start.
 */
export function lateSeatingOf(
  { contest, entries }: Pick<Problem, "contest" | "entries">,
  model: Model,
  startsOf: ReadonlyMap<string, string>,
): Reseat {
  const { picks, slots, rules } = model;
  const flexible = flexibleSlots(contest, model);
  const starts = entries.map(({ uuid }) => Date.parse(startsOf.get(uuid) ?? "") || Number.NEGATIVE_INFINITY);
  if (flexible.length === 0 || new Set(starts).size < 2) return (lineup) => lineup;
  const left = allowedSlots(rules);
  const roles = Math.max(...slots.map(({ role }) => role)) + 1;
  const members: Member[] = [];
  const numbers = new Map<string, number>();
  const kinds = new Int32Array(starts.length * roles);
  for (const [pick, entry] of picks.entry.entries()) {
    const member = { accepts: picks.slots[pick]! & (left.get(entry) ?? -1), start: starts[entry]! };
    const key = `${member.accepts} ${member.start}`;
    const kind = numbers.get(key) ?? members.push(member) - 1;
    numbers.set(key, kind);
    kinds[entry * roles + picks.role[pick]!] = kind;
  }
  const counts = slots.map(({ count }) => count);
  const placesOf = memoized(
    (lineup: string) =>
      placed(
        lineup.split(",").map((kind) => members[Number(kind)]!),
        flexible,
        counts,
      ),
    MOST_LINEUPS,
  );
  const seats = slotsOfSeats(slots);
  const seatOf = sharedSeats(model);
  return (lineup) => {
    const places = placesOf(
      lineup.map(({ entry, slot }) => kinds[entry * roles + slots[slot]!.role]!).join(),
    );
    return places.map((place, seat) => seatOf(lineup[place]!.entry, seats[seat]!));
  };
}

function placed(lineup: readonly Member[], flexible: readonly number[], counts: readonly number[]): number[] {
  const open = [...counts];
  let left = [...lineup.keys()];
  const taken = new Array<number>(lineup.length);
  const choices = (place: number) => flexible.filter((slot) => (lineup[place]!.accepts >> slot) & 1).length;
  for (const slot of flexible) {
    const latest = left
      .filter((place) => (lineup[place]!.accepts >> slot) & 1)
      .sort((a, b) => lineup[b]!.start - lineup[a]!.start || choices(a) - choices(b));
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

/** Slots that accept all positions of another slot of their role, and more; the most flexible first. */
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

function slotsFor(
  places: readonly number[],
  lineup: readonly Member[],
  open: readonly number[],
): number[] | null {
  const matching = new Matching([...open]);
  return places.every((place) => matching.add(lineup[place]!.accepts)) ? matching.slots() : null;
}
