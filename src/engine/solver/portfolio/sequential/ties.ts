import { UnsupportedModelError } from "../../../../shared/errors.ts";
import { seatCount } from "../../../../shared/roster.ts";
import { type ChosenLineups, picksThatPass } from "../../../model/chosen-lineups.ts";
import { countedOf } from "../../../model/lineup-conflicts.ts";
import type { LineupTest } from "../../../model/lineup-test.ts";
import { isOncePerLineup, type Model } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { Solution } from "../../contract.ts";
import type { Interrupt } from "../../interrupt.ts";
import { type PathEngine, takingTurns } from "../../paths/index.ts";
import type { LineupsInOrder } from "../../paths/ordered/lineups-in-order.ts";
import { type LineupSource, streamOf } from "../lineup-stream.ts";
import { failing, ruleOf } from "../tests-as-rules.ts";

/** Larger ties come in parts, each sorted by `tieBreak`. */
export const MOST_TIED = 20_000;

/** After this many refused lineups in a row, another solver is faster. */
const MOST_REFUSED = 400_000;

/** What a further lineup must avoid. */
export interface Limits {
  /** Indices of full shares, whose tests it must not pass. */
  readonly shares: readonly number[];
  /** Whether it must not conflict with the chosen lineups. */
  readonly different: boolean;
}

/**
 * Yields a model's lineups by descending points, those with the same points together. Excludes lineups that
 * the limits forbid only as far as it can.
 */
type Ties = (
  model: Model,
  limits: Limits,
  record: ChosenLineups,
) => AsyncGenerator<readonly Solution[], void>;

export function tiesByPaths(plan: PortfolioPlan, engine: PathEngine, interrupt: Interrupt): Ties {
  return async function* (model, limits, record) {
    const ordered = engine.inOrder(model, 1);
    if (ordered === null) return;
    try {
      const gate = new Gate(plan, ordered);
      gate.closeShares(limits.shares);
      if (limits.different) gate.keepApart(record);
      for (;;) {
        const tie = await takingTurns(ordered.next(MOST_TIED), interrupt);
        if (tie === null) return;
        yield tie.lineups.map((picks) => ({ picks: Array.from(picks), points: tie.points }));
      }
    } finally {
      ordered.close();
    }
  };
}

/** Ties from a solver that finds the best lineups of a model, which gets rules for the limits. */
export function tiesBySteps(plan: PortfolioPlan, best: LineupSource): Ties {
  const stream = streamOf(best);
  return async function* (model, { shares, different }, { lineups }) {
    const apart = different ? [...plan.avoid, ...lineups.map(({ picks }) => picks)] : [];
    let tie: Solution[] = [];
    // Two at first, to see whether the best is tied.
    for await (const found of stream(withExclusions(plan, model, { shares, apart }), 2, []))
      for (const one of found) {
        if (tie.length > 0 && one.points < tie[0]!.points) {
          yield tie;
          tie = [];
        }
        tie.push(one);
      }
    if (tie.length > 0) yield tie;
  };
}

/** The best lineup within the limits, ties by `tieBreak`; null if there is none. */
export async function firstWithin(
  ties: Ties,
  model: Model,
  limits: Limits,
  record: ChosenLineups,
): Promise<Solution | null> {
  const precedes = tieBreak(model);
  const isFree = ({ picks }: Solution) =>
    !(limits.different && record.conflicts.hasConflict(picks)) &&
    !(limits.shares.length > 0 && record.sharesOf(picks).some((share) => limits.shares.includes(share)));
  let refused = 0;
  for await (const tie of ties(model, limits, record)) {
    const [first] = tie.filter(isFree).sort((a, b) => precedes(a.picks, b.picks));
    if (first !== undefined) return first;
    refused += tie.length;
    throwIfTooMany(refused);
  }
  return null;
}

export function throwIfTooMany(refused: number): void {
  if (refused <= MOST_REFUSED) return;
  throw new UnsupportedModelError(
    "paths",
    `${MOST_REFUSED} lineups in a row overlap too much with chosen ones`,
    "Lower `unique`, or use another solver.",
  );
}

export class Gate {
  readonly #plan: PortfolioPlan;
  readonly #ordered: LineupsInOrder;
  readonly #seats: number;

  constructor(plan: PortfolioPlan, ordered: LineupsInOrder) {
    this.#plan = plan;
    this.#ordered = ordered;
    this.#seats = seatCount(plan.model.slots);
  }

  closeShares(shares: readonly number[]): void {
    for (const share of shares) {
      const full = this.#plan.shares[share]!;
      const picks = picksThatPass(full.tests);
      if (picks !== null) this.#ordered.bar(picks);
      else this.#ordered.require(failing(full));
    }
  }

