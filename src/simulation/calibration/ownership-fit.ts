import type { Problem } from "../../contests/problem/problem.ts";
import { ln } from "../../shared/normal.ts";
import { mean } from "../mean.ts";
import type { Observed } from "./observed.ts";

export interface OwnedPlayer {
  readonly uuid: string;
  readonly projected: number;
  readonly actual: number;
}

export interface OwnershipFit {
  readonly players: readonly OwnedPlayer[];
  /** The mean of the absolute differences, in percentage points. */
  readonly misfit: number;
  /** The mean of actual minus projected, in percentage points. */
  readonly bias: number;
  /** The correlation of projected and actual ownership; null if one does not vary. */
  readonly correlation: number | null;
  /**
   * The standard deviation of the difference between the log odds of actual and projected ownership, over
   * players projected at 2% or more; null for fewer than two.
   */
  readonly logOdds: number | null;
}

/** The least projected ownership, in percent, at which log odds are compared. */
const LEAST_PROJECTED = 2;

/** Compares ownership; null if none is projected or the standings have none. */
export function ownershipFitOf(
  { entries }: Problem,
  projected: ReadonlyMap<string, number>,
  { drafted }: Observed,
): OwnershipFit | null {
  const isListed = drafted.some((percent) => !Number.isNaN(percent));
  const players = entries.flatMap(({ uuid }, at): OwnedPlayer[] => {
    const percent = projected.get(uuid);
    // A player that no entry has is not listed.
    const actual = Number.isNaN(drafted[at]!) ? 0 : drafted[at]!;
    return percent === undefined ? [] : [{ uuid, projected: percent, actual }];
  });
  if (players.length === 0 || !isListed) return null;
  const differences = players.map((one) => one.actual - one.projected);
  const odds = players
    .filter((one) => one.projected >= LEAST_PROJECTED)
    .map((one) => logOddsOf(one.actual) - logOddsOf(one.projected));
  return {
    players,
    misfit: mean(differences.map(Math.abs)),
    bias: mean(differences),
    correlation: correlationOf(players),
    logOdds: odds.length < 2 ? null : Math.sqrt(mean(odds.map((one) => (one - mean(odds)) ** 2))),
  };
}

function logOddsOf(percent: number): number {
  const share = Math.min(0.999, Math.max(0.001, percent / 100));
  return ln(share / (1 - share));
}

function correlationOf(players: readonly OwnedPlayer[]): number | null {
  const of = (key: "projected" | "actual") => {
    const values = players.map((one) => one[key]);
    const middle = mean(values);
    return values.map((value) => value - middle);
  };
  const [projected, actual] = [of("projected"), of("actual")];
  const size = Math.sqrt(mean(projected.map((one) => one ** 2)) * mean(actual.map((one) => one ** 2)));
  return size === 0 ? null : mean(projected.map((one, at) => one * actual[at]!)) / size;
}
