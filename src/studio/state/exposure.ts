import { computed } from "@preact/signals";
import type { Share, Solved } from "../engine/messages.ts";
import { captainSeat, slate, solved } from "./studio.ts";

/** In how many lineups each player is, or sits in this seat. */
function countsIn(found: Solved | null, players: number, seat?: number): Int32Array {
  const counts = new Int32Array(players);
  const { entries = [], points = [] } = found ?? {};
  const seats = entries.length / points.length;
  for (const [at, player] of entries.entries())
    if (seat === undefined || at % seats === seat) counts[player]! += 1;
  return counts;
}

export const counts = computed(() => countsIn(solved.value, slate.value?.players.length ?? 0));

export const captainCounts = computed(() =>
  countsIn(solved.value, slate.value?.players.length ?? 0, captainSeat.value),
);

let previous: Solved | null = null;
let shown: Solved | null = null;

/** By player, the change of the exposure in percentage points since `previous`. */
export const changes = computed(() => {
  const found = solved.value;
  if (found !== shown) [previous, shown] = [shown, found];
  const size = slate.value?.players.length ?? 0;
  const before = previous;
  if (found === null || before === null || before.points.length === 0) return new Float64Array(size);
  const earlier = countsIn(before, size);
  return Float64Array.from(
    counts.value,
    (count, player) =>
      (100 * count) / Math.max(1, found.points.length) - (100 * earlier[player]!) / before.points.length,
  );
});

/** By player, the tightest limit on exposure that the portfolio reported. */
export const shareOf = computed(() => {
  const shares = new Map<number, Share>();
  for (const share of solved.value?.shares ?? []) {
    if (share.player === null) continue;
    const known = shares.get(share.player);
    if (known === undefined || share.most - share.least < known.most - known.least)
      shares.set(share.player, share);
  }
  return shares;
});

/** The change of the average lineup at another exposure; null if unknown, or if it is the exposure now. */
export function estimate(player: number, percent: number): number | null {
  const { value: found } = solved;
  if (found === null) return null;
  const lineups = found.points.length;
  const change = Math.round((percent * lineups) / 100) - counts.value[player]!;
  if (change === 0) return null;
  const { boundBy, price } = shareOf.value.get(player) ?? {};
  const total =
    change > 0
      ? change * found.gains[player]!
      : change * (boundBy === "least" ? -1 : 1) * (price ?? 0) - leastMargins(found, player, -change);
  return Number.isNaN(total) ? null : total / lineups;
}

function leastMargins({ entries, margins, points }: Solved, player: number, count: number): number {
  const width = entries.length / points.length;
  return Array.from(margins)
    .filter((_, lineup) => entries.subarray(lineup * width, (lineup + 1) * width).includes(player))
    .sort((a, b) => a - b)
    .slice(0, count)
    .reduce((sum, margin) => sum + margin, 0);
}
