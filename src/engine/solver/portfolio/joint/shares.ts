import type { LineupTest } from "../../../model/lineup-test.ts";
import { isOncePerLineup, type Model } from "../../../model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../../model/portfolio-plan.ts";

/** A share that some portfolio could violate, with its test in a simpler form where there is one. */
export interface ReadShare {
  /** The share's index among the plan's shares. */
  readonly index: number;
  readonly share: PlanShare;
  /** The test as a condition on a set of picks; null if it has no such form. */
  readonly plain: PlainTest | null;
}

/**
 * A test that a lineup passes if it has one of `picks` (`some`), or if it has none of them (`none`). No
 * lineup has two of these picks.
 */
interface PlainTest {
  readonly picks: Int32Array;
  readonly passes: "some" | "none";
}

/** The shares that some portfolio could violate. */
export function readShares({ model, shares, count }: PortfolioPlan): ReadShare[] {
  return shares.flatMap((share, index) =>
    share.least <= 0 && share.most >= count ? [] : [{ index, share, plain: plainTestOf(model, share.tests) }],
  );
}

function plainTestOf(model: Model, [test, ...others]: readonly LineupTest[]): PlainTest | null {
  if (test === undefined || others.length > 0 || test.when !== null || test.alternatives.length !== 1)
    return null;
  const { sums, counts } = test.alternatives[0]!;
  if (sums.length > 0 || counts.length !== 1) return null;
  const { picks, least, most } = counts[0]!;
  if (!isExclusive(model, picks)) return null;
  if (least === 1 && most >= 1) return { picks, passes: "some" };
  if (least <= 0 && most === 0) return { picks, passes: "none" };
  return null;
}

/**
 * Whether no lineup has two of the picks: they belong to one player, or can only take the same single seat.
 */
function isExclusive(model: Model, picks: Int32Array): boolean {
  const { entry, slots: seatsOf } = model.picks;
  if (isOncePerLineup(model) && picks.every((pick) => entry[pick] === entry[picks[0]!])) return true;
  const reached = picks.reduce((bits, pick) => bits | seatsOf[pick]!, 0);
  return model.slots.reduce((seats, { count }, slot) => seats + ((reached >> slot) & 1) * count, 0) <= 1;
}
