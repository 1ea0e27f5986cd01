import { afterAll, describe, expect, it } from "vitest";
import type { PortfolioOptions } from "../../../src/optimizer/optimizer.ts";
import type { LineupError } from "../../../src/shared/errors.ts";
import { createOptimizer } from "../../support/built.ts";
import { rejection } from "../../support/client.ts";
import { smallInputs } from "../../support/inputs.ts";

const { sport, body, projections } = smallInputs("american-football.draftkings.classic");
const updatedAt = new Date(0);

const optimizers = await Promise.all([1, 0].map((threads) => createOptimizer({ threads })));
afterAll(() => Promise.all(optimizers.map((optimizer) => optimizer.close())));

const askedOf = (portfolio: object, count = 4) => ({ sport, body, projections, count, portfolio });

/**
 * The outcome of a portfolio in a worker and in the calling thread: its document, or the objects of its
 * error.
 */
async function bothWays(portfolio: object, options: PortfolioOptions = {}, count?: number) {
  const answers: unknown[] = [];
  for (const optimizer of optimizers) {
    const answer = optimizer.portfolio(askedOf(portfolio, count), { updatedAt, ...options });
    answers.push(await answer.catch((error: LineupError) => error.toErrorObjects()));
  }
  return answers;
}

/** Descriptions with lineups, and infeasible ones with the reason. */
const DESCRIPTIONS: readonly (readonly [string, object])[] = [
  ["lineups", { method: "sequential", unique: 2, exposure: [{ each: "player", most: "60%" }] }],
  ["lineups of drawn points", { method: "sequential", points: { random: { seed: 3 } } }],
  ["a field of the wrong type", { unique: "many" }],
  [
    "names that match no player",
    { lock: ["Nobody Atall"], rules: [{ count: { of: { team: "NOWHERE" }, most: 1 } }] },
  ],
  ["no lineup at all", { rules: [{ name: "ten", count: { least: 10 } }] }],
  ["too few lineups together", { unique: 9, exposure: [{ each: "player", most: 1 }] }],
  ["what no message carries", { unique: () => 3 }],
];

describe("a portfolio in a worker", () => {
  it.each(DESCRIPTIONS)("is the same as in the calling thread: %s", async (_, portfolio) => {
    const [inWorker, here] = await bothWays(portfolio, {}, 9);
    expect(inWorker).toEqual(here);
  });

  it("keeps an incomplete portfolio if requested", async () => {
    const [inWorker, here] = await bothWays(DESCRIPTIONS[5]![1], { onShortfall: "keep" }, 9);
    expect(inWorker).toEqual(here);
    expect(here).toHaveProperty("meta.portfolio.shortfall");
  });

  it("reports progress, and delays explanations until it is done", async () => {
    await using optimizer = await createOptimizer({ threads: 1 });
    const sums: (number | null)[] = [];
    const onProgress: PortfolioOptions["onProgress"] = ({ sum }) => sums.push(sum);
    const { meta } = await optimizer.portfolio(askedOf({ unique: 2 }), { onProgress });
    expect(sums.length).toBeGreaterThan(0);
    expect(Math.max(...sums.map(Number))).toBeLessThanOrEqual(meta!.portfolio!.sum);
    let asked = 0;
    const refused = new Error("The queue is full.");
    const beforeExplaining = async () => {
      asked += 1;
      throw refused;
    };
    const infeasible = askedOf({ rules: [{ count: { least: 10 } }] });
    expect(await rejection(optimizer.portfolio(infeasible, { beforeExplaining }))).toBe(refused);
    expect(asked).toBe(1);
  });

  it("ends on its signal, at its time limit and when its optimizer closes", async () => {
    const optimizer = await createOptimizer({ threads: 1 });
    const endless = askedOf({ unique: 3, exposure: [{ each: "player", most: "40%" }] }, 150);
    const controller = new AbortController();
    const aborted = rejection(
      optimizer.portfolio(endless, {
        signal: controller.signal,
        gap: 0,
        onProgress: () => controller.abort(),
      }),
    );
    expect(await aborted).toMatchObject({ code: "aborted" });
    const late = await rejection(optimizer.portfolio(endless, { timeLimit: 1 }));
    expect(late).toMatchObject({ code: "time-limit", milliseconds: 1 });
    const closed = rejection(
      optimizer.portfolio(endless, { gap: 0, onProgress: () => void optimizer.close() }),
    );
    expect(await closed).toMatchObject({ code: "closed" });
    expect(await rejection(optimizer.portfolio(endless))).toMatchObject({ code: "closed" });
  });
});
