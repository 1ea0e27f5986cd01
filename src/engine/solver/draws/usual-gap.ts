/** Until a draw has said how far, the distance is this part of the bound. */
const FIRST_GUESS = 0.01;
/** A new draw changes the mean by one part in the number of draws, and by no less than this. */
const LEAST_CHANGE = 0.05;
/** The least distance, as a part of the bound: deeper searches are this times a power. */
const LEAST = 1e-4;

/** How far below their bound the best lineups of the last draws were, on average. */
export class UsualGap {
  #mean = 0;
  #draws = 0;

  /** Above 0 where the bound is not 0. */
  usual(bound: number): number {
    const size = Math.abs(bound);
    return this.#draws === 0 ? FIRST_GUESS * size : Math.max(LEAST * size, this.#mean);
  }

  learn(gap: number): void {
    this.#draws += 1;
    this.#mean += Math.max(LEAST_CHANGE, 1 / this.#draws) * (gap - this.#mean);
  }

  forget(): void {
    this.#mean = 0;
    this.#draws = 0;
  }
}
