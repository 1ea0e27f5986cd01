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
  /** A fresh draw of the points for each lineup; sequential portfolios only. */
  readonly random: { readonly seed: number; readonly spread: number } | null;
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
export interface ShareOrigin {
  /** JSON pointer into the portfolio's description, such as `/exposure/3`. */
  readonly pointer: string;
  /** In words, such as `Ja'Marr Chase in at least 20%`. */
  readonly words: string;
}

/** A solved portfolio. */
export interface PortfolioSolution {
  /** Best first, by points in the plan's model; of random plans in the order drawn. */
  readonly lineups: readonly { readonly picks: readonly number[]; readonly points: number }[];
  /** Proven: no portfolio that keeps the plan has a greater sum of points, in units. Null where nothing is proved. */
  readonly bound: number | null;
  /** Per share, what one more lineup allowed (or one less asked for) would add to the bound, in units; null where unknown. */
  readonly prices: Float64Array | null;
}
