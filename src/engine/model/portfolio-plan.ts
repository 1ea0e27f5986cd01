import type { DrawSource } from "./draw-source.ts";
import type { LineupTest } from "./lineup-test.ts";
import type { Model } from "./model.ts";

/**
 * The input of a portfolio solver: the number of different lineups of a model to find, and the limits they
 * keep together. All of it is plain data for structured clone.
 */
export interface PortfolioPlan {
  /** The contest's rules and the rules for every single lineup. */
  readonly model: Model;
  /** The number of lineups. */
  readonly count: number;
  /** Any two lineups share at most (seats - unique) entries; with 0, they only differ in `choices`. */
  readonly unique: number;
  /**
   * The identity of a pick in the contest, one element per pick: lineups with the same set of choices are the
   * same. Null if every pick is a different choice.
   */
  readonly choices: Int32Array | null;
  /** Lineups entered earlier, as ascending picks: none is repeated, and `unique` applies to them. */
  readonly avoid: readonly Int32Array[];
  /** Limits on how many lineups pass tests. */
  readonly shares: readonly PlanShare[];
  /**
   * Draws the points again for each lineup, one number per entry for all its roles; sequential portfolios
   * only. `spread` is a fraction of an entry's points, 0.15 for 15%; without it, the source determines the
   * draws.
   */
  readonly random: { readonly seed: number; readonly spread: Float64Array } | DrawSource | null;
  /** Lineups of an earlier answer, as ascending picks; a joint search begins with those still allowed. */
  readonly earlier?: readonly Int32Array[] | undefined;
}

/**
 * Limits the number of lineups that pass all tests, from `least` to `most`; whole numbers, `most` at most the
 * plan's count. Usually there is one test; a rule that applies to every team, with a condition of its own,
 * has one per team.
 */
export interface PlanShare {
  readonly tests: readonly LineupTest[];
  readonly least: number;
  readonly most: number;
  readonly origin: ShareOrigin;
}

/** The source of a share, for the answer and for explanations. */
interface ShareOrigin {
  /** JSON pointer into the portfolio's description, such as `/exposure/3`. */
  readonly pointer: string;
  /** The share in words, such as `Ja'Marr Chase in at least 20%`. */
  readonly words: string;
}

/** A lineup of a portfolio. */
export interface PortfolioLineup {
  /** Indices into the model's picks, ascending. */
  readonly picks: readonly number[];
  /** Units of points in the plan's model. */
  readonly points: number;
  /** The drawn points, in units; random plans only. */
  readonly drawn?: number;
}

/**
 * What ended the search for a joint portfolio: the proof that it is the best, the gap that is small enough, diminishing
 * gains, the time limit, a failed solver after the portfolio was found, or a platform without HiGHS.
 */
export type SearchEnd = "proof" | "gap" | "gains" | "time" | "failure" | "no-solver";

/** A solved portfolio. */
export interface PortfolioSolution {
  /** Best first, by points in the plan's model; for random plans, in the order drawn. */
  readonly lineups: readonly PortfolioLineup[];
  /**
   * A proven upper bound on the sum of any portfolio that keeps the plan, in units; null if nothing is
   * proved.
   */
  readonly bound: number | null;
  /** Per share, by how many units one more lineup (or one less required) raises the bound, or null. */
  readonly prices: Float64Array | null;
  /**
   * Joint portfolios only: per entry of the model, an estimate of how many units the sum would change if one more
   * lineup had the entry, ignoring the entry's own share; NaN if unknown.
   */
  readonly gains?: Float64Array | undefined;
  /**
   * Joint portfolios only: per lineup, by how many units it exceeds the lineup that would replace it, at the prices of
   * the bound; NaN if unknown.
   */
  readonly margins?: Float64Array | undefined;
  /** Joint portfolios only: whether the answer is the sequential portfolio that the search started from. */
  readonly isStart?: boolean | undefined;
  /** Joint portfolios only: what ended the search. */
  readonly endedBy?: SearchEnd | undefined;
}

/** The result for a plan. */
export type PortfolioOutcome = {
  /** Whether the requested solver gave up and HiGHS found the remaining lineups. */
  readonly isHandedOver?: boolean | undefined;
} & (
  | { readonly kind: "solved"; readonly solution: PortfolioSolution }
  | {
      readonly kind: "short";
      /** The lineups found, best first; they keep everything except their number and minimum shares. */
      readonly lineups: readonly PortfolioLineup[];
      /** Whether it is proved that no portfolio keeps the plan. */
      readonly proved: boolean;
      /** Indices of the shares in the proof; null if there is no proof, or it concerns single lineups. */
      readonly witness: readonly number[] | null;
      /** The limits that prevent a further lineup; null if the method does not build lineups one by one. */
      readonly stoppedBy: StoppedBy | null;
      /** Whether the lineups are a preview that does not keep all minimum shares. */
      readonly isPreview?: boolean | undefined;
    }
);

/** An incomplete result for a plan. */
export type ShortPortfolio = Extract<PortfolioOutcome, { readonly kind: "short" }>;

/** A smallest set that, with the model, allows no further lineup; empty if the model alone allows none. */
export interface StoppedBy {
  /** Indices of shares of the plan that are at their maximum. */
  readonly shares: readonly number[];
  /** Whether the set includes the requirement that lineups differ (by `unique` entries, or at all). */
  readonly different: boolean;
}

/** The progress of a portfolio search. */
export interface PortfolioProgress {
  /** The answer if the search stopped now: the lineups built so far, or the best portfolio; may be empty. */
  readonly lineups: readonly PortfolioLineup[];
  /** The sum of `lineups` in units of points; null while no portfolio is complete. */
  readonly sum: number | null;
  /** The proven bound in units of points; null if nothing is proved yet. */
  readonly bound: number | null;
  /** The largest distance of the sum from the best, as a fraction of the bound; null if unknown. */
  readonly gap: number | null;
  /** As in `PortfolioSolution`. */
  readonly isStart?: boolean | undefined;
  /** As in `PortfolioSolution`; only in the last progress report of a search. */
  readonly endedBy?: SearchEnd | undefined;
}

/** How to solve a plan. */
export interface PortfolioMethod {
  readonly method: "joint" | "sequential";
  /**
   * The relative gap at which a joint search stops. By default 0.0002 while the search improves fast, and
   * 0.002 once it slows down; it also stops when further work improves little.
   */
  readonly gap?: number | undefined;
  /** Whether a sequential portfolio keeps minimum shares as far as it can, instead of refusing them. */
  readonly isPreview?: boolean | undefined;
}

/** If a place of the description has more shares than this, explanations treat them as one group. */
const MOST_APART = 8;

/**
 * The indices of a plan's shares, in groups for explanations: each share alone, or all shares of a place if
 * these are more than `MOST_APART`.
 */
export function sharesByPlace(
  shares: readonly PlanShare[],
  indices: Iterable<number> = shares.keys(),
): readonly (readonly number[])[] {
  const places = new Map<string, number[]>();
  for (const index of indices) {
    const { pointer } = shares[index]!.origin;
    // A share without a place shares no place with others.
    const place = pointer || `share ${index}`;
    const known = places.get(place);
    if (known === undefined) places.set(place, [index]);
    else known.push(index);
  }
  return [...places.values()].flatMap((those) =>
    those.length > MOST_APART ? [those] : those.map((index) => [index]),
  );
}
