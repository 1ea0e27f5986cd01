import { LastMade } from "../../../../shared/collections.ts";
import { classify } from "../classes.ts";
import { type Instance, restrictTo } from "../instance.ts";
import { throwIfTooLarge } from "../read-instance.ts";
import { relax } from "../relaxation.ts";
import { throwIfTooFine } from "../resource-windows.ts";
import { Scratch } from "../scratch.ts";
import { sideRules } from "../side-rules.ts";
import { buildTrellis, type Trellis } from "../trellis.ts";
import type { Tie } from "./branch-search.ts";
import { tooLarge } from "./counting-diagram.ts";
import { deeper, depthFor, MOST_ROUNDS } from "./opening.ts";
import type { EngineScratch } from "./refined-search.ts";

/**
 * A set of picks of the model. A lineup with at least `least` of them pays the set's fixed charge (see
 * `FixedCharge`). No pick is in two sets.
 */
export interface ChargeSet {
  readonly picks: Int32Array;
  readonly least: number;
}

/**
 * A set with its fixed charge: the `amount` that a lineup pays once, in units of points; a negative amount is
 * a reward.
 */
export interface FixedCharge extends ChargeSet {
  readonly amount: number;
}

/**
 * The roles per candidate: the first costs nothing, and picking a candidate in the second pays the fixed
 * charge of its set.
 */
const ROLES = 2;

export interface ChargeStart {
  readonly charges: readonly FixedCharge[];
  readonly barred: readonly number[];
}

interface Sets {
  readonly sets: readonly ChargeSet[];
  /** Per candidate, the index of its charge set; -1 if it is in none. */
  readonly setOf: Int32Array;
  /** Per charge set, how many of its picks are fixed. */
  readonly fixed: readonly number[];
}

/** A trellis of all candidates, which does not depend on the amounts of the fixed charges. */
interface ChargeLayout extends Sets {
  readonly trellis: Trellis;
  readonly scratch: Scratch;
}

/** The last layout made for each `pick` array; instances that differ only in points share that array. */
const layouts = new LastMade<Int32Array, ChargeLayout>();

/**
 * Enumerates lineups by descending points less fixed charges (see `FixedCharge`). The trellis reads the
 * candidates set by set, so that a state counts the picks of one set only. The pick that reaches the set's
 * `least` is made in a second role, which costs the fixed charge.
 */
export class FixedChargeSearch {
  readonly #plain: Instance;
  /** The instance with a second role, which costs the fixed charge. */
  readonly #instance: Instance;
  readonly #engineScratch: EngineScratch;
  readonly #layout: ChargeLayout;
  readonly #count: number;
  readonly #rules: ReturnType<typeof sideRules>;
  /** How many of the lineups yielded so far the caller has accepted; the caller sets this. */
  taken = 0;

  /** @throws UnsupportedModelError if the trellis or its tables would be too large */
  constructor(
    instance: Instance,
    engineScratch: EngineScratch,
    count: number,
    { charges, barred }: ChargeStart,
  ) {
    throwIfTooFine(instance);
    this.#engineScratch = engineScratch;
    this.#count = count;
    const parts = charges.flatMap(({ picks, least }) => [picks, least]);
    this.#layout = layouts.of(instance.pick, parts, () => layoutOf(instance, charges, engineScratch));
    this.#plain = instance;
    this.#instance = charged(instance, charges, this.#layout, new Set(barred));
    this.#rules = sideRules(instance);
  }

