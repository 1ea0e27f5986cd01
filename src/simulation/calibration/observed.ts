import type { Entry, Problem } from "../../contests/problem/problem.ts";
import { GRID, GRID_SIZE, normalChance, normalQuantile, STEPS_PER_UNIT } from "../../shared/normal.ts";
import { type PastContest, pointsFinder } from "../backtest/past-contest.ts";

export interface Observed {
  readonly points: Float64Array;
  /** The percentage of entries that have the player; NaN if unknown. */
  readonly drafted: Float64Array;
}

export function observedOf({ entries, contest }: Problem, { players }: PastContest): Observed {
  const named = players.flatMap((player) => (player.uuid === null ? [] : [{ ...player, name: player.uuid }]));
  const listed = new Set(named.flatMap(({ name, hundredths }) => (hundredths === null ? [] : [name])));
  const pointsOf = pointsFinder(named, contest.slots);
  const plain = contest.slots.find(({ pointsMultiplier }) => pointsMultiplier === 1);
  const slot = plain ?? contest.slots[0]!;
  const drafted = new Map<string, number>();
  for (const { name, drafted: percent } of named)
    if (percent !== null) drafted.set(name, percent + (drafted.get(name) ?? 0));
  return {
    points: Float64Array.from(entries, ({ uuid }) => {
      const points = listed.has(uuid) ? pointsOf({ slot: slot.name, name: uuid }) : null;
      return typeof points === "number" ? points / 100 / slot.pointsMultiplier : Number.NaN;
    }),
    drafted: Float64Array.from(entries, ({ uuid }) => drafted.get(uuid) ?? Number.NaN),
  };
}

/** The chances of fewer points than a score (`low`), and of at most as many (`high`). */
export interface Band {
  readonly low: number;
  readonly high: number;
}

const LAST = GRID_SIZE - 1;

/**
 * The band of a score in a distribution, given by points at the steps of `GRID` from index `first` on. Bands
 * of scores with this distribution cover 0 to 1 evenly (the probability integral transform).
 */
export function bandOf(outcomes: Float64Array, first: number, points: number): Band {
  return { low: chance(outcomes, first, points, false), high: chance(outcomes, first, points, true) };
}

function chance(outcomes: Float64Array, first: number, points: number, included: boolean): number {
  const isBelow = (step: number) => {
    const value = outcomes[first + step]!;
    return included ? value <= points : value < points;
  };
  if (!isBelow(0)) return 0;
  if (isBelow(LAST)) return 1;
  let [low, high] = [0, LAST];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  const [from, to] = [outcomes[first + low]!, outcomes[first + high]!];
  return normalChance(GRID[low]! + (points - from) / (to - from) / STEPS_PER_UNIT);
}

const RAREST = 1e-4;

export function normalScore({ low, high }: Band): number {
  return normalQuantile(Math.min(1 - RAREST, Math.max(RAREST, (low + high) / 2)));
}

export function overlap({ low, high }: Band, from: number, to: number): number {
  if (high - low < 1e-12) return low >= from && low < to ? 1 : 0;
  return Math.max(0, Math.min(high, to) - Math.max(low, from)) / (high - low);
}

/**
 * Points without a bias of the projections: scaled, or shifted for two rivals, because the winner scores
 * about the same at any projection.
 */
export function withoutBias(
  points: number,
  { bias, mean, isRival }: { readonly bias: number; readonly mean: number; readonly isRival: boolean },
): number {
  return isRival ? points - (bias - 1) * mean : points / bias;
}

export function countedIn(points: Float64Array): number[] {
  return [...points.keys()].filter((at) => !Number.isNaN(points[at]!));
}

/** Pairs of places in \`counted\`, which has indices of players: two players of one game, the later one first. */
export function pairsInGames(entries: readonly Entry[], counted: readonly number[]): [number, number][] {
  return counted.flatMap((at, one) =>
    counted
      .slice(0, one)
      .flatMap((before, other): [number, number][] =>
        entries[at]!.event === entries[before]!.event ? [[one, other]] : [],
      ),
  );
}
