import type { Problem } from "../../contests/problem/problem.ts";
import type { Model } from "../../engine/model/model.ts";
import { ln } from "../../shared/normal.ts";
import { lineupsIn, type PastContest } from "../backtest/past-contest.ts";
import type { LineupReader } from "../contest/entered.ts";
import { deviation, mean } from "../mean.ts";
import type { Observed } from "./observed.ts";

export interface FieldFacts {
  readonly lineups: number;
  readonly distinct: number;
  readonly commonest: number;
  readonly salary: number;
  readonly salaries: readonly number[];
  /** Element i is the share of lineups with at most i + 1 players of one team. */
  readonly stacks: readonly number[];
  readonly scores: readonly number[];
  readonly first: number;
  readonly cash: number | null;
}

export interface FieldFit {
  readonly real: FieldFacts;
  readonly simulated: FieldFacts;
  readonly ownership: "projected" | "estimated";
  readonly leftOut: number;
}

export const SCORE_PARTS = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999] as const;
const SALARY_PARTS = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

export function realLineups(
  past: PastContest,
  reader: LineupReader,
): { readonly picks: readonly Int32Array[]; readonly leftOut: number } {
  const picks = lineupsIn(past)
    .map(({ lineup }) => reader.read(lineup))
    .filter((found) => found instanceof Int32Array);
  return { picks, leftOut: past.entries.length - picks.length };
}

export function fieldFacts(
  picks: readonly ArrayLike<number>[],
  { problem, model, observed }: FieldSlate,
  paid: number | null,
): FieldFacts {
  const { entry, role, salary } = model.picks;
  const counts = new Map<string, number>();
  const stacks: number[] = [];
  const teams = problem.entries.map(({ team }) => team);
  const multipliers = new Map(
    model.slots.map((slot, at) => [slot.role, problem.contest.slots[at]!.pointsMultiplier]),
  );
  const scores: number[] = [];
  const salaries: number[] = [];
  for (const lineup of picks) {
    const key = Array.prototype.join.call(lineup, " ");
    counts.set(key, 1 + (counts.get(key) ?? 0));
    const perTeam = new Map<string, number>();
    let [points, cost] = [0, 0];
    for (let seat = 0; seat < lineup.length; seat += 1) {
      const pick = lineup[seat]!;
      const scored = observed.points[entry[pick]!]!;
      if (!Number.isNaN(scored)) points += scored * multipliers.get(role[pick]!)!;
      cost += salary[pick]!;
      const team = teams[entry[pick]!]!;
      perTeam.set(team, 1 + (perTeam.get(team) ?? 0));
    }
    scores.push(points);
    salaries.push(cost);
    const largest = Math.max(...perTeam.values());
    while (stacks.length < largest) stacks.push(0);
    stacks[largest - 1]! += 1;
  }
  scores.sort((a, b) => a - b);
  salaries.sort((a, b) => a - b);
  const last = scores.length - 1;
  const at = (sorted: readonly number[]) => (part: number) => sorted[Math.round(part * last)]!;
  const places = paid === null ? 0 : Math.round(paid * scores.length);
  return {
    lineups: picks.length,
    distinct: counts.size / picks.length,
    commonest: [...counts.values()].reduce((most, one) => Math.max(most, one), 0) / picks.length,
    salary: mean(salaries),
    salaries: SALARY_PARTS.map(at(salaries)),
    stacks: stacks.map((count) => count / picks.length),
    scores: SCORE_PARTS.map(at(scores)),
    first: scores[last]!,
    cash: places === 0 ? null : scores[scores.length - places]!,
  };
}

interface FieldSlate {
  readonly problem: Problem;
  readonly model: Model;
  readonly observed: Observed;
}

export interface OwnedPlayer {
  readonly uuid: string;
  readonly projected: number;
  readonly actual: number;
}

export interface OwnershipFit {
  readonly players: readonly OwnedPlayer[];
  readonly misfit: number;
  readonly bias: number;
  readonly correlation: number | null;
  /**
   * The standard deviation of the difference of log odds, over players projected at 2% or more; null for
   * fewer than two.
   */
  readonly logOdds: number | null;
}

const LEAST_PROJECTED = 2;

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
    logOdds: odds.length < 2 ? null : deviation(odds),
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
