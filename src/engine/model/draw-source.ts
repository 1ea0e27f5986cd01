/** How the points of draws are generated. Plain data that can be sent to another thread. */
export type DrawSource = FactorSource | SimulatedSource;

interface PickMultipliers {
  readonly multiplier: Float64Array;
}

/**
 * Draws by a factor model. Each draw has independent standard normal numbers: one per factor and one per
 * player. A player's *normal number* is a weighted sum of the factors' numbers and the player's own;
 * `outcomes` maps it to points. The weights are called loadings.
 */
export interface FactorSource extends PickMultipliers {
  readonly seed: number;
  readonly factors: number;
  /**
   * Player p has the loadings `loading[i]` on the factors `factor[i]`, for i from `first[p]` to
   * `first[p + 1]` - 1, and `own[p]` on the player's own number. The squares of a player's loadings sum to 1.
   */
  readonly first: Int32Array;
  readonly factor: Int32Array;
  readonly loading: Float64Array;
  readonly own: Float64Array;
  /** The points of each player at every normal number of `GRID` (in `shared/normal.ts`), player by player. */
  readonly outcomes: Float64Array;
  readonly rivals?: readonly Rivals[] | undefined;
}

/**
 * Two players of which exactly one wins: whose normal number is in the top part of its distribution, as large
 * as the chance.
 */
export interface Rivals {
  readonly first: number;
  readonly second: number;
  readonly chance: number;
}

export interface SimulatedSource extends PickMultipliers {
  readonly entries: number;
  readonly hundredths: Int32Array;
}
