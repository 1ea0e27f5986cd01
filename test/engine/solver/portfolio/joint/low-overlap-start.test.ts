import { beforeAll, describe, expect, it } from "vitest";
import { atLeast } from "../../../../../src/engine/model/model.ts";
import type { PortfolioOutcome, PortfolioPlan } from "../../../../../src/engine/model/portfolio-plan.ts";
import { createHighs, type HighsSolver } from "../../../../../src/engine/solver/highs.ts";
import type { Interrupt } from "../../../../../src/engine/solver/interrupt.ts";
import { unpackSolutions } from "../../../../../src/engine/solver/packed-solutions.ts";
import { createPathEngine } from "../../../../../src/engine/solver/paths/index.ts";
import { loadOrdered } from "../../../../../src/engine/solver/paths/ordered/load.ts";
import { Incumbent } from "../../../../../src/engine/solver/portfolio/joint/incumbent.ts";
import { solveJoint } from "../../../../../src/engine/solver/portfolio/joint/joint.ts";
import { streamByPaths } from "../../../../../src/engine/solver/portfolio/joint/lineup-stream.ts";
import { lowOverlapStart } from "../../../../../src/engine/solver/portfolio/joint/low-overlap-start.ts";
import { setUp } from "../../../../../src/engine/solver/portfolio/joint/restricted-master.ts";
import { compileHighs } from "../../../../../src/platform/node/machinery.ts";
import { AbortedError, TimeLimitError } from "../../../../../src/shared/errors.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";
import { free } from "../../../../support/interrupts.ts";
import { counted, isPortfolio, shareOf } from "../../../../support/portfolios.ts";

let highs: HighsSolver;
const engine = createPathEngine();

beforeAll(async () => {
  highs = await createHighs(await compileHighs());
  await loadOrdered();
});

const people = 16;

/** Four lineups of four players with at most one in common; two players must be in three of them. */
const plan: PortfolioPlan = {
  model: modelOf(
    [[0, 4]],
    Array.from({ length: people }, (_, entry) => [{ slots: [0], points: 30 - entry, salary: 1 }]),
  ),
  count: 4,
  unique: 3,
  choices: null,
  avoid: [],
  shares: [shareOf(counted([3], 1), 2, 4), shareOf(counted([9], 1), 2, 4)],
  random: null,
};

type Solve = (plan: PortfolioPlan, interrupt: Interrupt) => Promise<PortfolioOutcome>;

const tools = () => {
  const best = async (...given: [PortfolioPlan["model"], number]) =>
    unpackSolutions(await engine.best(...given, free()));
  return { stream: streamByPaths(engine, best, free()), highs: async () => highs, list: async () => null };
};

/** The resulting low-overlap start, with the plans that were tried. */
async function spread(given: PortfolioPlan, solve?: Solve) {
  const asked: PortfolioPlan[] = [];
  const { stream } = tools();
  const program = highs.linearProgram();
  const restricted = (await setUp(given, { start: [], stream, program }))!;
  const incumbent = new Incumbent(given, 0, [], () => {});
  const roughly: Solve = (own, limit) => solveJoint(own, { gap: 1, isRough: true }, tools(), limit, () => {});
  const before = restricted.master.columns.length;
  try {
    await lowOverlapStart(
      restricted,
      incumbent,
      (own, limit) => {
        asked.push(own);
        return (solve ?? roughly)(own, limit);
      },
      free(),
    );
  } finally {
    program.dispose();
  }
  const { columns } = restricted.master;
  return { asked, incumbent, columns, before };
}

/** Per tried plan, the maximum number of lineups for players without a minimum. */
const mostOf = (asked: readonly PortfolioPlan[], { shares }: PortfolioPlan) =>
  asked.map((own) => [...new Set(own.shares.slice(shares.length).map(({ most }) => most))]);

describe("lineups that share almost only required players", () => {
  it("are a portfolio of the plan, and enter the restricted master", async () => {
    const { asked, incumbent, columns, before } = await spread(plan);
    const picks = incumbent.lineups.map((lineup) => lineup.picks);
    expect(isPortfolio(plan, picks)).toBe(true);
    expect(mostOf(asked, plan)).toEqual([[1]]);
    expect(asked[0]!.shares.length).toBe(plan.shares.length + people - 2);
    const known = new Set(columns.map(({ key }) => key));
    expect(known.size).toBe(columns.length);
    expect(picks.every((own) => known.has(own.join()))).toBe(true);
    expect(columns.length).toBeGreaterThanOrEqual(before);
  });

  it("may repeat others in a few lineups if one lineup each is too few, but not players common to all", async () => {
    const short: Solve = async () => ({
      kind: "short",
      lineups: [],
      proved: true,
      witness: null,
      stoppedBy: null,
    });
    const { model } = plan;
    const locked = {
      ...plan,
      model: {
        ...model,
        rules: [...model.rules, { ...atLeast([5]), origin: model.rules[0]!.origin }],
      },
    } as PortfolioPlan;
    const { asked, incumbent } = await spread(locked, short);
    expect(incumbent.hasPortfolio).toBe(false);
    expect(mostOf(asked, plan)).toEqual([[1], [2], [3]]);
    expect(asked[0]!.shares.length).toBe(plan.shares.length + people - 3);
    const late = () => Promise.reject(new TimeLimitError(1));
    expect((await spread({ ...plan, count: 6 }, late)).asked.length).toBe(4);
  });

  it("are not searched for if lineups may share half of their players, or when no longer awaited", async () => {
    expect((await spread({ ...plan, unique: 1 })).asked).toEqual([]);
    expect((await spread({ ...plan, unique: 2 })).asked.length).toBe(1);
    const aborted = new AbortedError();
    await expect(spread(plan, () => Promise.reject(aborted))).rejects.toBe(aborted);
  });
});
