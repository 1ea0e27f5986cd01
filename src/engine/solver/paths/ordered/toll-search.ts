import { LastMade } from "../../../../shared/collections.ts";
import { classify } from "../classes.ts";
import { type Instance, restrictTo } from "../instance.ts";
import { layOutLayers } from "../layers.ts";
import { throwIfTooLarge } from "../read-instance.ts";
import { relax } from "../relaxation.ts";
import { Scratch } from "../scratch.ts";
import { sideRules } from "../side-rules.ts";
import type { Trellis } from "../trellis.ts";
import { throwIfTooFine } from "../windows.ts";
import type { Tie } from "./branch-search.ts";
import type { EngineScratch } from "./engine-scratch.ts";
import { deeper, depthFor } from "./opening.ts";
import { tooLarge } from "./tracked-trellis.ts";

/**
 * A set of picks of the model. A lineup with at least `least` of them pays the set's toll (see `Toll`). No
 * pick is in two sets.
 */
export interface TollSet {
  readonly picks: Int32Array;
  readonly least: number;
}

/**
 * A set with its toll: the `amount` that a lineup pays once, in units of points; a negative amount is a
 * reward.
 */
export interface Toll extends TollSet {
  readonly amount: number;
}

/** Maximum number of states of a trellis. */
const MOST_STATES = 2_000_000;
/** How often the threshold is lowered before everything is searched. */
const MOST_ROUNDS = 24;
/**
 * The roles per candidate: the first costs nothing, and picking a candidate in the second pays the toll of
 * its set.
 */
const ROLES = 2;

export interface TollStart {
  readonly tolls: readonly Toll[];
  /** Picks of the model that no lineup may have. */
  readonly barred: readonly number[];
}

/** The sets of tolls, translated to an instance's candidates. */
interface Sets {
  readonly sets: readonly TollSet[];
  /** Per candidate, the index of its toll set; -1 if it is in none. */
  readonly setOf: Int32Array;
  /** Per toll set, how many of its picks are fixed. */
  readonly fixed: readonly number[];
}

/** A trellis of all candidates, which does not depend on the amounts of the tolls. */
interface TollLayout extends Sets {
  readonly trellis: Trellis;
  readonly scratch: Scratch;
}

/** The last layout made for each `pick` array; instances that differ only in points share that array. */
const layouts = new LastMade<Int32Array, TollLayout>();

/**
 * Enumerates lineups by descending points less tolls (see `Toll`). The trellis reads the candidates set by
 * set, so that a state counts the picks of one set only. The pick that reaches the set's `least` is made in a
 * second role, which costs the toll.
 */
export class TollSearch {
  /** The instance as given, with one role. */
  readonly #plain: Instance;
  /** The instance with a second role, which costs the toll. */
  readonly #instance: Instance;
  readonly #engineScratch: EngineScratch;
  readonly #layout: TollLayout;
  readonly #count: number;
  readonly #rules: ReturnType<typeof sideRules>;
  /** How many of the lineups yielded so far the caller has accepted; the caller sets this. */
  taken = 0;

  /** @throws UnsupportedModelError if the trellis or its tables would be too large */
  constructor(instance: Instance, engineScratch: EngineScratch, count: number, { tolls, barred }: TollStart) {
    throwIfTooFine(instance);
    this.#engineScratch = engineScratch;
    this.#count = count;
    const parts = tolls.flatMap(({ picks, least }) => [picks, least]);
    this.#layout = layouts.of(instance.pick, parts, () => layoutOf(instance, tolls, engineScratch));
    this.#plain = instance;
    this.#instance = tolled(instance, tolls, this.#layout, new Set(barred));
    this.#rules = sideRules(instance);
  }