  /** Excludes lineups that overlap too much with chosen lineups or with those entered earlier. */
  keepApart({ conflicts, lineups }: ChosenLineups): void {
    this.#ordered.cutOff({
      from: conflicts.conflictSize,
      isUseless: (picks, length) => conflicts.overlapsTooMuch(picks, length),
    });
    for (const picks of this.#plan.avoid) this.#bar(picks);
    for (const { picks } of lineups) this.#bar(picks);
  }

  /** Excludes lineups that overlap too much with a lineup chosen during the search. */
  keepApartFrom(picks: ArrayLike<number>): void {
    const { unique, model } = this.#plan;
    this.#bar(picks);
    // Any two lineups differ in more players than they have in common: a sum, not a count, can get a price.
    if (unique >= this.#seats || 2 * unique <= this.#seats) return;
    const weights = new Float64Array(model.picks.entry.length);
    for (const pick of this.#allOf(picks)) weights[pick] = 1;
    const sums = [{ weights, least: Number.NEGATIVE_INFINITY, most: this.#seats - unique }];
    this.#ordered.require([{ when: null, alternatives: [{ counts: [], sums }] }]);
  }

  /** Excludes a lineup's players, if no two lineups may have a player in common. */
  #bar(picks: ArrayLike<number>): void {
    if (this.#plan.unique >= this.#seats) this.#ordered.bar(this.#allOf(picks));
  }

  #allOf(picks: ArrayLike<number>): number[] {
    const entry = countedOf(this.#plan);
    const entries = new Set(Array.from(picks, (pick) => entry[pick]!));
    return [...entry.keys()].filter((pick) => entries.has(entry[pick]!));
  }
}

/**
 * Adds rules to a model: its lineups then pass none of these shares, and do not conflict with the lineups
 * `apart`. If a lineup can have a player twice, in two roles, no rules are added for `apart`, so the caller
 * must check conflicts.
 * @throws UnsupportedModelError for a share whose tests a lineup can fail in too many ways.
 * @public Benchmarks call it.
 */
export function withExclusions(
  plan: PortfolioPlan,
  model: Model,
  { shares, apart }: { readonly shares: readonly number[]; readonly apart: readonly ArrayLike<number>[] },
): Model {
  const tests = [
    ...shares.flatMap((share) => failing(plan.shares[share]!)),
    ...(isOncePerLineup(plan.model) ? apart.flatMap((lineup) => apartFrom(plan, lineup)) : []),
  ];
  if (tests.length === 0) return model;
  return { ...model, rules: [...model.rules, ...tests.map(ruleOf)] };
}

/** A lineup passes if it differs from the given one, by as many players as the plan asks for. */
function apartFrom(plan: PortfolioPlan, lineup: ArrayLike<number>): LineupTest[] {
  const { model, choices, unique } = plan;
  const entry = countedOf(plan);
  const seats = seatCount(model.slots);
  const entries = new Set(Array.from(lineup, (pick) => entry[pick]!));
  const named = new Set(Array.from(lineup, (pick) => choices?.[pick] ?? pick));
  const all = Int32Array.from(entry.keys());
  const alike = all.filter((pick) => named.has(choices?.[pick] ?? pick));
  const infinite = Number.POSITIVE_INFINITY;
  const near = { picks: all.filter((pick) => entries.has(entry[pick]!)), least: 0, most: seats - unique };
  const different: LineupTest = {
    when: null,
    alternatives: [
      { counts: [{ picks: alike, least: 0, most: named.size - 1 }], sums: [] },
      { counts: [{ picks: all, least: named.size + 1, most: infinite }], sums: [] },
    ],
  };
  return unique > 0 && entries.size > seats - unique
    ? [{ when: null, alternatives: [{ counts: [near], sums: [] }] }, different]
    : [different];
}

/**
 * Returns a comparison for lineups with equal points, given as ascending picks: lower salary first, then
 * smaller player indices, then smaller picks, both compared element by element. Sequential portfolios take
 * tied lineups in this order.
 */
export function tieBreak({ picks }: Model): (a: readonly number[], b: readonly number[]) => number {
  const costOf = (lineup: readonly number[]) => lineup.reduce((sum, pick) => sum + picks.salary[pick]!, 0);
  const entriesOf = (lineup: readonly number[]) => lineup.map((pick) => picks.entry[pick]!);
  return (a, b) => costOf(a) - costOf(b) || compare(entriesOf(a), entriesOf(b)) || compare(a, b);
}

/** Compares lists by the first elements that differ; a list that is the beginning of another comes first. */
export function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return a.length - b.length;
}
