import type { PickCount, PickSum } from "../../../model/lineup-test.ts";
import type { GroupRule, Instance } from "../instance.ts";

/** A count that a trellis keeps: so many options of a set are picked, fixed picks aside. */
export interface Tracker {
  /** One element per option and for `nobody`: 1 for members. */
  readonly member: Uint8Array;
  /** The members. */
  readonly options: Int32Array;
  /** Above 0, or `most` is finite. */
  readonly least: number;
  /** At least 1; Infinity where there is no limit. */
  readonly most: number;
}

/** What a count says of the options of an instance. */
export type Reading =
  /** It can never hold, or it always does. */
  | "never"
  | "always"
  /** None of the members may be picked. */
  | { readonly out: Uint8Array }
  | Tracker;

/** Per array of an instance's picks, which instances share if they differ only in points, what counts say. */
const known = new WeakMap<Int32Array, WeakMap<PickCount, Reading>>();

/** Equal counts of many alternatives are often one object; they get the same reading. */
export function readCount(instance: Instance, count: PickCount): Reading {
  const readings = known.get(instance.pick) ?? new WeakMap<PickCount, Reading>();
  known.set(instance.pick, readings);
  const reading = readings.get(count) ?? readingOf(instance, count);
  readings.set(count, reading);
  return reading;
}

function readingOf(instance: Instance, { picks, least, most }: PickCount): Reading {
  const { fixed, nobody, option, openSeats } = instance;
  const counted = fixed.filter((own) => picks.includes(own)).length;
  const options = picks.map((own) => option[own]!).filter((own) => own !== -1);
  const members = options.length;
  const member = new Uint8Array(nobody + 1);
  for (const own of options) member[own] = 1;
  const atMost = Math.min(members, openSeats);
  const low = Math.max(0, Math.ceil(least) - counted);
  const high = Math.floor(most) - counted;
  if (low > atMost || high < 0 || low > high) return "never";
  if (high === 0) return { out: member };
  if (low === 0 && high >= atMost) return "always";
  return { member, options, least: low, most: high >= atMost ? Number.POSITIVE_INFINITY : high };
}

/** How far trackers are, as one number: each counts from 0 to its `width - 1` in a digit of its own. */
export interface Digits {
  /** How many numbers there are. */
  readonly size: number;
  readonly widths: readonly number[];
}

export function digitsOf(trackers: readonly Tracker[]): Digits {
  const widths = trackers.map(({ least, most }) => 1 + (most === Number.POSITIVE_INFINITY ? least : most));
  return { size: widths.reduce((product, width) => product * width, 1), widths };
}

/** The number after picking an option that is a member of the trackers in `mask`; -1 where one of them allows no more. */
export function advanced(
  trackers: readonly Tracker[],
  { widths }: Digits,
  mask: number,
  from: number,
): number {
  let rest = from;
  let place = 1;
  let to = 0;
  for (const [index, { most }] of trackers.entries()) {
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
 * One number for all from which the same may still come when so many members of each tracker are left to be read;
 * -1 where a least number is out of reach.
 */
export function settled(
  trackers: readonly Tracker[],
  { widths }: Digits,
  left: readonly number[],
  from: number,
): number {
  let rest = from;
  let place = 1;
  let to = 0;
  for (const [index, { least, most }] of trackers.entries()) {
    const width = widths[index]!;
    const value = rest % width;
    rest = (rest - value) / width;
    const more = left[index]!;
    if (value + more < least) return -1;
    // Whatever follows, the limit above is kept: all that is known to be enough is one.
    const isFree = most === Number.POSITIVE_INFINITY || value + more <= most;
    to += (isFree && value >= least ? Math.max(least, width - 1 - more) : value) * place;
    place *= width;
  }
  return to;
}

/** What is asked of the lineups of a branch beside the roster. */
export interface Terms {
  readonly trackers: readonly Tracker[];
  /** Those of the trackers by which a test was split. */
  readonly split: ReadonlySet<Tracker>;
  /** Per option, 1 where it is not picked. */
  readonly out: Uint8Array;
  /** What is spent at least beside fixed picks. */
  readonly leastSpent: number;
  /** Sums of a way in which a test holds. */
  readonly sums: readonly PickSum[];
  /** Tests that were split by way: lineups of which another way than this is the first belong elsewhere. */
  readonly owned: readonly { readonly test: number; readonly way: number }[];
  /** Tests of which the terms say all they can. */
  readonly stated: ReadonlySet<number>;
  /** The rules of cuts that became trackers; and whether walks are guarded from what the others refuse. */
  readonly cuts: readonly GroupRule[];
  readonly isGuarded: boolean;
}
