import fc from "fast-check";
import { expect, it } from "vitest";
import { parseContestTable } from "../../src/contests/catalog/contest.ts";
import type { Model } from "../../src/engine/model/model.ts";
import type { Solution } from "../../src/engine/solver/contract.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { solverProperties } from "../../src/testing/conformance/solver-properties.ts";
import { exhaustiveSolver } from "../../src/testing/exhaustive.ts";
import { lawProperties } from "../../src/testing/laws/laws.ts";
import { property } from "../../src/testing/property.ts";

const hoops = (await loadCatalog()).contest("basketball", "bookA", "showdown");
/** Few seats, so that exhaustive search is fast. */
const contest = parseContestTable(
  {
    ...hoops,
    contest: "trio",
    slots: hoops.slots.slice(1).map((slot) => ({ ...slot, count: 3 })),
    uploadOrder: ["UTIL"],
  },
  "trio",
);

type Solve = (model: Model, count: number) => Promise<readonly Solution[]>;
const best: Solve = (model, count) => exhaustiveSolver.best(model, count, {});
/** Misses the best lineup if a condition holds. */
const missing =
  (isMissed: (model: Model) => boolean): Solve =>
  async (model, count) =>
    isMissed(model) ? (await best(model, count + 1)).slice(1) : best(model, count);
/** Reports a total that is off by a unit if a condition holds. */
const shifted =
  (isShifted: (model: Model) => boolean): Solve =>
  async (model, count) =>
    (await best(model, count)).map((one) => ({ ...one, points: one.points - Number(isShifted(model)) }));

const rulesOf = (model: Model, name: string) =>
  model.rules.filter(({ origin }) => origin.constraint === name);
const capOf = (model: Model) =>
  model.rules.reduce((least, rule) => (rule.kind === "budget" ? Math.min(least, rule.maximum) : least), 1e9);
const mean = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

/** Faults that tests of single answers may miss, by the law that detects them. */
const FAULTS: Readonly<Record<string, Solve>> = {
  "raising the cap never lowers the best": missing(
    (model) => capOf(model) > 1.2 * 3 * mean(model.picks.salary),
  ),
  "excluding a player who is not in the best lineup keeps the best": missing((model) =>
    rulesOf(model, "exclusions").some((rule) => rule.kind === "count" && rule.entries.length > 2),
  ),
  "including a player of the best lineup keeps the best": missing(
    (model) => rulesOf(model, "locks").length > 2,
  ),
  "the N best are the first of the N + 1 best": (model, count) =>
    missing(() => count % 2 === 0)(model, count),
  "a union of pools is no worse than either": shifted(({ entries }) => entries > 6),
};

it("every law detects a fault, and accepts a correct solver", async () => {
  const failed = async (solve: Solve) => {
    const names: string[] = [];
    for (const { name, run } of lawProperties({ best: (model, count) => solve(model, count) }, contest, 30))
      await run({ seed: 3, slack: 0 }).catch(() => names.push(name));
    return names;
  };
  expect(await failed(best)).toEqual([]);
  expect(Object.keys(FAULTS)).toEqual(lawProperties(exhaustiveSolver, contest).map(({ name }) => name));
  for (const [law, solve] of Object.entries(FAULTS)) expect(await failed(solve), law).toEqual([law]);
});

it("the conformance suite fails a solver that ignores all rules, by property and case", async () => {
  const greedy: Solve = async ({ picks, slots }) => {
    const seats = slots.reduce((sum, { count }) => sum + count, 0);
    const order = [...picks.points.keys()].sort((a, b) => picks.points[b]! - picks.points[a]!);
    const taken = order.slice(0, seats).sort((a, b) => a - b);
    return [{ picks: taken, points: taken.reduce((sum, pick) => sum + picks.points[pick]!, 0) }];
  };
  const solver = { best: (model: Model, count: number) => greedy(model, count) };
  const failed: string[] = [];
  for (const { name, run } of solverProperties(solver, { models: 20 }))
    await run({ seed: 3 }).catch((error: Error) => failed.push(`${name}: ${error.message}`));
  expect(failed.join("\n")).toMatch(
    /random models: The best totals: \[.*\], but \[.*\] is right\. \(Seed 3, path "/,
  );
  expect(failed.length).toBeGreaterThan(10);
});

it("a property that tested too few cases fails, except by chance in short runs", async () => {
  const counted = (part: number) =>
    property({
      name: "reports",
      runs: 100,
      drawn: [fc.constant(null)],
      least: { reported: 0.5 },
      check: (tally) => {
        drawn += 1;
        if (drawn % 100 < part * 100) tally.add("reported");
      },
    });
  let drawn = 0;
  expect((await counted(0.45).run()).of("reported")).toBe(45);
  expect((await counted(0.5).run({ slack: 0 })).of("reported")).toBe(50);
  await expect(counted(0.45).run({ slack: 0 })).rejects.toThrow("at least 50");
  await expect(counted(0.1).run()).rejects.toThrow('Only 10 of 100 cases were "reported", at least 28');
});
