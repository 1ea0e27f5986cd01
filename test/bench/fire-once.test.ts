import { expect, it } from "vitest";
import { suite } from "../../bench/cases/index.ts";
import { WrongAnswerError } from "../../bench/check/wrong-answer.ts";
import { ONCE } from "../../bench/efforts.ts";
import { peakMemory } from "../../bench/memory/peak.ts";
import { runBench } from "../../bench/run-bench.ts";
import { runCase } from "../../bench/run-case.ts";
import { runStartup } from "../../bench/startup/run-startup.ts";

it.each(suite.timed.map((bench) => [bench.name, bench] as const))(
  "%s: gives the right answer",
  async (_, bench) => {
    const results = [];
    // Hard portfolios stop early: what they have by then is checked.
    const portfolioTime = bench.name.startsWith("hard-portfolios") ? 300 : ONCE.portfolioTime;
    const effort = bench.portfolio === undefined ? ONCE : { ...ONCE, mostLineups: 20, portfolioTime };
    // Phases for more lineups than requested here are the same phase.
    const phases = bench.phases.filter((_, at) => {
      const before = bench.phases[at - 1];
      return before?.kind !== "lineups" || before.count < effort.mostLineups;
    });
    for await (const result of runCase({ ...bench, phases }, effort)) results.push(result);
    expect(results).toHaveLength(phases.length);
    for (const result of results.filter(({ phase }) => phase !== "build"))
      expect(result.proof).toBe(
        bench.portfolio !== undefined ? "checked" : bench.unproved ? "not counted" : "counted",
      );
  },
);

it.each(suite.memory.map((bench) => [bench.name, bench] as const))(
  "measures the memory of %s",
  async (_, bench) => {
    const bytes = await peakMemory({ ...bench, count: 50 });
    expect(bytes).toBeGreaterThan(1e5);
    expect(bytes).toBeLessThan(bench.goal * 1e6);
  },
);

it("reports wrong answers and continues with the other cases", async () => {
  const feasible = suite.timed.find(({ name }) => name === "basketball.bookA.showdown")!;
  const wrong = { ...feasible, name: "said to be infeasible", infeasible: true };
  const plan = { warmUp: 0, duration: 0, leastPairs: 1, longest: 0, mostPairs: 1 };
  const two = { timed: [wrong, feasible], memory: [], startup: [] };
  const run = await runBench(two, { ...ONCE, plan }, () => {});
  expect(run.results).toMatchObject([{ name: feasible.name, samples: 1 }]);
  expect(run.wrong).toHaveLength(1);
  expect(run.wrong[0]).toContain(wrong.name);
});

it.each(suite.startup.map((bench) => [bench.name, bench] as const))(
  "%s starts and gives the right answer",
  async (_, bench) => {
    const result = await runStartup(bench, ONCE.plan);
    expect(result.proof).not.toBe("");
    expect(result.milliseconds!.candidate).toBeGreaterThanOrEqual(0);
    expect(() => bench.check("nonsense\n")).toThrow(WrongAnswerError);
  },
);
