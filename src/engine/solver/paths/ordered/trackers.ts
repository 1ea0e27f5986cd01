import type { PickCount, PickSum } from "../../../model/lineup-test.ts";
import type { GroupRule, Instance } from "../instance.ts";

/** A count that a trellis keeps: the number of picked options of a set, apart from fixed picks. */
export interface Tracker {
  /** One element per option and for `nobody`: 1 for members. */
  readonly member: Uint8Array;
  /** The options that are members. */
  readonly options: Int32Array;
  /** The fewest members in a lineup; above 0 unless `most` is finite. */
  readonly least: number;
  /** The most members in a lineup, at least 1; Infinity if there is no limit. */
  readonly most: number;
}

/** The meaning of a count for an instance. */
export type Reading =
  /** The count can never hold, or it always holds. */
  | "never"
  | "always"
  /** None of the members may be picked. */
  | { readonly out: Uint8Array }
  | Tracker;

/** Cached results, per array of picks; instances that differ only in points share these arrays. */
const known = new WeakMap<Int32Array, WeakMap<PickCount, Reading>>();

/** Reads a count, only once per object: equal counts of many alternatives are often one object. */
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

/** The values of several trackers as one number: each tracker is a digit from 0 to its `width - 1`. */
export interface Digits {
  /** The number of combined values. */
  readonly size: number;
  readonly widths: readonly number[];
}

export function digitsOf(trackers: readonly Tracker[]): Digits {
  const widths = trackers.map(({ least, most }) => 1 + (most === Number.POSITIVE_INFINITY ? least : most));
  return { size: widths.reduce((product, width) => product * width, 1), widths };
}

/** The combined value after an option that the trackers in `mask` count; -1 above a maximum. */
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
 * The combined value that stands for all values with the same completions; -1 if a minimum is out of reach. `left`:
 * how many members of each tracker are still to come.
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

/** The requirements on a branch's lineups, in addition to the roster. */
export interface Terms {
  readonly trackers: readonly Tracker[];
  /** The trackers by which a test was divided into branches. */
  readonly split: ReadonlySet<Tracker>;
  /** Per option, 1 if it is excluded. */
  readonly out: Uint8Array;
  /** The least salary to spend, without fixed picks. */
  readonly leastSpent: number;
  /** Sums of the chosen alternative of a test. */
  readonly sums: readonly PickSum[];
  /**
   * Tests that were divided by alternatives, and the alternative of this branch. A lineup belongs to the
   * branch of the first alternative that it satisfies.
   */
  readonly owned: readonly { readonly test: number; readonly way: number }[];
  /** Tests whose counts the terms already contain. */
  readonly stated: ReadonlySet<number>;
  /**
   * The rules whose cuts became trackers, and whether partial lineups are checked against the other group
   * rules.
   */
  readonly cuts: readonly GroupRule[];
  readonly isGuarded: boolean;
}
