import fc from "fast-check";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import {
  AbortedError,
  InfeasibleError,
  InvalidRequestError,
  type LineupError,
  TimeLimitError,
} from "../../src/errors.ts";
import { seatSolutions } from "../../src/lineup/seat-solutions.ts";
import { satisfies } from "../../src/model/satisfies.ts";
import type { PortfolioOptions, PortfolioRequest } from "../../src/optimizer.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { createRunner } from "../../src/platform/node/runner.ts";
import { checkPortfolio } from "../../src/portfolio/check/check-portfolio.ts";
import { costsOf } from "../../src/portfolio/costs.ts";
import type { PortfolioReport } from "../../src/portfolio/outcome.ts";
import { solvePortfolio } from "../../src/portfolio/solve.ts";
import type { FantasyLineupDocument } from "../../src/schema/lineups.ts";
import { createSearch, type Search } from "../../src/search/search.ts";
import type { Control } from "../../src/solver/contract.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { POOLS, rules, shares } from "../support/portfolio-arbitraries.ts";
import { runs, share } from "../support/runs.ts";
import { tinyClassic, tinyShowdown } from "../support/tiny-contests.ts";
import { tinyFacts, tinyPortfolio, tinyResources } from "../support/tiny-portfolio.ts";
import { tinyProblem, tinyProjections, tinyRequest, uuidOf } from "../support/tiny-problem.ts";

const optimizer = await createOptimizer({ rules: [tinyClassic, tinyShowdown], threads: 0 });
afterAll(() => optimizer.close());

type Contest = "classic" | "showdown";

function requestOf(
  portfolio: unknown,
  contest: Contest = "classic",
  more: Partial<PortfolioRequest> = {},
): PortfolioRequest {
  const rows = POOLS[contest];
  return {
    sport: "tiny",
    body: tinyRequest(contest, rows),
    projections: { data: tinyProjections(rows), included: tinyResources(rows) },
    facts: tinyFacts(rows),
    portfolio: portfolio as PortfolioRequest["portfolio"],
    ...more,
  } as PortfolioRequest;
}

const solve = (portfolio: unknown, contest?: Contest, options?: PortfolioOptions) =>
  optimizer.portfolio(requestOf(portfolio, contest), options);

/** The error of a portfolio of more lineups than there are that have nobody in common. */
async function explained(search: Search, control: Control) {
  const rows = POOLS.classic;
  const description = { lineups: 4, unique: 4, lock: ["Player BQ1"] };
  const inputs = { count: 4, resources: tinyResources(rows), facts: tinyFacts(rows) };
  const planned = tinyPortfolio(description, { rows, ...inputs });
  const explain = () => Promise.reject(new Error("a lineup is there"));
  const solving = { search, explain, solver: "auto", control } as const;
  try {
    await solvePortfolio(description, planned, { ...inputs, problem: planned.problem }, solving);
  } catch (error) {
    return error as Error;
  }
  throw new Error("it could be");
}

/** The sum of the best lineups one by one, of which each leaves the others, by trying all lineups at every step. */
function greedySum(description: object, contest: Contest, count: number): number | null {
  const { plan, problem, people } = tinyPortfolio(description, { contest, rows: POOLS[contest], count });
  const all = allSolutions(plan.model)
    .filter(({ picks }) => satisfies(plan.model, picks))
    .map((solution) => ({ points: solution.points, seats: seatSolutions(plan.model, [solution])[0]! }));
  const chosen: typeof all = [];
  while (chosen.length < count) {
    const next = all.find((one) => {
      const lineups = [...chosen, one].map(({ seats }) => seats);
      const judged = { description, problem, people, count, avoided: [], isShort: true };
      return checkPortfolio(lineups, judged).length === 0;
    });
    if (next === undefined) return null;
    chosen.push(next);
  }
  return chosen.reduce((sum, { points }) => sum + points, 0);
}

