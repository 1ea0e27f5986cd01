import type { PickCount } from "../../../model/lineup-test.ts";
import type { GroupRule, Instance } from "../instance.ts";

/**
 * A limit on how many members of a set a lineup picks, such as at least three players of a team. The members
 * are options (candidates in roles); fixed picks are not counted. A trellis or its automaton enforces the
 * limit.
 */
export interface OptionCounter {
  /** Per option, 1 if it is a member; the last element is for no pick. */
  readonly member: Uint8Array;
  readonly options: Int32Array;
  /** The fewest members that a lineup picks; above 0 if `most` is Infinity. */
  readonly least: number;
  /** The most members that a lineup picks, at least 1; Infinity if there is no limit. */
  readonly most: number;
}

/** What a `PickCount` demands of the picks of a lineup that are not fixed. */
export type Reading =
  /** "never": no lineup is within the count's limits; "always": every lineup is. */
  | "never"
  | "always"
  /** No further pick may count: `out` has, per option, 1 if it counts and must not be picked. */
  | { readonly out: Uint8Array }
  | OptionCounter;

/**
 * Cached results of `readCount`, by the instance's `pick` array: instances that differ only in points share
 * it.
 */
const known = new WeakMap<Int32Array, WeakMap<PickCount, Reading>>();

/**
 * Translates a count to an instance's options. Caches the result by the count object, which many alternatives
 * of tests share.
 */
export function readCount(instance: Instance, count: PickCount): Reading {
  const readings = known.get(instance.pick) ?? new WeakMap<PickCount, Reading>();
  known.set(instance.pick, readings);
  const reading = readings.get(count) ?? readingOf(instance, count);
  readings.set(count, reading);
  return reading;
}

function readingOf(instance: Instance, { picks, least, most }: PickCount): Reading {
  const { fixed, noPick, option, openSeats } = instance;
  const counted = fixed.filter((own) => picks.includes(own)).length;
  const options = picks.map((own) => option[own]!).filter((own) => own !== -1);
  const members = options.length;
  const member = new Uint8Array(noPick + 1);
  for (const own of options) member[own] = 1;
  const atMost = Math.min(members, openSeats);
  const low = Math.max(0, Math.ceil(least) - counted);
  const high = Math.floor(most) - counted;
  if (low > atMost || high < 0 || low > high) return "never";
  if (high === 0) return { out: member };
  if (low === 0 && high >= atMost) return "always";
  return { member, options, least: low, most: high >= atMost ? Number.POSITIVE_INFINITY : high };
}

/**
 * A number system that combines the values of several option counters (how many members have been picked)
 * into one number, with one digit per option counter; `widths` are the bases of the digits.
 */
export interface Digits {
  readonly size: number;
  readonly widths: readonly number[];
}

export function digitsOf(optionCounters: readonly OptionCounter[]): Digits {
  const widths = optionCounters.map(
    ({ least, most }) => 1 + (most === Number.POSITIVE_INFINITY ? least : most),
  );
  return { size: widths.reduce((product, width) => product * width, 1), widths };
}

/**
 * The combined value (see `Digits`) after an option is picked at the value `from`; -1 if that exceeds a
 * option counter's maximum. Bit i of `mask` is 1 if option counter i counts the option.
 */
export function advanced(
  optionCounters: readonly OptionCounter[],
  { widths }: Digits,
  mask: number,
  from: number,
): number {
  let rest = from;
  let place = 1;
  let to = 0;
  for (const [index, { most }] of optionCounters.entries()) {
    const width = widths[index]!;
    let value = rest % width;
    rest = (rest - value) / width;
    if ((mask >> index) & 1) {
      if (value === width - 1 && most !== Number.POSITIVE_INFINITY) return -1;
      value = Math.min(width - 1, value + 1);
    }
    to += value * place;
    place *= width;
  }
  return to;
}

/**
 * Replaces a combined value (see `Digits`) by one that stands for all values with the same completions, so
 * that their states merge; -1 if a minimum is out of reach. `left[i]` is the number of later candidates that
 * option counter i may count.
 */
export function settled(
  optionCounters: readonly OptionCounter[],
  { widths }: Digits,
  left: readonly number[],
  from: number,
): number {
  let rest = from;
  let place = 1;
  let to = 0;
  for (const [index, { least, most }] of optionCounters.entries()) {
    const width = widths[index]!;
    const value = rest % width;
    rest = (rest - value) / width;
    const more = left[index]!;
    if (value + more < least) return -1;
    // If the maximum is out of reach, all values whose minimum is reached are equivalent.
    const isFree = most === Number.POSITIVE_INFINITY || value + more <= most;
    to += (isFree && value >= least ? Math.max(least, width - 1 - more) : value) * place;
    place *= width;
  }
  return to;
}

export interface Terms {
  readonly optionCounters: readonly OptionCounter[];
  /** Per option, 1 if it is excluded. */
  readonly out: Uint8Array;
  /** The least salary that a lineup must spend, without its fixed picks. */
  readonly leastSpent: number;
  /**
   * The tests by which branches were split: the index of each test, and the index of this branch's
   * alternative (`way`). A lineup belongs to the branch of the first alternative that it satisfies.
   */
  readonly owned: readonly { readonly test: number; readonly way: number }[];
  /** The indices of the tests whose counts are among the option counters. */
  readonly stated: ReadonlySet<number>;
  /** The group rules whose cuts (counts implied by a rule) became option counters, one element per cut. */
  readonly cuts: readonly GroupRule[];
  /** Whether partial lineups are checked against group rules while a trellis is searched. */
  readonly isGuarded: boolean;
}
