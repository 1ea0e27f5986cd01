import type { PastContest, PastPlayer } from "./past-contest.ts";

/** The fewest players whose projections and results are compared. */
const FEWEST_PLAYERS = 8;
/** The fraction of equal values that no projection reaches by chance. */
const SUSPICIOUS_PART = 0.5;

/**
 * Whether projections are the results themselves: half of the players who scored have exactly the points
 * projected. Both maps have points by the same key.
 */
export function areResults(
  projected: ReadonlyMap<string, number>,
  scored: ReadonlyMap<string, number>,
): boolean {
  const compared = [...projected].filter(([key]) => (scored.get(key) ?? 0) !== 0);
  const equal = compared.filter(([key, points]) => Math.abs(points - scored.get(key)!) < 0.005);
  return compared.length >= FEWEST_PLAYERS && equal.length >= SUSPICIOUS_PART * compared.length;
}

/** Describes which of the values known before lock are results of the contest; null if none are. */
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