describe("a portfolio", () => {
  it("comes best first, checked, with what each share came to", async () => {
    const reports: PortfolioReport[] = [];
    const { data, meta } = await solve(
      {
        lineups: 6,
        unique: 2,
        exposure: [
          { each: "player", most: "50%" },
          { of: "Player BW1", least: 2 },
        ],
      },
      "classic",
      { onProgress: (report) => reports.push(report) },
    );
    expect(data).toHaveLength(6);
    const points = data.map(({ attributes }) => attributes.points);
    expect(points).toEqual(points.toSorted((a, b) => b - a));
    const { sum, bound, gap, shares: found, method, unique } = meta!.portfolio!;
    expect({ method, unique }).toEqual({ method: "joint", unique: 2 });
    expect(sum).toBeCloseTo(
      points.reduce((so, one) => so + one, 0),
      3,
    );
    expect(bound).toBeGreaterThanOrEqual(sum);
    expect(gap).toBeLessThan(0.01);
    const own = found.find(({ pointer }) => pointer === "/portfolio/exposure/1")!;
    const held = data.filter(({ relationships }) =>
      JSON.stringify(relationships).includes(uuidOf("Player BW1")),
    );
    expect(own).toMatchObject({
      least: 2,
      most: 6,
      lineups: held.length,
      asked: "at least 2",
      uuid: uuidOf("Player BW1"),
    });
    expect(found.every(({ lineups }) => lineups > 0 && lineups <= 6)).toBe(true);
    expect(found.some(({ boundBy }) => boundBy === "most")).toBe(true);
    expect(reports.every(({ asked }) => asked === 6)).toBe(true);
    expect(reports.length).toBeGreaterThan(0);
  });

  it.each(["joint", "sequential"] as const)("%s, says what it would be without each rule", async (method) => {
    const parts = {
      unique: 2,
      salary: "14000..",
      exposure: [
        { name: "half", each: "player", most: "50%" },
        { of: "Player BQ1", most: "75%" },
        { of: { team: "KC" }, most: "100%" },
      ],
      rules: [{ name: "pair", some: "team", count: { of: { position: ["WR", "QB"] }, least: 2 } }],
      avoid: ["entered.csv"],
    } as const;
    const [best] = (await solve({ lineups: 1 })).data;
    const entered = Object.entries(best!.attributes.byPositions).flatMap(([slot, seats]) =>
      seats.map(({ uuid }) => ({ uuid, slot })),
    );
    const avoided = new Map([["entered.csv", [entered]]]);
    const reports: PortfolioReport["costs"][] = [];
    const ask = (description: object) =>
      optimizer.portfolio(requestOf({ lineups: 4, method, ...description }, "classic", { avoided }), {
        ...{ costs: true, gap: 0, onProgress: ({ costs: so }: PortfolioReport) => reports.push(so) },
      });
    const { costs, sum } = (await ask(parts)).meta!.portfolio!;
    expect(reports.filter((one) => one !== undefined)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((done) => ({ done, of: 7 })),
    );
    const { unique: _u, ...withoutUnique } = parts;
    const { salary: _s, ...withoutSalary } = parts;
    const { avoid: _a, ...withoutAvoided } = parts;
    const [each, one, team] = parts.exposure;
    const others = [
      withoutUnique,
      withoutAvoided,
      withoutSalary,
      { ...parts, exposure: [one, team] },
      { ...parts, exposure: [each, team] },
      { ...parts, exposure: [each, one] },
      { ...parts, rules: [] },
    ];
    const means: number[] = [];
    for (const other of others) means.push((await ask(other)).meta!.portfolio!.sum / 4);
    expect(costs!.map(({ what }) => what)).toEqual([
      "unique",
      "avoid",
      "salary",
      "exposure[0], half",
      "exposure[1]: Player BQ1 at most 75%",
      "exposure[2]: team KC at most 100%",
      "rules[0], pair",
    ]);
    for (const [at, { meanWithout }] of costs!.entries()) expect(meanWithout).toBeCloseTo(means[at]!, 3);
    expect(Math.max(...means)).toBeGreaterThan(sum / 4 + 0.1);
  });

  it("says what it would be without the exposures of its files' columns", async () => {
    const most = { minimum: null, maximum: 50 };
    const exposures = new Map(POOLS.classic.map(({ name }) => [uuidOf(name), most]));
    const facts = { ...tinyFacts(POOLS.classic), exposures };
    // The other columns are still there without those of exposures.
    const rules = [{ sum: { column: "Order", missing: 0, least: 0 } }];
    const { meta } = await optimizer.portfolio(requestOf({ lineups: 4, rules }, "classic", { facts }), {
      costs: true,
    });
    const plain = (await solve({ lineups: 4 })).meta!.portfolio!;
    expect(plain.sum).toBeGreaterThan(meta!.portfolio!.sum);
    expect(meta!.portfolio!.costs).toEqual([
      expect.objectContaining({ what: "rules[0]" }),
      {
        pointer: "/portfolio/columns",
        what: "exposures of the files' columns",
        meanWithout: expect.closeTo(plain.sum / 4, 3),
      },
    ]);
    expect(plain.costs).toBeUndefined();
    // What costs nothing says so beside what costs much.
    const given = { lineups: 4, unique: 3, exposure: [{ of: { team: "KC" }, most: "100%" }] };
    const { costs, sum } = (await optimizer.portfolio(requestOf(given), { costs: true, gap: 0 })).meta!
      .portfolio!;
    expect(costs!.map(({ meanWithout }) => meanWithout! > sum / 4 + 0.01)).toEqual([true, false]);
  });

  it("says of no rule what it costs where time is up, and never that a whole is better for one", async () => {
    const search = createSearch(createRunner(0));
    onTestFinished(() => search.close());
    const rows = POOLS.classic;
    const exposures = new Map([[uuidOf("Player BW1"), { minimum: 60, maximum: 40 }]]);
    const means = async (description: object, claimed: number, deadline?: number, price?: number) => {
      const facts = { ...tinyFacts(rows), ...("lock" in description && { exposures }) };
      const inputs = { count: 2, resources: tinyResources(rows), facts };
      const planned = tinyPortfolio(description, { rows, ...inputs });
      const lineups = [{ picks: [], points: claimed * 1e10 }];
      const prices = price === undefined ? null : new Float64Array(planned.shares.length).fill(price);
      const answered = { lineups, bound: null, prices };
      const asked = { ...inputs, problem: tinyProblem("classic", rows) };
      const whole = { description, planned, inputs: asked, answered };
      const solving = { search, solver: "auto", control: { deadline }, gap: 0 } as const;
      return (await costsOf(whole, solving, () => {})).map(({ meanWithout }) => meanWithout);
    };
    const past = performance.now() - 1;
    expect(await means({ unique: 2, exclude: ["Player BQ1"] }, 10, past)).toEqual([null, null]);
    // What the proof pays nothing for is known without a search, unless another share takes its place.
    const exposure = [
      { of: { team: "KC" }, most: "100%" },
      { of: "Player BQ1", most: 1 },
      { each: "player", most: 1 },
    ];
    expect(await means({ unique: 2, exposure }, 10, past, 0)).toEqual([null, 10, null, 10]);
    expect(await means({ exposure }, 10, past, 1)).toEqual([null, null, null]);
    expect(await means({ exposure }, 10, past)).toEqual([null, null, null]);
    // Without the lock the file's columns contradict each other.
    expect(await means({ lock: ["Player BW1"] }, 10)).toEqual([null]);
    expect(await means({ unique: 2 }, 900)).toEqual([900]);
    const [found] = await means({ unique: 2, method: "sequential" }, 900);
    expect(found).toBeLessThan(200);
    expect(await means({ unique: 2 }, 10)).toEqual([found]);
  });

  it("takes its number from the request, else the description, else the body", async () => {
    const own = { lineups: 2 };
    const count = async (more: Partial<PortfolioRequest>) =>
      (await optimizer.portfolio(requestOf(own, "classic", more))).data.length;
    expect(await count({})).toBe(2);
    expect(await count({ count: 4 })).toBe(4);
    expect((await solve({})).data).toHaveLength(3);
  });

  it("is never worse as a whole than one lineup after another, which is what trying every step gives", async () => {
    const seen = { tried: 0, none: 0, better: 0 };
    const descriptions = fc.record({
      unique: fc.constantFrom(undefined, 1, 2),
      rules: fc.array(rules("showdown"), { minLength: 1, maxLength: 2 }),
      exposure: fc.array(
        shares
          .filter(
            ({ share: one, least }) =>
              least === undefined && (one === undefined || String(one).startsWith("..")),
          )
          .chain((limits) =>
            fc.constantFrom({ each: "player", ...limits }, { of: { team: "BUF", slot: "CPT" }, ...limits }),
          ),
        { maxLength: 2 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(descriptions, async (description) => {
        let expected: number | null;
        try {
          expected = greedySum(description, "showdown", 4);
        } catch (error) {
          if (error instanceof InvalidRequestError) return;
          throw error;
        }
        const sums: number[] = [];
        for (const method of ["sequential", "joint"] as const) {
          try {
            const { meta } = await solve({ lineups: 4, ...description, method }, "showdown");
            sums.push(meta!.portfolio!.sum);
          } catch (error) {
            if (!(error instanceof InfeasibleError)) throw error;
            sums.push(Number.NEGATIVE_INFINITY);
          }
        }
        const [sequential, joint] = sums as [number, number];
        if (expected === null) expect(sequential).toBe(Number.NEGATIVE_INFINITY);
        else expect(sequential).toBeCloseTo(expected / 1e10, 3);
        expect(joint).toBeGreaterThanOrEqual(sequential);
        seen.tried += 1;
        seen.none += Number(expected === null);
        seen.better += Number(joint > sequential);
      }),
      runs(16, 5),
    );
    expect(seen.tried).toBeGreaterThan(share(16, 0.4));
    expect(seen.tried - seen.none).toBeGreaterThan(share(16, 0.2));
  });
});

describe("a portfolio of points drawn anew", () => {
  const random = { lineups: 5, method: "sequential", unique: 1 };

  it("comes in the order drawn, each lineup with its own and its plain points, the same for the same seed", async () => {
    const ask = async (seed: number, spread: string) =>
      (await solve({ ...random, points: { random: { seed, spread } } })).data.map(
        ({ attributes }) => attributes,
      );
    const drawn = await ask(7, "40%");
    expect(await ask(7, "40%")).toMatchObject(
      drawn.map(({ uuid, points, pointsDrawn }) => ({ uuid, points, pointsDrawn })),
    );
    expect((await ask(8, "40%")).map(({ uuid }) => uuid)).not.toEqual(drawn.map(({ uuid }) => uuid));
    const points = drawn.map((one) => one.points);
    expect(points).not.toEqual(points.toSorted((a, b) => b - a));
    for (const one of drawn) {
      const seats = Object.values(one.byPositions).flat();
      expect(one.points).toBeCloseTo(
        seats.reduce((sum, seat) => sum + seat.points, 0),
        3,
      );
      expect(Math.abs(one.pointsDrawn! - one.points)).toBeLessThanOrEqual(0.4 * one.points);
      expect(one.pointsDrawn).not.toBe(one.points);
    }
    const still = await ask(7, "0%");
    const plain = (await solve(random)).data;
    expect(still.map(({ points: own, pointsDrawn }) => [own, pointsDrawn])).toEqual(
      plain.map(({ attributes }) => [attributes.points, attributes.points]),
    );
  });
});

describe("a portfolio that is stopped", () => {
  const drawn = { lineups: 8, method: "sequential", points: { random: { seed: 3, spread: "10%" } } };

  it("by its signal is kept as far as it is finished where that is asked for", async () => {
    // What makes a search long is said of a time limit alone.
    const rules = [{ sum: { column: "salary", most: 20_000 } }];
    const joint = { lineups: 8, exposure: [{ each: "player", most: "50%" }], rules };
    for (const description of [drawn, joint]) {
      const stopping = (onInterrupt: "keep" | "refuse") => {
        const controller = new AbortController();
        const { signal } = controller;
        const onProgress = () => controller.abort("SIGINT");
        return solve(description, "classic", { signal, onInterrupt, onProgress, gap: 0 });
      };
      const { data, meta } = await stopping("keep");
      expect(data.length).toBeGreaterThan(0);
      const reason = `It was interrupted with ${data.length} of the 8 lineups asked for.`;
      expect(meta!.portfolio!.shortfall).toEqual({ reason, isProved: false });
      expect(meta!.solver).toBe("paths");
      await expect(stopping("refuse")).rejects.toBeInstanceOf(AbortedError);
    }
    await using byHighs = await createOptimizer({ rules: [tinyClassic], threads: 0, solver: "highs" });
    const controller = new AbortController();
    const { meta } = await byHighs.portfolio(requestOf({ ...joint, method: "sequential" }), {
      ...{ signal: controller.signal, onInterrupt: "keep", onProgress: () => controller.abort("SIGINT") },
    });
    expect(meta!.solver).toBe("highs");
  });

  it("while its costs are reckoned is kept without them where that is asked for", async () => {
    const stopping = (onInterrupt: "keep" | "refuse") => {
      const controller = new AbortController();
      const onProgress = ({ costs }: PortfolioReport) => {
        if (costs?.done === 1) controller.abort("SIGINT");
      };
      const { signal } = controller;
      return solve({ lineups: 3, unique: 2, salary: "14000.." }, "classic", {
        ...{ signal, onInterrupt, onProgress, costs: true },
      });
    };
    const { data, meta } = await stopping("keep");
    expect(data).toHaveLength(3);
    expect(meta!.portfolio).not.toHaveProperty("costs");
    expect(meta!.portfolio).not.toHaveProperty("shortfall");
    await expect(stopping("refuse")).rejects.toBeInstanceOf(AbortedError);
  });

  it("by its time limit is kept likewise", async () => {
    // The first report takes more than the time that is left. Where it came too late, or the limit began later by
    // more than that, there is more of both.
    const stopped = async (timeLimit: number, onShortfall: "keep" | "refuse") => {
      const over = performance.now() + 2 * timeLimit;
      const onProgress = () => {
        while (performance.now() <= over);
      };
      return solve(drawn, "classic", { timeLimit, onShortfall, onProgress });
    };
    const kept = async (timeLimit: number): Promise<[FantasyLineupDocument, number]> => {
      try {
        const document = await stopped(timeLimit, "keep");
        if (document.data.length < drawn.lineups) return [document, timeLimit];
      } catch (error) {
        if (!(error instanceof TimeLimitError)) throw error;
      }
      return kept(4 * timeLimit);
    };
    const [{ data, meta }, timeLimit] = await kept(150);
    expect(meta!.portfolio!.shortfall!.reason).toBe(
      `The time limit was reached with ${data.length} of the 8 lineups asked for.`,
    );
    expect(meta!.solver).toBe("paths");
    const refusal = expect(stopped(timeLimit, "refuse")).rejects;
    await refusal.toThrow(/ of the 8 lineups were found within the time limit of \d+ ms\. Raise the limit/);
  });
});

describe("a portfolio that cannot be", () => {
  async function refusal(
    portfolio: unknown,
    options?: PortfolioOptions,
    lines?: ReadonlyMap<string, number>,
  ): Promise<LineupError> {
    try {
      await optimizer.portfolio(requestOf(portfolio, "classic", { portfolioLines: lines }), options);
    } catch (error) {
      if (error instanceof InfeasibleError) return error;
      throw error;
    }
    throw new Error("it could be");
  }

  it("for one lineup's rules names a smallest set of them, with their lines", async () => {
    const error = await refusal(
      {
        lock: ["Player BQ1"],
        rules: [
          { name: "cheap", sum: { column: "salary", most: 15_000 } },
          { name: "nobody beside him", when: { of: "Player BQ1" }, count: { of: { team: "KC" }, least: 4 } },
        ],
      },
      {},
      new Map([
        ["/rules/1", 9],
        ["/lock/0", 2],
      ]),
    );
    expect(error.message).toMatch(/rules\[1\] \(line 9\), nobody beside him/);
    expect(error.message).toMatch(
      /^No lineup keeps all of these: Player BQ1 \(QB, BUF.* included \(lock\[0\] \(line 2\)/,
    );
    expect(error.message).not.toMatch(/cheap/);
  });

  it.each([
    [
      "one count",
      { rules: [{ name: "many", count: { of: { position: "DST" }, least: 2 } }] },
      /^No lineup keeps rules\[0\] \(line 2\), many\.$/,
    ],
    [
      "a sum",
      { rules: [{ name: "free", sum: { column: "salary", most: 4_000 } }] },
      /rules\[0\] \(line 2\), free/,
    ],
    [
      "two sums",
      {
        rules: [
          { name: "cheap", sum: { column: "salary", most: 11_000 } },
          { name: "dear", sum: { column: "salary", of: { position: "QB" }, least: 9_500 } },
        ],
      },
      /rules\[0\] \(line 2\), cheap|rules\[1\], dear/,
    ],
    [
      "a least share of a stack beside a most share",
      {
        lineups: 5,
        exposure: [{ of: { team: "BUF" }, most: "20%" }],
        rules: [{ name: "stack", count: { of: { team: "BUF" }, least: 2 }, share: "60%.." }],
      },
      /^No portfolio of 5 lineups keeps all of this: exposure\[0\]: .*; and rules\[0\] \(line 2\): stack in at least 60%/,
    ],
    [
      "lineups that have nobody in common, of which there are four",
      { lineups: 5, unique: 4 },
      /^No portfolio of 5 lineups keeps all of this: unique.*; and lineups: .* at most 4 lineups .*Ask for at most 4, or lower unique\.$/,
    ],
  ])("for %s is explained in the file's words", async (_, portfolio, words) => {
    const error = await refusal(portfolio, {}, new Map([["/rules/0", 2]]));
    expect(error.message).toMatch(words);
  });

  it("is explained for no longer than its own limit and half a minute, whichever is sooner", async () => {
    const search = createSearch(createRunner(0));
    onTestFinished(() => search.close());
    const { signal } = new AbortController();
    const controls: Control[] = [];
    const watched = (isLate: boolean): Search => ({
      ...search,
      portfolio(plan, method, solver, control, onProgress) {
        controls.push(control);
        if (isLate && controls.length > 1) return Promise.reject(new TimeLimitError(1));
        return search.portfolio(plan, method, solver, control, onProgress);
      },
    });
    const limits = async (control: Control, isLate = false) => {
      controls.length = 0;
      const error = await explained(watched(isLate), control);
      const [, ...others] = controls;
      expect(others.length).toBeGreaterThan(0);
      expect(others.every((one) => one.signal === control.signal)).toBe(true);
      return { error, deadlines: others.map(({ deadline }) => deadline!) };
    };
    const hour = 3_600_000;
    const began = performance.now();
    const { error, deadlines } = await limits({ signal });
    expect(error.message).toMatch(/^No portfolio of 4 lineups keeps all of this: unique.*lock\[0\]/);
    for (const deadline of deadlines) expect(deadline).toBeGreaterThanOrEqual(began + 30_000);
    for (const deadline of deadlines) expect(deadline).toBeLessThanOrEqual(performance.now() + 30_000);
    const own = performance.now() + 20_000;
    expect((await limits({ deadline: own })).deadlines[0]).toBe(own);
    // That there is none is known by then, whichever ends.
    for (const deadline of [began + hour, own]) {
      const late = await limits({ deadline }, true);
      expect(late.error).toBeInstanceOf(InfeasibleError);
      expect(late.error.message).toMatch(/what stands in its way was not found in time\.$/);
    }
  });

  it("lineup by lineup says what stopped it, and keeps what was built where that is asked for", async () => {
    const description = {
      lineups: 8,
      method: "sequential",
      exposure: [{ each: "player", of: { position: "QB" }, most: 1 }],
    };
    const error = await refusal(description);
    expect(error.message).toMatch(/^Found 4 of the 8 lineups asked for/);
    expect(error.message).toMatch(
      /exposure\[0\]: Player [BDKN]Q1 .* and 1 more, each in at most 1 of 8 lineups/,
    );
    const { data, meta } = await solve(description, "classic", { onShortfall: "keep" });
    expect(data).toHaveLength(4);
    expect(meta!.portfolio!.shortfall).toMatchObject({ reason: error.message });
  });

  it("as a whole names the shares and rules that contradict each other over all lineups", async () => {
    const error = await refusal(
      {
        lineups: 4,
        lock: ["Player BQ1"],
        exposure: [
          { of: "Player DQ1", least: "25%" },
          { of: "Player NQ1", most: "75%" },
          { each: "player", of: { position: "RB" }, most: "75%" },
        ],
      },
      {},
      new Map([["/exposure/0", 4]]),
    );
    expect(error.message).toMatch(/^No portfolio of 4 lineups keeps all of this: exposure\[0\] \(line 4\): /);
    expect(error.message).toMatch(/Player BQ1.*lock\[0\]/);
    expect(error.message).not.toMatch(/exposure\[[12]\]/);
  });
});
