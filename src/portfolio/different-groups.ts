import type { Clause, LineupTest, PickCount } from "../engine/model/lineup-test.ts";
import type { Picks, RuleData } from "../engine/model/model.ts";
import type { ContestBase } from "../shared/schema/contest.ts";
import { type Group, ofSide } from "./groups.ts";
import type { Range } from "./ranges.ts";
import { picksOf, type Selected } from "./selections.ts";

export const MOST_ALTERNATIVES = 20_000;
const MOST_SHARED = 40_000;

export interface GroupNumber {
  readonly groups: readonly Group[];
  readonly selected: Selected;
  readonly range: Range;
  readonly contest: ContestBase;
}

/**
 * The minimum number of groups as the solvers' rule `groupsMinimum`; null if a player is selected in only
 * some of the slots, which that rule cannot express.
 */
export function leastGroups({ groups, selected, range, contest }: GroupNumber): RuleData | null {
  const everySlot = 2 ** contest.slots.length - 1;
  if (selected.some((bits) => bits !== 0 && (bits & everySlot) !== everySlot)) return null;
  const groupOf = selected.map((bits, entry) =>
    bits === 0 ? -1 : groups.findIndex(({ own }) => own[entry] === 1),
  );
  return { kind: "groupsMinimum", groups: groupOf, minimum: range.least };
}

/**
 * The tests that a lineup's selected picks belong to a number of groups in `range`; null if they need too
 * many alternatives. Of two ways to test "at most 4 groups", the one with fewer alternatives is used: some
 * set of 4 groups contains all selected picks; or, if every lineup has 9 selected picks, there are at least 5
 * more picks than groups.
 */
export function groupNumberTests(
  { groups, selected, range, contest }: GroupNumber,
  picks: Picks,
): readonly LineupTest[] | null {
  const members = groups
    .map((group) => picksOf(picks, ofSide(selected, group)))
    .filter((own) => own.length > 0);
  const countOf = sharedCounts(members);
  const tests: LineupTest[] = [];
  if (range.least > 0) {
    const sets = setsAmong(members.length, range.least, MOST_SHARED);
    if (sets === null) return null;
    tests.push(anyOf(sets.map((set) => set.map((at) => countOf(at, 1)))));
  }
  if (range.most >= members.length) return tests;
  const sets = setsAmong(members.length, range.most, MOST_ALTERNATIVES);
  const fixed = picksOfLineup(selected, picks, contest);
  const repeats = fixed === null ? null : repeatsAmong(members.length, fixed - range.most);
  if (repeats !== null && repeats.length < (sets?.length ?? Number.POSITIVE_INFINITY))
    tests.push(anyOf(repeats.map((least) => [...least].map(([at, count]) => countOf(at, count)))));
  else if (sets === null) return null;
  else tests.push(anyOf(sets.map((set) => [noneOutside(members, set)])));
  return tests;
}

function anyOf(ways: readonly (readonly PickCount[])[]): LineupTest {
  return { when: null, alternatives: ways.map((counts): Clause => ({ counts, sums: [] })) };
}

/** Makes counts of a group's picks, the same object for the same arguments. */
function sharedCounts(members: readonly Int32Array[]): (group: number, least: number) => PickCount {
  const known = members.map(() => new Map<number, PickCount>());
  return (group, least) => {
    const count = known[group]!.get(least) ?? {
      picks: members[group]!,
      least,
      most: Number.POSITIVE_INFINITY,
    };
    known[group]!.set(least, count);
    return count;
  };
}

function noneOutside(members: readonly Int32Array[], set: readonly number[]): PickCount {
  const outside = members.flatMap((own, at) => (set.includes(at) ? [] : [...own]));
  return { picks: Int32Array.from(outside).sort(), least: 0, most: 0 };
}

/** The number of selected picks in every lineup; null if it is not the same in each. */
function picksOfLineup(
  selected: Selected,
  { entry, slots }: Picks,
  { slots: seats }: ContestBase,
): number | null {
  let sum = 0;
  for (const [slot, { count }] of seats.entries()) {
    const bit = 1 << slot;
    const own = [...entry.keys()].filter((pick) => (slots[pick]! & bit) !== 0);
    const among = own.filter((pick) => (selected[entry[pick]!]! & bit) !== 0).length;
    if (among === own.length) sum += count;
    else if (among > 0) return null;
  }
  return sum;
}

function setsAmong(count: number, size: number, most: number): number[][] | null {
  const sets: number[][] = [];
  const extend = (set: readonly number[], from: number): boolean => {
    if (set.length === size) sets.push([...set]);
    else
      for (let at = from; at <= count - (size - set.length); at += 1)
        if (!extend([...set, at], at + 1)) return false;
    return sets.length <= most;
  };
  return extend([], 0) ? sets : null;
}

/**
 * The ways in which picks can outnumber their groups by at least `more`. Each way maps groups to a minimum
 * number of picks. For `more` = 2: three picks of one group, or two picks of each of two groups. `count` is
 * the number of groups. Null if there are too many ways.
 */
function repeatsAmong(count: number, more: number): ReadonlyMap<number, number>[] | null {
  const ways: ReadonlyMap<number, number>[] = [];
  const extend = (way: ReadonlyMap<number, number>, from: number, left: number): boolean => {
    if (left <= 0) ways.push(way);
    else
      for (let at = from; at < count; at += 1)
        for (let own = 1; own <= left; own += 1)
          if (!extend(new Map([...way, [at, own + 1]]), at + 1, left - own)) return false;
    return ways.length <= MOST_SHARED;
  };
  return extend(new Map(), 0, more) ? ways : null;
}
