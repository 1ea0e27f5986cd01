import { UnsupportedModelError } from "../../../../shared/errors.ts";
import type { ChosenLineups } from "../../../model/chosen-lineups.ts";
import type { LineupTest } from "../../../model/lineup-test.ts";
import type { Model } from "../../../model/model.ts";
import { picksThatPass } from "../../../model/passed-shares.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import { seatCount } from "../../../roster.ts";
import type { Solution } from "../../contract.ts";
import type { Interrupt } from "../../interrupt.ts";
import { type PathEngine, takingTurns } from "../../paths/index.ts";
import type { OrderedStart } from "../../paths/ordered/branch-search.ts";
import type { LineupsInOrder } from "../../paths/ordered/lineups-in-order.ts";
import { failing } from "../failing.ts";
import type { Finder } from "./by-steps.ts";
import { tieBreak } from "./tie-break.ts";

/**
 * How many lineups with the same points are sorted at once; larger ties come in parts, each sorted by
 * `tieBreak`.
 */
const MOST_TIED = 20_000;

/**
 * Estimated factor by which the number of lineups to examine grows per unit of `unique`, up to `MOST_UNIQUE`;
 * a bad estimate only costs time.
 */
const READ_PER_UNIQUE = 4;
const MOST_UNIQUE = 5;

/** After this many refused lineups in a row, another solver is faster. */
const MOST_REFUSED = 400_000;

/** Reads legal lineups by descending points, and takes each one that can be added to the chosen ones. */
export class ByPaths implements Finder {
  readonly #plan: PortfolioPlan;
  readonly #engine: PathEngine;
  readonly #interrupt: Interrupt;
  readonly #order: ReturnType<typeof tieBreak>;
  readonly #start: OrderedStart;

  constructor(plan: PortfolioPlan, engine: PathEngine, interrupt: Interrupt, start: OrderedStart) {
    this.#plan = plan;
    this.#engine = engine;
    this.#interrupt = interrupt;
    this.#order = tieBreak(plan.model);
    this.#start = start;
  }

