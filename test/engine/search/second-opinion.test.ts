import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { failureOf } from "../../../src/cli/errors.ts";
import { keptDifference, readReproduction } from "../../../src/cli/reproduction.ts";
import { buildModel } from "../../../src/contests/constraints/readers/build-model.ts";
import type { Runner } from "../../../src/engine/search/runner.ts";
import { createSearch, type Search } from "../../../src/engine/search/search.ts";
import { secondOpinionOn } from "../../../src/engine/search/second-opinion.ts";
import type { PackedSolutions } from "../../../src/engine/solver/packed-solutions.ts";
import { optimizerOf } from "../../../src/optimizer/optimizer.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { AbortedError, SecondOpinionError, TimeLimitError } from "../../../src/shared/errors.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
import { smallInputs } from "../../support/inputs.ts";
import { FORMS } from "../../support/salary-file.ts";
import { tinyProblem } from "../../support/tiny-problem.ts";

// The second opinion's time limit never passes, even on a busy machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

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
  test("compares as many totals as exist", async () => {
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

  test("is omitted if the solver is the same", async () => {
    expect(await secondOpinionOn(answer, model, "paths", search, {})).toMatchObject({ compared: 0 });
  });

  test("reports how far it got within its time, and passes on an abort", async () => {
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

/** The path engine's tasks, without the best lineup of each answer. */
function lyingRunner(): Runner {
  const honest = createRunner(0);
  return {
    ...honest,
    async run(kind, input, stop, report) {
      const given = await honest.run(kind, input, stop, report);
      if (kind !== "paths") return given;
      const { picks, points } = given as PackedSolutions;
      const left = { picks: picks.slice(picks.length / points.length), points: points.slice(1) };
      return left as typeof given;
    },
  };
}

test(
  "a difference is saved to a file, with which a command runs both solvers again",
  async () => {
    using scratch = new Scratch();
    const catalog = await loadCatalog();
    await using optimizer = optimizerOf(catalog, lyingRunner(), { secondOpinion: "highs" });
    const request = { ...smallInputs(FORMS[0]!), count: 3 };
    const error = await optimizer.optimize(request).catch((thrown: unknown) => thrown);
    const asked = { request, solver: "auto", secondOpinion: "highs" } as const;
    const kept = (await keptDifference(error, asked, catalog, scratch.folder)) as SecondOpinionError;
    expect(failureOf(kept)).toMatchObject({ exitCode: 70 });
    expect(kept.difference).toMatchObject({
      place: 1,
      first: { solver: "paths" },
      second: { solver: "highs" },
    });
    const [, file = ""] =
      /optimize --reproduce (\S+[/\\]dfs-lineups-differs-[0-9a-f]{10}[.]json)/.exec(kept.message) ?? [];
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ difference: kept.difference });
    const again = await readReproduction(file);
    await expect(optimizer.optimize(again.request)).rejects.toMatchObject({ difference: kept.difference });
    const [replayed, foreign] = await Promise.all([
      dfsLineups(["optimize", "--reproduce", file]),
      dfsLineups(["optimize", "--reproduce", scratch.write("other.json", {})]),
    ]);
    // As many as the time allowed.
    expect(replayed).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/\d of the 3 best/) });
    expect(foreign).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("other.json") });
    const elsewhere = (await keptDifference(
      error,
      asked,
      catalog,
      scratch.path("no-such-folder"),
    )) as SecondOpinionError;
    const [, temporary = ""] = /--reproduce (\S+[.]json)/.exec(elsewhere.message) ?? [];
    expect(dirname(temporary)).toBe(tmpdir());
    rmSync(temporary);
  },
  PROCESS_TIMEOUT,
);
