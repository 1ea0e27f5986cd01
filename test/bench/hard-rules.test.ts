import { expect, it } from "vitest";
import { hardCases } from "../../bench/cases/hard-rules.ts";
import { createRunner, createSearch, satisfies } from "../../bench/engine.ts";
import { subjectOf } from "../../bench/subject.ts";

const COUNT = 150;
const binding = hardCases.filter(({ binds }) => binds !== undefined);

it.each(binding.map((bench) => [bench.name, bench] as const))(
  "%s: the rule excludes at least four in ten of the best lineups without it",
  async (_, bench) => {
    const { model } = subjectOf(bench);
    const free = { ...model, rules: model.rules.filter((rule) => rule.origin.constraint !== bench.binds) };
    expect(free.rules.length).toBeLessThan(model.rules.length);
    const search = createSearch(createRunner(0));
    const { solutions } = await search.best(free, COUNT, "auto", {});
    const refused = solutions.filter(({ picks }) => !satisfies(model, picks));
    expect(refused.length).toBeGreaterThanOrEqual(COUNT * 0.4);
  },
);

it("covers every kind of rule that can make a lineup illegal", () => {
  const kinds = new Set(binding.map(({ binds }) => binds));
  expect([...kinds].sort()).toEqual([
    "minimum-games",
    "minimum-teams",
    "position-minimums",
    "stack",
    "team-limits",
  ]);
});