  next(model: Model, record: ChosenLineups): Promise<Solution | null> {
    const isFree = (picks: ArrayLike<number>) => record.hasRoomFor(picks);
    return takingTurns(this.#first(model, record.fullShares(), isFree, record), this.#interrupt);
  }

  async exists(record: ChosenLineups, shares: readonly number[], different: boolean): Promise<boolean> {
    const isFree = (picks: ArrayLike<number>) =>
      !(different && record.conflicts.hasConflict(picks)) &&
      record.sharesOf(picks).every((share) => !shares.includes(share));
    const apart = different ? record : null;
    return (
      (await takingTurns(this.#first(this.#plan.model, shares, isFree, apart), this.#interrupt)) !== null
    );
  }

  /**
   * Adds lineups, ordered by their points in the plan's model, until there are enough or none is left. After
   * each, calls `onLineup` with an upper bound on the points of this and all later ones.
   */
  *all(record: ChosenLineups, onLineup: (most: number) => void): Generator<void, void> {
    const { model, count, unique } = this.#plan;
    const reach = count * READ_PER_UNIQUE ** Math.max(0, Math.min(MOST_UNIQUE, unique) - 1);
    const ordered = this.#engine.inOrder(model, count, { ...this.#start, reach });
    if (ordered === null) return;
    try {
      yield* this.#take(ordered, record, onLineup);
    } finally {
      ordered.close();
    }
  }

  *#take(
    ordered: LineupsInOrder,
    record: ChosenLineups,
    onLineup: (most: number) => void,
  ): Generator<void, void> {
    const { count } = this.#plan;
    this.#closeShares(ordered, record.fullShares());
    this.#keepApart(ordered, record);
    let refused = 0;
    while (record.lineups.length < count) {
      const tie = yield* ordered.next(MOST_TIED);
      if (tie === null) return;
      for (const picks of this.#sorted(tie.lineups)) {
        if (record.lineups.length === count) return;
        refused += 1;
        if (!record.hasRoomFor(picks)) continue;
        refused = 0;
        this.#closeShares(ordered, record.add({ picks: Array.from(picks), points: this.#pointsOf(picks) }));
        if (this.#isDisjoint) ordered.bar(this.#allOf(picks));
        else if (this.#isFarApart) ordered.require([this.#farFrom(picks)]);
        onLineup(tie.points);
      }
      ordered.taken = record.lineups.length;
      throwIfTooMany(refused);
    }
  }

  /** Excludes lineups that overlap too much with chosen lineups or with those entered earlier. */
  #keepApart(ordered: LineupsInOrder, record: ChosenLineups): void {
    const { conflicts } = record;
    ordered.cutOff({
      from: conflicts.conflictSize,
      isUseless: (picks, length) => conflicts.overlapsTooMuch(picks, length),
    });
    if (!this.#isDisjoint) return;
    for (const picks of this.#plan.avoid) ordered.bar(this.#allOf(picks));
    for (const { picks } of record.lineups) ordered.bar(this.#allOf(picks));
  }

  /**
   * The points of a lineup, summed again: for lineups just below an upper limit on points, the search may
   * report more (see `OrderedStart.near`).
   */
  #pointsOf(picks: ArrayLike<number>): number {
    const { points } = this.#plan.model.picks;
    let sum = 0;
    for (let at = 0; at < picks.length; at += 1) sum += points[picks[at]!]!;
    return sum;
  }

  /** Whether no two lineups may have a player in common. */
  get #isDisjoint(): boolean {
    const { model, unique } = this.#plan;
    return unique >= seatCount(model.slots);
  }

  /** Whether any two lineups must differ in more players than they have in common. */
  get #isFarApart(): boolean {
    const { model, unique } = this.#plan;
    return 2 * unique > seatCount(model.slots);
  }

  /**
   * The test that a lineup has few enough players in common with this one, stated as a sum, not a count,
   * because the engine can put a price on a sum.
   */
  #farFrom(picks: ArrayLike<number>): LineupTest {
    const { model, unique } = this.#plan;
    const seats = seatCount(model.slots);
    const weights = new Float64Array(model.picks.entry.length);
    for (const pick of this.#allOf(picks)) weights[pick] = 1;
    const sums = [{ weights, least: Number.NEGATIVE_INFINITY, most: seats - unique }];
    return { when: null, alternatives: [{ counts: [], sums }] };
  }

  /** All picks of a lineup's players, in any role. */
  #allOf(picks: ArrayLike<number>): number[] {
    const { entry } = this.#plan.model.picks;
    const entries = new Set(Array.from(picks, (pick) => entry[pick]!));
    return [...entry.keys()].filter((pick) => entries.has(entry[pick]!));
  }

  #sorted(lineups: readonly Int32Array[]): readonly ArrayLike<number>[] {
    return lineups.length === 1 ? lineups : lineups.map((picks) => Array.from(picks)).sort(this.#order);
  }

  *#first(
    model: Model,
    full: readonly number[],
    isFree: (picks: ArrayLike<number>) => boolean,
    apart: ChosenLineups | null,
  ): Generator<void, Solution | null> {
    const ordered = this.#engine.inOrder(model, 1);
    if (ordered === null) return null;
    try {
      this.#closeShares(ordered, full);
      if (apart !== null) this.#keepApart(ordered, apart);
      for (let refused = 0; ; ) {
        const tie = yield* ordered.next(MOST_TIED);
        if (tie === null) return null;
        const [first] = tie.lineups
          .filter((picks) => isFree(picks))
          .map((picks) => Array.from(picks))
          .sort(this.#order);
        if (first !== undefined) return { picks: first, points: tie.points };
        refused += tie.lineups.length;
        throwIfTooMany(refused);
      }
    } finally {
      ordered.close();
    }
  }

  /** Excludes lineups that count toward full shares. */
  #closeShares(ordered: LineupsInOrder, shares: readonly number[]): void {
    for (const share of shares) {
      const full = this.#plan.shares[share]!;
      const picks = picksThatPass(full.tests);
      if (picks !== null) ordered.bar(picks);
      else ordered.require(failing(full));
    }
  }
}

function throwIfTooMany(refused: number): void {
  if (refused <= MOST_REFUSED) return;
  throw new UnsupportedModelError(
    "paths",
    `${MOST_REFUSED} lineups in a row overlap too much with chosen ones`,
    "Lower `unique`, or use another solver.",
  );
}
