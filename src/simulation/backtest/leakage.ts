import type { PastContest, PastPlayer } from "./past-contest.ts";

/** With fewer players to compare, projections are not taken for results. */
const FEWEST_PLAYERS = 8;
/** The fraction of equal values that no projection reaches by chance. */
const SUSPICIOUS_PART = 0.5;

/**
 * Whether projections are in fact the results: at least half of the players who scored have exactly the
 * projected points. Both maps have numbers by the same keys.
 */
export function areResults(
  projected: ReadonlyMap<string, number>,
  scored: ReadonlyMap<string, number>,
): boolean {
  const compared = [...projected].filter(([key]) => (scored.get(key) ?? 0) !== 0);
  const equal = compared.filter(([key, points]) => Math.abs(points - scored.get(key)!) < 0.005);
  return compared.length >= FEWEST_PLAYERS && equal.length >= SUSPICIOUS_PART * compared.length;
}

/**
 * Returns which of the projected numbers are in fact results of the contest, and so not from before lock;
 * null if none are.
 */
export function leakIn(
  { players }: Pick<PastContest, "players">,
  projected: {
    readonly points: ReadonlyMap<string, number>;
    readonly ownership: ReadonlyMap<string, number>;
  },
): "points" | "ownership" | null {
  const of = (value: (player: PastPlayer) => number | null) =>
    new Map(players.flatMap((one) => (one.uuid === null ? [] : [[one.uuid, value(one) ?? 0] as const])));
  if (
    areResults(
      projected.points,
      of(({ hundredths }) => (hundredths ?? 0) / 100),
    )
  )
    return "points";
  return areResults(
    projected.ownership,
    of(({ drafted }) => drafted),
  )
    ? "ownership"
    : null;
}
