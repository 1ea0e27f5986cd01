import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildModel } from "../../../../src/contests/constraints/readers/build-model.ts";
import type { Model } from "../../../../src/engine/model/model.ts";
import { createSearch } from "../../../../src/engine/search/search.ts";
import { createDrawSolver } from "../../../../src/engine/solver/draws/draw-solver.ts";
import { Drawing } from "../../../../src/engine/solver/draws/drawing.ts";
import { createPathEngine } from "../../../../src/engine/solver/paths/index.ts";
import { loadOrdered } from "../../../../src/engine/solver/paths/ordered/load.ts";
import { loadCatalog } from "../../../../src/platform/node/catalog.ts";
import { createRunner } from "../../../../src/platform/node/runner.ts";
import { bookOfFileName } from "../../../../src/shared/books.ts";
import { UnsupportedModelError } from "../../../../src/shared/errors.ts";
import { drawSourceOf } from "../../../../src/simulation/draw-source.ts";
import { allSolutions } from "../../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../../src/testing/models/hand-made.ts";
import { problemOf, smallRequest } from "../../../../src/testing/requests/small-request.ts";
import { runs, share, Tally } from "../../../support/runs.ts";
import { FORMS } from "../../../support/salary-file.ts";
import { solverOf } from "../../../support/solvers.ts";
import { tinyProblem } from "../../../support/tiny-problem.ts";

const RUNS = 6;
const DRAWS = 15;
/** HiGHS takes a hundred times as long, so it solves only one draw of every few slates. */
const HIGHS_EVERY = 4;

await loadOrdered();
const catalog = await loadCatalog();
const engine = createPathEngine();
const highs = solverOf(createSearch(createRunner(0)), "highs");

describe.each(FORMS.filter((_, at) => at % 2 === 0))("draws of %s", (name) => {
  const contest = catalog.contest(...(name.split(".").map(bookOfFileName) as [string, string, string]));
  test("are solved like the path engine, and a sample like HiGHS", async () => {
    const tally = new Tally();
    const table = await catalog.outcomesTable(contest.sport);
    await fc.assert(
      fc.asyncProperty(smallRequest(contest), fc.integer(), async (request, seed) => {
        const problem = problemOf(catalog, request);
        const model = buildModel(problem);
        // The drawn points do not affect feasibility.
        fc.pre(engine.bestNow(model, 1).points.length > 0);
        const drawing = new Drawing(
          drawSourceOf(problem, model, { table, seed, known: [] }),
          model.picks.entry,
        );
        const solver = createDrawSolver(model);
        drawing.begin(0);
        for (let draw = 0; draw < DRAWS; draw += 1) {
          drawing.next();
          const today = { ...model, picks: { ...model.picks, points: drawing.points } };
          const best = solver.best(drawing.points);
          const [expected] = engine.bestNow(today, 1).points;
          expect(best.points[0]).toBe(expected);
          expect(best.picks.reduce((sum, pick) => sum + drawing.points[pick]!, 0)).toBe(expected);
          tally.add("solved");
          if (tally.of("solved") % (HIGHS_EVERY * DRAWS) !== 1) continue;
          const [byHighs] = await highs.best(today, 1, {});
          expect(byHighs?.points).toBe(expected);
          tally.add("by HiGHS");
        }
      }),
      runs(RUNS),
    );
    expect(tally.of("solved"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS * DRAWS, 1));
    expect(tally.of("by HiGHS"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 1 / HIGHS_EVERY));
  });
});

/** The model with a minimum salary that is not among its own rules. */
function atLeast(model: Model, least: number): Model {
  const sums = [{ weights: model.picks.salary, least, most: Number.POSITIVE_INFINITY }];
  const origin = { constraint: "test", pointer: null, words: "" };
  const test = { kind: "disjunction", when: null, alternatives: [{ counts: [], sums }], origin } as const;
  return { ...model, rules: [...model.rules, test] };
}