  /**
   * Yields lineups by descending points less tolls; a lineup may be yielded again. Yields undefined where it
   * pauses without lineups.
   */
  *ties(): Generator<Tie | undefined, void> {
    const instance = this.#instance;
    const { trellis, scratch } = this.#layout;
    if (trellis.start === -1) return;
    const relaxed = relax(instance, trellis, scratch);
    if (relaxed === null) return;
    const slack = relaxed.slack.slice(0, instance.size);
    const { bound } = relaxed;
    const price = { price: relaxed.price, grid: relaxed.grid, roomy: relaxed.roomy };
    const least = -instance.mostPoints * instance.openSeats;
    let depth = depthFor(slack.slice(), instance, this.#count);
    let ceiling = Number.POSITIVE_INFINITY;
    let first = Number.NEGATIVE_INFINITY;
    const descent = this.#engineScratch.take();
    try {
      for (let round = 0; ; round += 1) {
        const threshold = round > MOST_ROUNDS ? least : Math.max(least, Math.floor(bound - depth));
        const near = Array.from(trellis.candidates).filter((own) => slack[own]! <= bound - threshold);
        const few = layOutTolls(
          this.#plain,
          instance,
          this.#layout,
          near,
          this.#engineScratch,
          descent.scratch,
          "few",
        );
        const relaxation = few.start === -1 ? null : relax(instance, few, descent.scratch, price);
        if (relaxation !== null && relaxation.bound >= threshold) {
          const ground = {
            ...{ instance, trellis: few, relaxation, threshold, leastSpent: 0 },
            ...{ out: new Uint8Array(instance.noPick + 1), isUseless: undefined, inAll: null },
            ...{ guard: undefined },
          };
          descent.begin(ground, this.#count, 4 * this.#count + this.#engineScratch.limits.room);
          for (;;) {
            const progress = descent.next(ceiling);
            if (progress === "over") break;
            if (progress === "paused") yield undefined;
            if (progress === "paused" || progress === "restarted") continue;
            // No pick is barred during the search.
            if (progress !== "met") break;
            const { walk } = descent;
            const picks = this.#picksOf(walk.lineup, walk.length);
            if (picks === null) continue;
            first = Math.max(first, walk.points);
            yield { points: walk.points + instance.fixedPoints, lineups: [picks] };
          }
        }
        if (threshold === least) return;
        ceiling = Math.min(ceiling, threshold);
        depth = deeper({
          depth: bound - threshold,
          bound,
          first,
          taken: this.taken,
          count: this.#count,
          isInVain: false,
        });
      }
    } finally {
      this.#engineScratch.giveBack(descent);
    }
  }

  /** A lineup's picks of the model, ascending; null if the lineup is not legal. */
  #picksOf(options: Int32Array, length: number): Int32Array | null {
    const { fixed, pick, model } = this.#instance;
    const picks = new Int32Array(fixed.length + length);
    picks.set(fixed);
    for (let at = 0; at < length; at += 1) picks[fixed.length + at] = pick[options[at]!]!;
    picks.sort();
    if (this.#rules.idle) return picks;
    return this.#rules.judge(picks.map((own) => model.picks.entry[own]!)) === null ? picks : null;
  }
}

/**
 * Returns the instance with two roles for each candidate in a toll's set: one with the candidate's points,
 * and one with the toll subtracted from them. Barred picks get so few points that lineups with them come
 * last.
 */
function tolled(
  instance: Instance,
  tolls: readonly Toll[],
  { setOf, fixed }: Sets,
  barred: ReadonlySet<number>,
): Instance {
  const { size, pick, slots, points, salary, openSeats, fixedPoints } = instance;
  const noPick = size * ROLES;
  const most = tolls.reduce((so, { amount }) => Math.max(so, Math.abs(amount)), 0) + instance.mostPoints;
  const none = -2 * most * Math.max(1, openSeats);
  throwIfTooLarge(barred.size > 0 ? -none : most, openSeats);
  const own = {
    pick: new Int32Array(noPick + 1).fill(-1),
    slots: new Int32Array(noPick + 1),
    points: new Float64Array(noPick + 1),
    salary: new Float64Array(noPick + 1),
  };
  for (let candidate = 0; candidate < size; candidate += 1) {
    const toll = tolls[setOf[candidate]!];
    for (let role = 0; role < (toll === undefined ? 1 : ROLES); role += 1) {
      const option = candidate * ROLES + role;
      own.pick[option] = pick[candidate]!;
      own.slots[option] = slots[candidate]!;
      own.salary[option] = salary[candidate]!;
      own.points[option] = barred.has(pick[candidate]!)
        ? none
        : points[candidate]! - (role === 0 ? 0 : toll!.amount);
    }
  }
  // If the fixed picks alone reach a toll, all lineups pay it.
  const paid = tolls.reduce((so, { amount, least }, at) => so + (fixed[at]! >= least ? amount : 0), 0);
  return {
    ...{ ...instance, ...own, roles: ROLES, noPick, fixedPoints: fixedPoints - paid },
    mostPoints: barred.size > 0 ? -none : most,
  };
}

/** Builds the trellis of all candidates, ordered by their toll sets. */
function layoutOf(instance: Instance, tolls: readonly TollSet[], engineScratch: EngineScratch): TollLayout {
  const { size, option, fixed } = instance;
  const setOf = new Int32Array(size).fill(-1);
  for (const [at, { picks }] of tolls.entries())
    for (const own of picks) if (option[own] !== -1) setOf[option[own]!] = at;
  const sets: Sets = {
    sets: tolls.map(({ picks, least }) => ({ picks, least })),
    setOf,
    fixed: tolls.map(({ picks }) => fixed.filter((own) => picks.includes(own)).length),
  };
  const scratch = new Scratch();
  const all = [...setOf.keys()].sort((a, b) => setOf[a]! - setOf[b]! || a - b);
  const twice = tolled(
    instance,
    tolls.map((own) => ({ ...own, amount: 0 })),
    sets,
    new Set(),
  );
  return {
    ...sets,
    scratch,
    trellis: layOutTolls(instance, twice, sets, all, engineScratch, scratch, "all"),
  };
}

/**
 * Builds the trellis of the candidates `ordered`, which are sorted by toll set. `plain` is the instance with
 * one role, `instance` the same with two.
 */
function layOutTolls(
  plain: Instance,
  instance: Instance,
  { sets, setOf, fixed }: Sets,
  ordered: readonly number[],
  { automata }: Pick<EngineScratch, "automata">,
  scratch: Scratch,
  name: string,
): Trellis {
  const { classOf, ...classified } = classify(restrictTo(plain, ordered));
  const seating = automata.seating({ classOf, ...classified });
  if (seating === null) throw tooLarge();
  const { start, states, take, open } = seating;
  const classes = classified.shape.classes.length;
  const width = 1 + sets.reduce((most, { least }) => Math.max(most, least), 0);
  const setAt = (at: number) => (at < ordered.length ? setOf[ordered[at]!]! : -1);
  const hadAt = (at: number) => {
    const set = setAt(at);
    return set === -1 ? 0 : Math.min(sets[set]!.least, fixed[set]!);
  };
  let [own, least, following, isLast, isEnd] = [-1, 0, 0, false, false];
  const after = (seat: number, had: number) =>
    seat === -1 || (isEnd && open[seat] !== 0) ? -1 : seat * width + (isLast ? following : had);
  const reading = {
    instance,
    ordered,
    size: states * width,
    start: start === -1 || (ordered.length === 0 && open[start] !== 0) ? -1 : start * width + hadAt(0),
    turnTo(at: number) {
      own = classOf[at]!;
      least = sets[setAt(at)]?.least ?? 0;
      isEnd = at + 1 === ordered.length;
      isLast = isEnd || setAt(at + 1) !== setAt(at);
      following = isEnd ? 0 : hadAt(at + 1);
    },
    leave: (state: number) => after(Math.floor(state / width), state % width),
    pick(state: number, role: number) {
      const had = state % width;
      // Only the pick that reaches the toll's count is made in the second role.
      if ((had === least - 1) !== (role === 1)) return -1;
      return after(take[Math.floor(state / width) * classes + own]!, Math.min(least, had + 1));
    },
  };
  const trellis = layOutLayers(reading, { most: MOST_STATES, merges: true }, scratch, name);
  if (trellis === null) throw tooLarge();
  return trellis;
}
