import { groupBy } from "../../shared/collections.ts";
import type { Message } from "../../shared/errors/message-parts.ts";
import type { DrawSource } from "./draw-source.ts";
import type { LineupTest } from "./lineup-test.ts";
import type { Model } from "./model.ts";

export interface PortfolioPlan {
  readonly model: Model;
  readonly count: number;
  /** The least number of `counted` by which two lineups must differ; with 0, only their `choices` must. */
  readonly unique: number;
  /** Per pick, a number for what `unique` counts; by default its player. */
  readonly counted?: Int32Array | undefined;
  /**
   * Per pick, a number that is equal for picks that the contest does not distinguish; null if it
   * distinguishes all.
   */
  readonly choices: Int32Array | null;
  /** Lineups entered earlier, as ascending picks: none is repeated, and `unique` applies to them. */
  readonly avoid: readonly Int32Array[];
  readonly shares: readonly PlanShare[];
  /**
   * How points differ from lineup to lineup, in sequential portfolios only. With a `spread` of 0.15, a
   * player's points are multiplied by a random factor from 0.85 to 1.15.
   */
  readonly random: { readonly seed: number; readonly spread: Float64Array } | DrawSource | null;
  /** In sequential portfolios, the part of a player's points that each earlier lineup with him takes away. */
  readonly decay?: number | undefined;
  /** Lineups of an earlier answer, as ascending picks; a joint search begins with those still allowed. */
  readonly earlier?: readonly Int32Array[] | undefined;
}

/**
 * Requires that from `least` to `most` lineups pass all tests; both are whole numbers, `most` at most the
 * plan's count.
 */
export interface PlanShare {
  readonly tests: readonly LineupTest[];
  readonly least: number;
  readonly most: number;
  /** `pointer` is a JSON pointer into the request, such as `/portfolio/exposure/3`. */
  readonly origin: { readonly pointer: string; readonly words: Message };
}

export interface PortfolioLineup {
  readonly picks: readonly number[];
  /** The sum of the picks' points in the plan's model, in units. */
  readonly points: number;
  /** The points drawn for this lineup, in units; only if the plan draws points. */
  readonly drawn?: number;
}

/**
 * Why the search for a joint portfolio ended: a `proof`, a small enough `gap`, diminishing `gains`, the
 * `time` limit, the `failure` of a solver after the portfolio was found, or a platform without HiGHS.
 */
export type SearchEnd = "proof" | "gap" | "gains" | "time" | "failure" | "no-solver";

export interface PortfolioSolution {
  /** Best first, by points in the plan's model; if points are drawn or decay, in the order of discovery. */
  readonly lineups: readonly PortfolioLineup[];
  /** A proven upper bound on the sum of points, in units; null if nothing is proved. */
  readonly bound: number | null;
  /**
   * Per share, by how many units the bound would rise if its maximum were one lineup higher, or its minimum
   * one lower. NaN for a share that became a rule for each lineup; null if nothing is known.
   */
  readonly prices: Float64Array | null;
  /**
   * Per player, an estimate of the change in units if one more lineup had the player, without limits on this
   * player alone; NaN if unknown. Joint portfolios only, as the next three.
   */
  readonly gains?: Float64Array | undefined;
  /**
   * Per lineup, by how many units its value (points minus dual prices) exceeds that of the best known lineup
   * outside; NaN if unknown.
   */
  readonly margins?: Float64Array | undefined;
  /** Whether the answer is the sequential portfolio that the search started from. */
  readonly isStart?: boolean | undefined;
  readonly endedBy?: SearchEnd | undefined;
}

export type PortfolioOutcome = {
  /** Whether the requested solver gave up and HiGHS found the remaining lineups. */
  readonly isHandedOver?: boolean | undefined;
} & (
  | { readonly kind: "solved"; readonly solution: PortfolioSolution }
  | {
      readonly kind: "short";
      /** The lineups found, best first; they keep all of the plan except their number and minimum shares. */
      readonly lineups: readonly PortfolioLineup[];
      readonly proved: boolean;
      /** The shares that the proof uses; null if there is no proof, or it does not show which matter. */
      readonly witness: readonly number[] | null;
      /** The limits that prevent a further lineup; null if the method does not build lineups one by one. */
      readonly stoppedBy: StoppedBy | null;
      /** Whether the lineups are a preview that does not keep all minimum shares. */
      readonly isPreview?: boolean | undefined;
    }
);

export type ShortPortfolio = Extract<PortfolioOutcome, { readonly kind: "short" }>;

/** A minimal set of limits that, with the model's rules, allow no further lineup. */
export interface StoppedBy {
  readonly shares: readonly number[];
  readonly different: boolean;
}

export interface PortfolioProgress {
  /** The answer if the search stopped now: the lineups built so far, or the best portfolio; may be empty. */
  readonly lineups: readonly PortfolioLineup[];
  readonly sum: number | null;
  readonly bound: number | null;
  /** The most by which the sum can be below the best, as a fraction of the bound; null if unknown. */
  readonly gap: number | null;
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
  /** Whether to build a fast preview instead, lineup by lineup, which may miss minimum shares. */
  readonly isPreview?: boolean | undefined;
}

const MOST_APART = 8;

/** Groups a plan's shares for explanations: more than `MOST_APART` with the same pointer are one group. */
export function sharesByPlace(
  shares: readonly PlanShare[],
  indices: Iterable<number> = shares.keys(),
): readonly (readonly number[])[] {
  // A share without a pointer gets a group by itself.
  const places = groupBy(indices, (index) => shares[index]!.origin.pointer || `share ${index}`);
  return [...places.values()].flatMap((those) =>
    those.length > MOST_APART ? [those] : those.map((index) => [index]),
  );
}
