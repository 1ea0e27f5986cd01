import { afterAll, describe, expect, test } from "vitest";
import { buildModel } from "../../src/constraints/readers/build-model.ts";
import { AbortedError, SecondOpinionError, TimeLimitError } from "../../src/errors.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { createRunner } from "../../src/platform/node/runner.ts";
import { createSearch, type Search } from "../../src/search/search.ts";
import { secondOpinionOn } from "../../src/search/second-opinion.ts";
import { smallInputs } from "../support/inputs.ts";
import { CONTESTS } from "../support/salary-file.ts";
import { tinyProblem } from "../support/tiny-problem.ts";

const search = createSearch(createRunner(0));
afterAll(() => search.close());

const row = (name: string, position: string, team: number, points: number) => ({
  name,
  position,
  team,
  points,
});
const model = buildModel(
  tinyProblem("classic", [
    row("q", "QB", 0, 20),
    row("a", "WR", 0, 10),
    row("b", "WR", 2, 8),
    row("r", "RB", 2, 9),
    row("d", "DST", 1, 5),
    row("e", "DST", 3, 4),
  ]),
);
const found = await search.best(model, 1_000, "paths", {});
const points = found.solutions.map((solution) => solution.points);
const answer = { solver: "paths" as const, points, count: 1_000 };

describe("a second opinion", () => {
  test("compares as many totals as there are", async () => {
    expect(points.length).toBeGreaterThan(2);
    expect(await secondOpinionOn(answer, model, "highs", search, {})).toEqual({
      solver: "highs",
      compared: points.length,
    });
  });

  test.each([
    ["another total", points.with(0, points[0]! + 1)],
    ["a lineup too many", [...points, points.at(-1)! - 1]],
    ["a lineup left out", points.slice(0, -1)],
  ])("finds %s", async (_name, wrong) => {
    const opinion = secondOpinionOn({ ...answer, points: wrong }, model, "highs", search, {});
    await expect(opinion).rejects.toThrow(SecondOpinionError);
    await expect(opinion).rejects.toMatchObject({
      kind: "fault",
      difference: { first: { solver: "paths" }, second: { solver: "highs" } },
    });
  });

  test("of the same solver is none", async () => {
    expect(await secondOpinionOn(answer, model, "paths", search, {})).toMatchObject({ compared: 0 });
  });

  test("tells how far it got in its time, and passes an abort on", async () => {
    const failing = (error: Error, after: number): Pick<Search, "best"> => {
      let asked = 0;
      return {
        async best(...request) {
          asked += 1;
          if (asked > after) throw error;
          return search.best(...request);
        },
      };
    };
    const late = failing(new TimeLimitError(10_000), 1);
    expect(await secondOpinionOn(answer, model, "highs", late, {})).toEqual({
      solver: "highs",
      compared: 1,
      reason: "there was no time for more",
    });
    const aborted = secondOpinionOn(answer, model, "highs", failing(new AbortedError(), 0), {});
    await expect(aborted).rejects.toThrow(AbortedError);
  });
});

test.each(CONTESTS)("documents of %s say what HiGHS said", async (contest) => {
  await using optimizer = await createOptimizer({ threads: 0, secondOpinion: "highs" });
  const { meta } = await optimizer.optimize({ ...smallInputs(contest), count: 3 });
  expect(meta?.secondOpinion).toEqual({ solver: "highs", compared: 3 });
});
