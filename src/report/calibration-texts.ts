import type { ScoreTest } from "../simulation/calibration/score-tests.ts";

/** A ratio as a difference, such as `+12%`. */
export function ratioText(ratio: number): string {
  const change = Math.round(100 * (ratio - 1));
  return `${change > 0 ? "+" : ""}${change}%`;
}

/** A part as whole percents, such as `12%`. */
export function wholePercent(part: number): string {
  return `${Math.round(100 * part)}%`;
}

/** The chance of a test, such as `3%`, with a mark where it is below 5%. */
export function chanceText({ chance }: Pick<ScoreTest, "chance">): string {
  const text = chance < 0.001 ? "<0.1%" : wholePercent(chance);
  return chance < 0.05 ? `${text} *` : text;
}

/** The smallest relative difference that a test finds with a chance of 80%. */
export function detectsText({ detects }: Pick<ScoreTest, "detects">): string {
  return detects === null ? "nothing" : `±${wholePercent(detects)}`;
}
