import type { Instance } from "../instance.ts";
import type { Terms } from "./counters.ts";

/**
 * Whether a candidate may be picked in some role; `out` is 1 for options (candidates in roles) that are
 * excluded.
 */
function isFree({ roles, pick }: Instance, candidate: number, out: Uint8Array): boolean {
  for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
    if (pick[option] !== -1 && out[option] === 0) return true;
  return false;
}

/** Whether some required player is excluded in every role. */
export function lacksRequired(instance: Instance, out: Uint8Array): boolean {
  return instance.required.some((own, candidate) => own === 1 && !isFree(instance, candidate, out));
}

/**
 * The candidates that a lineup with at least `threshold` points may have: those whose bound in `most` reaches
 * it, and the required ones. A 1 in `out` excludes an option (a candidate in a role).
 */
export function candidatesAt(
  instance: Instance,
  { most, out, threshold }: Pick<Highest, "most"> & { readonly out: Uint8Array; readonly threshold: number },
): number[] {
  const found: number[] = [];
  for (let candidate = 0; candidate < instance.size; candidate += 1) {
    const isWithin = most[candidate]! >= threshold && isFree(instance, candidate, out);
    if (isWithin || instance.required[candidate] === 1) found.push(candidate);
  }
  return found;
}

/**
 * Upper bounds on points: of all lineups (`bound`), and per candidate, of the lineups with it (`most`). The
 * difference is the candidate's loss: every lineup with it is at least that far below `bound`.
 */
export interface Highest {
  readonly most: Float64Array;
  readonly bound: number;
}

/**
 * Upper bound on the points of a branch's lineups; -Infinity if too few candidates are left for them. `most`
 * has, per candidate, an upper bound on the points of lineups with it. `highest` has bounds from seats and a
 * price of salary alone, without any other rule, or is null.
 */
export function boundOf(
  instance: Instance,
  { optionCounters, out }: Terms,
  most: Float64Array,
  highest: Highest | null,
): number {
  const { roles, size } = instance;
  let bound = byFree(instance, out, highest);
  // With seats and a price of salary alone, full rosters are the bases of a valuated matroid. So the losses
  // of the candidates that a lineup must contain add up. Option counters that share candidates with earlier
  // ones do not count.
  let sum = highest === null ? Number.POSITIVE_INFINITY : highest.bound;
  const counted = new Uint8Array(size);
  for (const { options, least } of optionCounters) {
    if (least === 0) continue;
    const members = new Set<number>();
    for (const option of options) if (out[option] === 0) members.add(Math.floor(option / roles));
    const isApart = ![...members].some((candidate) => counted[candidate] === 1);
    if (members.size < least) return Number.NEGATIVE_INFINITY;
    bound = Math.min(bound, best(members, most, least)[least - 1]!);
    if (highest === null || !isApart) continue;
    for (const candidate of members) counted[candidate] = 1;
    for (const own of best(members, highest.most, least)) sum -= highest.bound - own;
  }
  return Math.min(bound, sum);
}

/**
 * The bound that follows from the candidates left to a branch: `highest.bound` less the losses (see
 * `Highest`) of the best of them, one per free seat. Infinity if `highest` is null; -Infinity if fewer
 * candidates are left than seats.
 */
function byFree(instance: Instance, out: Uint8Array, highest: Highest | null): number {
  if (highest === null) return Number.POSITIVE_INFINITY;
  const { size, openSeats } = instance;
  const free = Array.from({ length: size }, (_, candidate) => candidate).filter((candidate) =>
    isFree(instance, candidate, out),
  );
  if (free.length < openSeats) return Number.NEGATIVE_INFINITY;
  let bound = highest.bound;
  if (free.length < size) for (const own of best(free, highest.most, openSeats)) bound -= highest.bound - own;
  return bound;
}

/** The `count` highest values of some candidates, descending. */
function best(candidates: Iterable<number>, values: Float64Array, count: number): Float64Array {
  return Float64Array.from(candidates, (candidate) => -values[candidate]!)
    .sort()
    .subarray(0, count)
    .map((own) => -own);
}

/** The options that must not be picked. `newly` lists those that were barred during the search, in order. */
export class Barred {
  /** Per option, 1 if it is barred; the last element is for no pick. */
  readonly flags: Uint8Array;
  readonly newly: number[] = [];
  readonly #instance: Instance;

  /** `picks` are picks of the model that are barred from the start. */
  constructor(instance: Instance, picks: ReadonlySet<number>) {
    this.#instance = instance;
    this.flags = new Uint8Array(instance.noPick + 1);
    for (const option of this.#optionsOf(picks)) this.flags[option] = 1;
  }

  /** Bars picks of the model; returns the options that were not barred before. */
  add(picks: ReadonlySet<number>): readonly number[] {
    const added = this.#optionsOf(picks).filter((option) => this.flags[option] === 0);
    for (const option of added) this.flags[option] = 1;
    this.newly.push(...added);
    return added;
  }

  #optionsOf(picks: ReadonlySet<number>): number[] {
    const { pick } = this.#instance;
    return picks.size === 0 ? [] : [...pick.keys()].filter((option) => picks.has(pick[option]!));
  }
}
