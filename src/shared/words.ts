/**
 * Writes a number with thousands commas, such as `49,900`, without `toLocaleString`, whose first call is
 * slow.
 */
export function grouped(value: number): string {
  const [whole, rest] = String(value).split(".") as [string, string?];
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ",") + (rest === undefined ? "" : `.${rest}`);
}

/** A count with its noun, such as `1,200 jobs`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export function dollars(amount: number): string {
  return `$${grouped(amount)}`;
}

export function pointsText(points: number): string {
  return points.toFixed(2);
}

/** An amount of money or a sum of points: two decimals and thousands commas, such as `1,250.00`. */
export function amountText(amount: number): string {
  return amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A fraction of 1 as a percentage with two decimals, such as `12.50%`. */
export function percent(part: number): string {
  return `${(100 * part).toFixed(2)}%`;
}

/** A percentage with one decimal, which is dropped if it is 0: `33.3%`, `30%`. */
export function percentText(percentage: number): string {
  return `${Number(percentage.toFixed(1))}%`;
}

/** An optimality gap, given as a fraction of 1, as a percentage with at most three significant digits. */
export function gapText(gap: number): string {
  return `${Number((gap * 100).toPrecision(3))}%`;
}

/** How many percent `part` is of `whole`; 0 if the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** Words as a list: `a`, `a or b`, `a, b or c`. */
export function wordList(words: readonly string[], link: "and" | "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${link} ${words.at(-1)}`;
}
