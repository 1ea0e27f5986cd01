/** Words and numbers as the page writes them. */
import type { Player, SlateFacts } from "../engine/session.ts";

export function titleOf({ sportLabel, vendor, contest }: SlateFacts): string {
  return `${sportLabel} ${vendor} ${contest}`;
}

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export const grouped = (value: number) => whole.format(value);
export const dollars = (value: number) => `$${grouped(value)}`;
export const salaryWords = (salary: number) => (salary === 0 ? "–" : dollars(salary));
export const fixed = (value: number, digits = 2) => value.toFixed(digits).replace("-", "−");

/** A percentage as text. With 0 digits, a value between 0 and 1 is `<1%`. */
export function percent(value: number, digits = 0): string {
  if (value > 0 && value < 1 && digits === 0) return "<1%";
  return `${fixed(value, digits)}%`;
}

export function signed(value: number, digits = 2): string {
  const text = Math.abs(value).toFixed(digits);
  return `${Number(text) === 0 ? "" : value < 0 ? "−" : "+"}${text}`;
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

export function lastName(name: string): string {
  const parts = name.split(" ").filter((part) => !/^(jr\.?|sr\.?|i{2,3}|iv|v)$/i.test(part));
  return parts.length < 2 ? name : parts.slice(1).join(" ");
}

/** The other team of a player's game: `vs BUF` at home, `@ BUF` away. */
export function opponentOf({ opponent, isHome }: Pick<Player, "opponent" | "isHome">): string {
  return opponent && `${isHome ? "vs" : "@"} ${opponent}`;
}

/** A relative gap in percent, with as many digits as it needs. */
export function gapText(gap: number): string {
  const value = gap * 100;
  if (value === 0) return "0%";
  return `${value.toFixed(value >= 1 ? 1 : value >= 0.01 ? 3 : 4)}%`;
}

export function limitWords(limit: { readonly least: number | null; readonly most: number | null } | null) {
  if (limit === null) return null;
  const { least, most } = limit;
  if (least !== null && most !== null) return `${least}% to ${most}%`;
  return least === null ? `at most ${most}%` : `at least ${least}%`;
}

/** A time of today as its time of day; of another day with its date. */
export function timeWords(time: number): string {
  const at = new Date(time);
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString("en-US", {
    ...(!isToday && { month: "short", day: "numeric" }),
    ...{ hour: "numeric", minute: "2-digit" },
  });
}
