/** Thousands commas without `toLocaleString`, whose first call is slow. */
export function grouped(value: number): string {
  const [whole, rest] = String(value).split(".") as [string, string?];
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ",") + (rest === undefined ? "" : `.${rest}`);
}

/** Such as `1,200 jobs`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export function dollars(amount: number): string {
  return `$${grouped(amount)}`;
}

export function pointsText(points: number): string {
  return points.toFixed(2);
}

/** Such as `1,250.00`. */
export function amountText(amount: number): string {
  return amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Of a fraction of 1, such as `12.50%`. */
export function percent(part: number): string {
  return `${(100 * part).toFixed(2)}%`;
}

/** Such as `33.3%`, `30%`. */
export function percentText(percentage: number): string {
  return `${Number(percentage.toFixed(1))}%`;
}

/** Of a fraction of 1, with at most three significant digits. */
export function gapText(gap: number): string {
  return `${Number((gap * 100).toPrecision(3))}%`;
}

/** 0 if the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** `a`, `a or b`, `a, b or c`. */
export function wordList(words: readonly string[], link: "and" | "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${link} ${words.at(-1)}`;
}