  /**
   * Yields lineups by descending points less fixed charges; a lineup may be yielded again. Yields undefined
   * where it pauses without lineups.
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
    const search = this.#engineScratch.take();
    try {
      for (let round = 0; ; round += 1) {
        const threshold = round > MOST_ROUNDS ? least : Math.max(least, Math.floor(bound - depth));
        const near = Array.from(trellis.candidates).filter((own) => slack[own]! <= bound - threshold);
        const few = layOutCharges(
          this.#plain,
          instance,
          this.#layout,
          near,
          this.#engineScratch,
          search.scratch,
          "few",
        );
        const relaxation = few.start === -1 ? null : relax(instance, few, search.scratch, price);
        if (relaxation !== null && relaxation.bound >= threshold) {
          const ground = {
            ...{ instance, trellis: few, relaxation, threshold, leastSpent: 0 },
            ...{ out: new Uint8Array(instance.noPick + 1), isUseless: undefined },
            ...{ guard: undefined },
          };
          search.begin(ground, this.#count);
          for (;;) {
            const progress = search.next(ceiling);
            if (progress === "over") break;
            if (progress === "paused") yield undefined;
            if (progress === "paused" || progress === "restarted") continue;
            // No pick is barred during the search.
            if (progress !== "met") break;
            const { aStar } = search;
            const picks = this.#picksOf(aStar.lineup, aStar.length);
            if (picks === null) continue;
            first = Math.max(first, aStar.points);
            yield { points: aStar.points + instance.fixedPoints, lineups: [picks] };
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
      this.#engineScratch.giveBack(search);
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
 * Returns the instance with two roles for each candidate in a fixed charge's set: one with the candidate's
 * points, and one with the fixed charge subtracted from them. Barred picks get so few points that lineups
 * with them come last.
 */
function charged(
  instance: Instance,
  charges: readonly FixedCharge[],
  { setOf, fixed }: Sets,
  barred: ReadonlySet<number>,
): Instance {
  const { size, pick, slots, points, salary, openSeats, fixedPoints } = instance;
  const noPick = size * ROLES;
  const most = charges.reduce((so, { amount }) => Math.max(so, Math.abs(amount)), 0) + instance.mostPoints;
  const none = -2 * most * Math.max(1, openSeats);
  throwIfTooLarge(barred.size > 0 ? -none : most, openSeats);
  const own = {
    pick: new Int32Array(noPick + 1).fill(-1),
    slots: new Int32Array(noPick + 1),
    points: new Float64Array(noPick + 1),
    salary: new Float64Array(noPick + 1),
  };
  for (let candidate = 0; candidate < size; candidate += 1) {
    const charge = charges[setOf[candidate]!];
    for (let role = 0; role < (charge === undefined ? 1 : ROLES); role += 1) {
      const option = candidate * ROLES + role;
      own.pick[option] = pick[candidate]!;
      own.slots[option] = slots[candidate]!;
      own.salary[option] = salary[candidate]!;
      own.points[option] = barred.has(pick[candidate]!)
        ? none
        : points[candidate]! - (role === 0 ? 0 : charge!.amount);
    }
  }
  // If the fixed picks alone reach a fixed charge, all lineups pay it.
  const paid = charges.reduce((so, { amount, least }, at) => so + (fixed[at]! >= least ? amount : 0), 0);
  return {
    ...{ ...instance, ...own, roles: ROLES, noPick, fixedPoints: fixedPoints - paid },
    mostPoints: barred.size > 0 ? -none : most,
  };
}

function layoutOf(
  instance: Instance,
  charges: readonly ChargeSet[],
  engineScratch: EngineScratch,
): ChargeLayout {
  const { size, option, fixed } = instance;
  const setOf = new Int32Array(size).fill(-1);
  for (const [at, { picks }] of charges.entries())
    for (const own of picks) if (option[own] !== -1) setOf[option[own]!] = at;
  const sets: Sets = {
    sets: charges.map(({ picks, least }) => ({ picks, least })),
    setOf,
    fixed: charges.map(({ picks }) => fixed.filter((own) => picks.includes(own)).length),
  };
  const scratch = new Scratch();
  const all = [...setOf.keys()].sort((a, b) => setOf[a]! - setOf[b]! || a - b);
  const twice = charged(
    instance,
    charges.map((own) => ({ ...own, amount: 0 })),
    sets,
    new Set(),
  );
  return {
    ...sets,
    scratch,
    trellis: layOutCharges(instance, twice, sets, all, engineScratch, scratch, "all"),
  };
}

/**
 * Builds the trellis of the candidates `ordered`, which are sorted by charge set. `plain` is the instance
 * with one role, `instance` the same with two.
 */
function layOutCharges(
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
      // Only the pick that reaches the fixed charge's count is made in the second role.
      if ((had === least - 1) !== (role === 1)) return -1;
      return after(take[Math.floor(state / width) * classes + own]!, Math.min(least, had + 1));
    },
  };
  const trellis = buildTrellis(reading, true, scratch, name);
  if (trellis === null) throw tooLarge();
  return trellis;
}
