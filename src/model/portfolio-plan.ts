import type { DrawSource } from "./draw-source.ts";
import type { LineupTest } from "./lineup-test.ts";
import type { Model } from "./model.ts";

/**
 * What a solver of portfolios gets: so many different lineups of a model, which keep limits together. All of it is
 * plain data that crosses a thread by structured clone.
 */
export interface PortfolioPlan {
  /** The contest's rules and those that hold of every lineup. */
  readonly model: Model;
  /** How many lineups. */
  readonly count: number;
  /**
   * Any two lineups have at most (seats - unique) entries in common; 0 where they need only differ as the contest
   * says, that is in `choices`.
   */
  readonly unique: number;
  /**
   * What a pick is to the contest, one element per pick: lineups with the same set of choices are the same. Null where
   * every pick is a choice of its own.
   */
  readonly choices: Int32Array | null;
  /** Lineups entered already, as those of their picks that the model knows, ascending: none is repeated, and `unique` counts them. */
  readonly avoid: readonly Int32Array[];
  /** How many of the lineups pass tests. */
  readonly shares: readonly PlanShare[];
  /**
   * A fresh draw of the points for each lineup, one for each entry in all its roles; sequential portfolios only. `spread`
   * is a part of an entry's points, 0.15 for 15%; without it the draws are those of the source.
   */
  readonly random: { readonly seed: number; readonly spread: number } | DrawSource | null;
}

/**
 * From `least` to `most` lineups pass all of the tests; whole numbers, `most` at most the plan's count. Mostly it is one
 * test; a rule over every team with a condition of its own is one for each team.
 */
export interface PlanShare {
  readonly tests: readonly LineupTest[];
  readonly least: number;
  readonly most: number;
  readonly origin: ShareOrigin;
}

/** Where a share comes from, for the answer and for saying which contradict each other. */
interface ShareOrigin {
  /** JSON pointer into the portfolio's description, such as `/exposure/3`. */
  readonly pointer: string;
  /** In words, such as `Ja'Marr Chase in at least 20%`. */
  readonly words: string;
}

/** A lineup of a portfolio. */
export interface PortfolioLineup {
  /** Indices into the model's picks, ascending. */
  readonly picks: readonly number[];
  /** Units of points in the plan's model. */
  readonly points: number;
  /** Units of points as they were drawn for it; of random plans only. */
  readonly drawn?: number;
}

/** A solved portfolio. */
export interface PortfolioSolution {
  /** Best first, by points in the plan's model; of random plans in the order drawn. */
  readonly lineups: readonly PortfolioLineup[];
  /** Proven: no portfolio that keeps the plan has a greater sum of points, in units. Null where nothing is proved. */
  readonly bound: number | null;
  /** Per share, what one more lineup allowed (or one less asked for) would add to the bound, in units; null where unknown. */
  readonly prices: Float64Array | null;
  /** Of joint portfolios: whether it is the sequential one that the search began with. */
  readonly isStart?: boolean | undefined;
}

/** What became of a plan. */
export type PortfolioOutcome = {
  /** Whether the solver asked gave up on the way, and HiGHS found the lineups after those. */
  readonly isHandedOver?: boolean | undefined;
} & (
  | { readonly kind: "solved"; readonly solution: PortfolioSolution }
  | {
      readonly kind: "short";
      /** As many lineups as were found, best first; they keep all but their number and least shares. */
      readonly lineups: readonly PortfolioLineup[];
      /** Whether no portfolio keeps the plan. */
      readonly proved: boolean;
      /** Indices of the shares that the proof speaks of; null where there is none, or it speaks of lineups one by one. */
      readonly witness: readonly number[] | null;
      /** What leaves no lineup beside these; null where the method does not go lineup by lineup. */
      readonly stoppedBy: StoppedBy | null;
    }
);

/** What there is of a plan that is not kept whole. */
export type ShortPortfolio = Extract<PortfolioOutcome, { readonly kind: "short" }>;

/** A smallest set of what, together with the model, leaves no lineup beside those found; the model alone where it is empty. */
export interface StoppedBy {
  /** Indices of shares of the plan that are full. */
  readonly shares: readonly number[];
  /** Whether it takes that lineups differ, by so many entries as `unique` says, or at all. */
  readonly different: boolean;
}

/** How far the search for a portfolio has come. */
export interface PortfolioProgress {
  /** The lineups that would be the answer if it ended now: so far built, or of the best portfolio; maybe none. */
  readonly lineups: readonly PortfolioLineup[];
  /** Units of points of these; null where a portfolio is not yet complete. */
  readonly sum: number | null;
  /** Units of points, proven; null where nothing is proved yet. */
  readonly bound: number | null;
  /** What the sum may be short of the best, as a part of the bound; null where either is unknown. */
  readonly gap: number | null;
  /** As that of `PortfolioSolution`. */
  readonly isStart?: boolean | undefined;
}

/** How to solve a plan. */
export interface PortfolioMethod {
  readonly method: "joint" | "sequential";
  /**
   * A joint portfolio is good enough when it is known to be within this part of the best. Where absent it is 0.0002 while
   * gains are fast, and 0.002 once they take long.
   */
  readonly gap?: number | undefined;
}
