import { afterAll, describe, expect, it } from "vitest";
import type { PortfolioOptions } from "../../src/optimizer/optimizer.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { endedEarly, keptOf, wholeOf } from "../../src/portfolio/ended-early.ts";
import { AbortedError, TimeLimitError } from "../../src/shared/errors.ts";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import { requestOf } from "../support/portfolio-request.ts";
import { tinyClassic } from "../support/tiny-contests.ts";
import { tinyPortfolio } from "../support/tiny-portfolio.ts";

const optimizer = await createOptimizer({ rules: [tinyClassic], threads: 0 });
afterAll(() => optimizer.close());

const solve = (portfolio: unknown, options?: PortfolioOptions) =>
  optimizer.portfolio(requestOf(portfolio), options);

describe("a portfolio that is stopped", () => {
  const drawn = { lineups: 8, method: "sequential", points: { random: { seed: 3, spread: "10%" } } };

  it("by its signal keeps its finished lineups if requested", async () => {
    // The hint about slow searches is printed only for a time limit.
    const rules = [{ sum: { column: "salary", most: 20_000 } }];
    const joint = { lineups: 8, exposure: [{ each: "player", most: "50%" }], rules };
    for (const description of [drawn, joint]) {
      const stopping = (onInterrupt: "keep" | "whole" | "refuse") => {
        const controller = new AbortController();
        const { signal } = controller;
        const onProgress = () => controller.abort("SIGINT");
        return solve(description, { signal, onInterrupt, onProgress, gap: 0 });
      };
      const { data, meta } = await stopping("keep");
      expect(data.length).toBeGreaterThan(0);
      const reason = `The search was interrupted with ${data.length} of 8 lineups found.`;
      expect(meta!.portfolio!.shortfall).toEqual({ reason, isProved: false });
      expect(meta!.solver).toBe("paths");
      for (const other of ["refuse", "whole"] as const) {
        const refused = expect(stopping(other)).rejects;
        await refused.toBeInstanceOf(AbortedError);
        await refused.toThrow(
          /^\d of the 8 lineups were found\. Use `onInterrupt: keep` to get them anyway\.$/,
        );
      }
    }
    await using byHighs = await createOptimizer({ rules: [tinyClassic], threads: 0, solver: "highs" });
    const controller = new AbortController();
    const { meta } = await byHighs.portfolio(requestOf({ ...joint, method: "sequential" }), {
      ...{ signal: controller.signal, onInterrupt: "keep", onProgress: () => controller.abort("SIGINT") },
    });
    expect(meta!.solver).toBe("highs");
  });

  it("by its time limit keeps them likewise", async () => {
    // The first report takes more than the remaining time. If it came too late, or the limit started later
    // by more than that, both are larger.
    const stopped = async (timeLimit: number, onShortfall: "keep" | "refuse", costs = false) => {
      const over = performance.now() + 2 * timeLimit;
      const onProgress = () => {
        while (performance.now() <= over);
      };
      return solve(drawn, { timeLimit, onShortfall, onProgress, costs });
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
      `The time limit was reached with ${data.length} of 8 lineups found.`,
    );
    expect(meta!.solver).toBe("paths");
    const refusal = expect(stopped(timeLimit, "refuse")).rejects;
    await refusal.toThrow(
      / of the 8 lineups were found within the time limit of \d+ ms\. Raise the limit, ask/,
    );
    await expect(stopped(timeLimit, "refuse", true)).rejects.toThrow(
      /within 50% of the time limit of \d+ ms; the rest of the time is reserved for computing the costs of rules\. Raise the limit, leave out the costs, ask/,
    );
  });

  it("by its time limit is the answer if complete, and an error if minimum shares are missed", () => {
    const planned = tinyPortfolio({ exposure: [{ of: "Player BQ1", least: 2 }] }, { count: 2 });
    const lineups = [
      { picks: [], points: 2 },
      { picks: [], points: 1 },
    ];
    const last = { lineups, sum: null, bound: 4, gap: null };
    expect(endedEarly(new TimeLimitError(50), last, planned)).toMatchObject({
      message: expect.stringContaining(
        "No set of 2 lineups that keeps all minimum shares was found within the time limit of 50 ms.",
      ),
    });
    expect(endedEarly(new AbortedError("SIGINT"), last, planned)).toMatchObject({
      message:
        "2 of the 2 lineups were found, but they do not keep all minimum shares. Use `onInterrupt: keep` to get them anyway.",
      cause: "SIGINT",
    });
    expect(wholeOf(new TimeLimitError(50), last, planned.plan)).toBeNull();
    const whole = { ...last, sum: 3 };
    expect(wholeOf(new TimeLimitError(50), whole, planned.plan)).toEqual({
      ...{ lineups, bound: 4, prices: null, endedBy: "time" },
    });
    expect(wholeOf(new AbortedError(), whole, planned.plan)).toBeNull();
  });

  it("has no bound, and says so, if it violates the description", () => {
    const planned = tinyPortfolio({ exposure: [{ of: "Player BQ1", least: 2 }] }, { count: 2 });
    const { entry, points } = planned.plan.model.picks;
    const of = (uuid: (at: number) => boolean) => [...entry.keys()].filter((pick) => uuid(entry[pick]!));
    const [asked] = planned.shares;
    const has = of((at) => at === asked!.entry).slice(0, 1);
    const others = of((at) => at !== asked!.entry);
    const lineupOf = (picks: readonly number[]) => ({
      picks,
      points: picks.reduce((sum, pick) => sum + points[pick]!, 0),
    });
    const keptWith = (...lineups: readonly (readonly number[])[]) =>
      keptOf(
        new AbortedError(),
        { lineups: lineups.map(lineupOf), sum: null, bound: 4, gap: null },
        { ...planned, asked: { ...planned.asked, onInterrupt: "keep" } },
      );
    const broken = keptWith([...has, others[0]!], [others[1]!, others[2]!])!;
    expect(broken.bound).toBeNull();
    expect(broken.shortfall!.reason).toContain("it is not known how close they are to the best");
    const whole = keptWith([...has, others[0]!], [...has, others[1]!])!;
    expect(whole.bound).toBe(4);
    expect(whole.shortfall!.reason).toBe("The search was interrupted with 2 of 2 lineups found.");
    // A set for which nothing but its lineups was reported is complete, too.
    const lineups = [
      [...has, others[0]!],
      [...has, others[1]!],
    ].map(lineupOf);
    const last = { lineups, sum: null, bound: 4, gap: null };
    expect(wholeOf(new TimeLimitError(50), last, planned.plan)).toEqual({
      ...{ lineups, bound: 4, prices: null, endedBy: "time" },
    });
    const wanted = (onInterrupt: "whole" | "refuse") =>
      keptOf(new AbortedError(), last, { ...planned, asked: { ...planned.asked, onInterrupt } });
    expect(wanted("whole")).toEqual(whole);
    expect(wanted("refuse")).toBeNull();
  });
});
