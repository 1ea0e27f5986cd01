import type { Entry } from "../../src/contests/problem/problem.ts";
import type { PickCount } from "../../src/engine/model/lineup-test.ts";
import type { Rule } from "../../src/engine/model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import type { Subject } from "../subject.ts";

/** The requirements and the goal of a joint portfolio of 150 lineups. */
export interface JointCase {
  readonly name: string;
  /** The sample slate. */
  readonly slate: string;
  /** The maximum share of lineups for every player. */
  readonly most: number;
  /** The minimum share of lineups for ten mid-range players. */
  readonly least?: number;
  readonly unique?: number;
  /** A QB with two receivers of the same team and one player of the opponent. */
  readonly isStacked?: boolean;
  /** In LP relaxations. */
  readonly goal: number;
  /** The gap at which to stop, as a share of the bound. */
  readonly gap: number;
}

const FOOTBALL = "american-football.bookA.classic";
const BASKETBALL = "basketball.bookA.classic";

export const JOINT_CASES: readonly JointCase[] = [
  { name: "football, most 30%", slate: FOOTBALL, most: 0.3, goal: 80, gap: 0.00003 },
  {
    name: "football, most 30%, u 2, QB + 2 + 1",
    slate: FOOTBALL,
    most: 0.3,
    unique: 2,
    isStacked: true,
    goal: 400,
    gap: 0.0001,
  },
  { name: "football, ten at least 10%", slate: FOOTBALL, most: 0.3, least: 0.1, goal: 120, gap: 0.00003 },
  { name: "basketball, most 30%", slate: BASKETBALL, most: 0.3, goal: 80, gap: 0.00005 },
  { name: "basketball, ten at least 10%", slate: BASKETBALL, most: 0.3, least: 0.1, goal: 100, gap: 0.00005 },
];

export const LINEUPS = 150;

/** The rank, by points per salary, of the ten players with a minimum. */
const MIDDLE = 40;

/** The plan of a case. */
export function jointPlan({ problem, model }: Subject, asked: JointCase): PortfolioPlan {
  const { entry, points, salary } = model.picks;
  const picksOf = (wanted: (one: Entry) => boolean) =>
    Int32Array.from([...entry.keys()].filter((pick) => wanted(problem.entries[entry[pick]!]!)));
  const value = (pick: number) => points[pick]! / salary[pick]!;
  const middle = new Set(
    [...entry.keys()]
      .sort((a, b) => value(b) - value(a) || a - b)
      .slice(MIDDLE, MIDDLE + 10)
      .map((pick) => entry[pick]!),
  );
  const shares = problem.entries.map((one, own): PlanShare => {
    const count = atLeast(
      picksOf((other) => other === one),
      1,
    );
    return {
      tests: [{ when: null, alternatives: [{ counts: [count], sums: [] }] }],
      least: middle.has(own) ? Math.ceil((asked.least ?? 0) * LINEUPS) : 0,
      most: Math.floor(asked.most * LINEUPS),
      origin: { pointer: `/exposure/${own}`, words: "" },
    };
  });
  const stack: Rule = {
    kind: "disjunction",
    when: null,
    alternatives: [...new Set(problem.entries.map(({ team }) => team))].map((team) => {
      const event = problem.entries.find((one) => one.team === team)!.event;
      const plays = (one: Entry, ...positions: string[]) =>
        positions.some((position) => one.positions.includes(position));
      return {
        counts: [
          atLeast(
            picksOf((one) => one.team === team && plays(one, "QB")),
            1,
          ),
          atLeast(
            picksOf((one) => one.team === team && plays(one, "WR", "TE")),
            2,
          ),
          atLeast(
            picksOf((one) => one.event === event && one.team !== team && plays(one, "RB", "WR", "TE")),
            1,
          ),
        ],
        sums: [],
      };
    }),
    origin: { constraint: "portfolio", pointer: null, words: "QB + 2 + 1" },
  };
  return {
    model: asked.isStacked ? { ...model, rules: [...model.rules, stack] } : model,
    count: LINEUPS,
    unique: asked.unique ?? 0,
    choices: null,
    avoid: [],
    shares,
    random: null,
  };
}

function atLeast(picks: Int32Array, least: number): PickCount {
  return { picks, least, most: Number.POSITIVE_INFINITY };
}
