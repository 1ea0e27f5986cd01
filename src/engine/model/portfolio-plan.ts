import type { Message } from "../../shared/errors/message-parts.ts";
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
  readonly count: number;
  /**
   * The least number of players by which two lineups must differ: they have at most (seats - unique) players
   * in common. With 0, only their `choices` must differ.
   */
  readonly unique: number;
  /**
   * Per pick, a number that is equal for picks that the contest does not distinguish. Lineups with the same
   * set of these numbers are the same. Null if the contest distinguishes all picks.
   */
  readonly choices: Int32Array | null;
  /** Lineups entered earlier, as ascending picks: none is repeated, and `unique` applies to them. */
  readonly avoid: readonly Int32Array[];
  /** Limits on how many lineups pass certain tests. */
  readonly shares: readonly PlanShare[];
  /**
   * How points differ from lineup to lineup, in sequential portfolios only; null if all lineups use the
   * model's points. `spread` has one element per player: with 0.15, the player's points in all roles are
   * multiplied by a random factor from 0.85 to 1.15. A `DrawSource` draws the points instead.
   */
  readonly random: { readonly seed: number; readonly spread: Float64Array } | DrawSource | null;
  /** Lineups of an earlier answer, as ascending picks; a joint search begins with those still allowed. */
  readonly earlier?: readonly Int32Array[] | undefined;
}

/**
 * Requires that from `least` to `most` lineups pass all tests. Both are whole numbers, and `most` is no more
 * than the plan's count. Usually there is one test; a rule with several conditions, such as one per team, has
 * a test for each.
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
  readonly words: Message;
}

export interface PortfolioLineup {
  /** Indices into the model's picks, ascending. */
  readonly picks: readonly number[];
  /** The sum of the picks' points in the plan's model, in units. */
  readonly points: number;
  /** The points drawn for this lineup, in units; only if the plan draws points. */
  readonly drawn?: number;
}

/**
 * Why the search for a joint portfolio ended: a `proof` that it is the best, a small enough `gap`,
 * diminishing `gains`, the `time` limit, the `failure` of a solver after the portfolio was found, or a
 * platform without HiGHS.
 */
export type SearchEnd = "proof" | "gap" | "gains" | "time" | "failure" | "no-solver";

export interface PortfolioSolution {
  /**
   * Best first, by points in the plan's model; if points are drawn, in the order in which the lineups were
   * found.
   */
  readonly lineups: readonly PortfolioLineup[];
  /**
   * A proven upper bound on the sum of points of any portfolio that keeps the plan, in units; null if nothing
   * is proved.
   */
  readonly bound: number | null;
  /**
   * Per share, by how many units of points the bound would rise if the share's maximum were one lineup
   * higher, or its minimum one lower. NaN if this is unknown because the share became a rule for each lineup.
   * Null if nothing is known.
   */
  readonly prices: Float64Array | null;
  /**
   * Joint portfolios only: per player of the model, an estimate of how much the portfolio's points would
   * change, in units, if one more lineup had the player. Limits on this player alone are ignored. NaN if
   * unknown.
   */
  readonly gains?: Float64Array | undefined;
  /**
   * Joint portfolios only: per lineup, by how many units its value (points minus dual prices) exceeds that of
   * the best known lineup outside of the portfolio. NaN if unknown.
   */
  readonly margins?: Float64Array | undefined;
  /** Joint portfolios only: whether the answer is the sequential portfolio that the search started from. */
  readonly isStart?: boolean | undefined;
  /** Joint portfolios only: what ended the search. */
  readonly endedBy?: SearchEnd | undefined;
}

/** The result of solving a plan: a portfolio (`solved`), or fewer lineups than required (`short`). */
export type PortfolioOutcome = {
  /** Whether the requested solver gave up and HiGHS found the remaining lineups. */
  readonly isHandedOver?: boolean | undefined;
} & (
  | { readonly kind: "solved"; readonly solution: PortfolioSolution }
  | {
      readonly kind: "short";
      /** The lineups found, best first; they keep all of the plan except their number and minimum shares. */
      readonly lineups: readonly PortfolioLineup[];
      /** Whether it is proved that no portfolio keeps the plan. */
      readonly proved: boolean;
      /**
       * Indices of the shares that the proof uses; null if there is no proof, or it does not show which
       * shares matter.
       */
      readonly witness: readonly number[] | null;
      /** The limits that prevent a further lineup; null if the method does not build lineups one by one. */
      readonly stoppedBy: StoppedBy | null;
      /** Whether the lineups are a preview that does not keep all minimum shares. */
      readonly isPreview?: boolean | undefined;
    }
);

/** A result with fewer lineups than the plan requires. */
export type ShortPortfolio = Extract<PortfolioOutcome, { readonly kind: "short" }>;

/**
 * A minimal set of limits that, with the model's rules, allow no further lineup; empty if the rules alone
 * allow none.
 */
export interface StoppedBy {
  /** Indices of shares of the plan that are at their maximum. */
  readonly shares: readonly number[];
  /** Whether the set includes the requirement that lineups differ (by `unique` players, or at all). */
  readonly different: boolean;
}

export interface PortfolioProgress {
  /** The answer if the search stopped now: the lineups built so far, or the best portfolio; may be empty. */
  readonly lineups: readonly PortfolioLineup[];
  /** The sum of the points of `lineups`, in units; null while no portfolio is complete. */
  readonly sum: number | null;
  /** The proven bound in units of points; null if nothing is proved yet. */
  readonly bound: number | null;
  /**
   * The most by which the sum can be below the best possible one, as a fraction of the bound; null if
   * unknown.
   */
  readonly gap: number | null;
  /**
   * Joint portfolios only: whether `lineups` belong to the sequential portfolio that the search starts from.
   */
  readonly isStart?: boolean | undefined;
  /** Joint portfolios only: what ended the search; only in its last report. */
  readonly endedBy?: SearchEnd | undefined;
}

export interface PortfolioMethod {
  readonly method: "joint" | "sequential";
  /**
   * The relative gap at which a joint search stops. By default 0.0002 while the search improves fast, and
   * 0.002 once it slows down; it also stops when further work improves little.
   */
  readonly gap?: number | undefined;
  /**
   * Whether to build a fast preview instead, whatever the method. It is built lineup by lineup, so it may
   * miss minimum shares although they can be kept.
   */
  readonly isPreview?: boolean | undefined;
}

/**
 * If one field of a portfolio's description makes more shares than this, explanations treat them as one
 * group.
 */
const MOST_APART = 8;

/**
 * Groups the indices of a plan's shares for explanations. Each share is a group by itself, except that more
 * than `MOST_APART` shares with the same pointer form one group.
 */
export function sharesByPlace(
  shares: readonly PlanShare[],
  indices: Iterable<number> = shares.keys(),
): readonly (readonly number[])[] {
  const places = new Map<string, number[]>();
  for (const index of indices) {
    const { pointer } = shares[index]!.origin;
    // A share without a pointer gets a group by itself.
    const place = pointer || `share ${index}`;
    const known = places.get(place);
    if (known === undefined) places.set(place, [index]);
    else known.push(index);
  }
  return [...places.values()].flatMap((those) =>
    those.length > MOST_APART ? [those] : those.map((index) => [index]),
  );
}
