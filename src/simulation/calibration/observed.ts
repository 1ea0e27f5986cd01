import type { Problem } from "../../contests/problem/problem.ts";
import { type PastContest, pointsFinder } from "../backtest/past-contest.ts";

/** What a slate's players scored, and how often they were drafted; one element per player of the problem. */
export interface Observed {
  /** Points without a slot's multiplier; NaN for a player whose points the standings do not list. */
  readonly points: Float64Array;
  /** The percentage of all entries that have the player in any slot; NaN if the standings do not say. */
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
