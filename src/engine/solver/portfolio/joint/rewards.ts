import type { LineupTest } from "../../../model/lineup-test.ts";
import type { Model } from "../../../model/model.ts";
import { picksThatPass } from "../../../model/passed-shares.ts";
import { seatCount } from "../../../roster.ts";
import type { Price } from "./prices.ts";

/** An upper bound on the rewards of a lineup for tests: a sum over its picks, plus a constant. */
export interface Rewards {
  readonly ofPick: Float64Array;
  readonly constant: number;
}

/**
 * Bounds rewards by a sum over picks. A lineup that passes a test without `when` has at least the minimum of each count of
 * some alternative; so the reward, divided by the minimum of one count per alternative, is paid in full.
 */
export function rewardsOf(rewards: readonly Price[], picks: number): Rewards {
  const ofPick = new Float64Array(picks);
  let constant = 0;
  for (const { row, amount } of rewards) {
    if (row.kind !== "test") continue;
    const [parts] = row.share.share.tests.flatMap((test) => partsOf(test, -amount) ?? []);
    if (parts === undefined) constant -= amount;
    else for (const [pick, part] of parts) ofPick[pick]! += part;
  }
  return { ofPick, constant };
}

/** Splits a reward among picks so that a passing lineup's parts sum to at least it; null if impossible. */
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
 * Per pick, a part of a lower bound on payments for tests: a lineup with any pick of a set pays in full, and has at most
 * as many of its picks as there are seats.
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
