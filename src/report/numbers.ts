/** A percentage with one decimal unless it is zero: `33.3%`, `30%`. */
export function percentText(percent: number): string {
  return `${Number(percent.toFixed(1))}%`;
}

/** A salary in whole dollars. */
export function moneyText(amount: number): string {
  return `$${Math.round(amount).toLocaleString("en-US")}`;
}

/** Fantasy points with two decimals and thousands separators. */
export function pointsText(points: number): string {
  return points.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Limits in lineups: `at most 45`, `15 to 45`, `at least 15`; empty if they limit nothing. */
export function limitText(least: number, most: number, lineups: number): string {
  if (least > 0 && most < lineups) return least === most ? `${least}` : `${least} to ${most}`;
  if (least > 0) return `at least ${least}`;
  return most < lineups ? `at most ${most}` : "";
}
