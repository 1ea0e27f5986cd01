import type { LineupTest } from "../../../model/lineup-test.ts";
import type { Model } from "../../../model/model.ts";
import { picksThatPass } from "../../../model/passed-shares.ts";
import { seatCount } from "../../../roster.ts";
import type { Price } from "./prices.ts";

/** The most that lineups may be paid for tests: what their picks' rewards sum to, and so much whatever they pick. */
export interface Rewards {
  readonly ofPick: Float64Array;
  readonly whatever: number;
}

/**
 * A bound on what lineups are paid that is a sum over picks. Whoever passes a test without `when` has, of some
 * alternative, each count's least; so a reward, parted among the least of one count per alternative, is paid in full.
 */
export function rewardsOf(rewards: readonly Price[], picks: number): Rewards {
  const ofPick = new Float64Array(picks);
  let whatever = 0;
  for (const { row, amount } of rewards) {
    if (row.kind !== "test") continue;
    const [parts] = row.share.share.tests.flatMap((test) => partsOf(test, -amount) ?? []);
    if (parts === undefined) whatever -= amount;
    else for (const [pick, part] of parts) ofPick[pick]! += part;
  }
  return { ofPick, whatever };
}

/** Per pick its part of a reward, such that those of a lineup that passes sum to no less; null where there are none. */
function partsOf({ when, alternatives }: LineupTest, reward: number): Map<number, number> | null {
  if (when !== null) return null;
  const parts = new Map<number, number>();
  for (const { counts } of alternatives) {
    const asked = counts.filter(({ least }) => least > 0);
    if (asked.length === 0) return null;
    const { picks, least } = asked.reduce((best, other) =>
      other.picks.length < best.picks.length ? other : best,
    );
    for (const pick of picks) parts.set(pick, Math.max(parts.get(pick) ?? 0, Math.ceil(reward / least)));
  }
  return parts;
}

/**
 * Per pick a part of what lineups pay for tests at the least: whoever has any of a set pays in full, and has at most as
 * many of it as there are seats.
 */
export function paymentsOf(payments: readonly Price[], { picks, slots }: Model): Float64Array {
  const ofPick = new Float64Array(picks.entry.length);
  const seats = seatCount(slots);
  for (const { row, amount } of payments) {
    const members = row.kind === "test" ? picksThatPass(row.share.share.tests) : null;
    for (const pick of members ?? []) ofPick[pick]! += Math.floor(amount / seats);
  }
  return ofPick;
}
