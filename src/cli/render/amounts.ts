/** A salary, such as `$49,900`. */
export function dollars(amount: number): string {
  return `$${amount.toLocaleString("en-US")}`;
}

/** Fantasy points, rounded to two decimals. */
export function pointsText(points: number): string {
  return points.toFixed(2);
}