test("draws of tiny slates match exhaustive search, also with a test on whole lineups", async () => {
  const tally = new Tally();
  const row = fc.record({
    position: fc.constantFrom("QB", "RB", "WR", "W", "K", "DST"),
    team: fc.nat(3),
    salary: fc.integer({ min: 20, max: 90 }).map((hundreds) => hundreds * 100),
    points: fc.integer({ min: 0, max: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("classic" as const, "showdown" as const),
      fc.array(row, { minLength: 8, maxLength: 11 }),
      fc.integer(),
      async (contest, rows, seed) => {
        const model = buildModel(
          tinyProblem(
            contest,
            rows
              .map((one, at) => ({
                ...one,
                name: `p${at}`,
                team: contest === "showdown" ? one.team % 2 : one.team,
              }))
              .filter(
                (one, at, all) =>
                  one.position !== "DST" ||
                  all.findIndex((other) => other.position === "DST" && other.team === one.team) === at,
              ),
          ),
        );
        const solver = createDrawSolver(model);
        const salaries = allSolutions(model).map(({ picks }) =>
          picks.reduce((sum, pick) => sum + model.picks.salary[pick]!, 0),
        );
        const usual = salaries.sort((a, b) => a - b)[Math.floor(salaries.length / 2)] ?? 0;
        const dear = atLeast(model, usual);
        const dearSolver = createDrawSolver(dear);
        const random = fc.sample(
          fc.array(fc.nat(4_000), { minLength: model.entries, maxLength: model.entries }),
          {
            seed,
            numRuns: 6,
          },
        );
        for (const hundredths of random) {
          const multiplier = (role: number) => (contest === "showdown" && role === 0 ? 1.5 : 1);
          const points = Float64Array.from(
            model.picks.entry,
            (entry, pick) => hundredths[entry]! * 1e8 * multiplier(model.picks.role[pick]!),
          );
          const [expected] = allSolutions({ ...model, picks: { ...model.picks, points } });
          expect(solver.best(points).points[0]).toBe(expected?.points);
          if (expected !== undefined) tally.add("solved");
          const [dearest] = allSolutions({ ...dear, picks: { ...model.picks, points } });
          expect(dearSolver.best(points).points[0]).toBe(dearest?.points);
          if (dearest !== undefined) tally.add(dearest.points < expected!.points ? "refused" : "passed");
        }
      },
    ),
    runs(15),
  );
  expect(tally.of("solved"), `${tally}`).toBeGreaterThan(share(15, 1));
  for (const outcome of ["refused", "passed"])
    expect(tally.of(outcome), `${tally}`).toBeGreaterThan(share(15, 0.2));
});

test("draws of extreme points match exhaustive search, or are refused", () => {
  const tally = new Tally();
  const seats = 5;
  const one = fc.record({
    salary: fc.integer({ min: 2, max: 9 }),
    slots: fc.constantFrom([0], [1], [0, 1]),
    points: fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 8, maxLength: 8 }),
  });
  fc.assert(
    fc.property(
      fc.array(one, { minLength: 9, maxLength: 11 }),
      fc.integer({ min: 15, max: 40 }),
      fc.constantFrom(1, 3, 10),
      (players, maximum, multiplier) => {
        const model = modelOf(
          [
            [0, 2],
            [0, seats - 2],
          ],
          players.map(({ salary, slots }) => [{ salary, slots: [...slots], points: 0 }]),
          [{ kind: "budget", maximum }],
        );
        const solver = createDrawSolver(model);
        for (let draw = 0; draw < 8; draw += 1) {
          const points = Float64Array.from(players, (own) => own.points[draw]! * 1e8 * multiplier);
          const [expected] = allSolutions({ ...model, picks: { ...model.picks, points } });
          const most = points.reduce((so, own) => Math.max(so, Math.abs(own)), 0);
          if (most * seats > 2 ** 52) {
            if (expected === undefined) continue;
            expect(() => solver.best(points)).toThrow(UnsupportedModelError);
            tally.add("refused");
            continue;
          }
          expect(solver.best(points).points[0]).toBe(expected?.points);
          if (expected !== undefined) tally.add("solved");
        }
      },
    ),
    runs(60),
  );
  for (const outcome of ["refused", "solved"])
    expect(tally.of(outcome), `${tally}`).toBeGreaterThan(share(60 * 8, 0.1));
});
