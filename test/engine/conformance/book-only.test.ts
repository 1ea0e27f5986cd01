import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { buildModel } from "../../../src/contests/constraints/readers/build-model.ts";
import { judgeOf } from "../../../src/contests/constraints/readers/contest-table.ts";
import { readProblem } from "../../../src/contests/constraints/readers/read-problem.ts";
import type { Problem } from "../../../src/contests/problem/problem.ts";
import type { Model } from "../../../src/engine/model/model.ts";
import { verifierOf } from "../../../src/lineup/verify/verify-document.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import type { Origin } from "../../../src/shared/schema/options.ts";
import { lineupRequestSchema } from "../../../src/shared/schema/request.ts";
import { anySeating } from "../../../src/testing/contests/drawn-lineups.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { type SmallRequest, smallRequest } from "../../../src/testing/requests/small-request.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const RUNS = 40;
/** Nearly all players of two teams, so that the limits bind. */
const CROWDED = { teams: [2], crowd: 94 };
const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());
const { catalog } = optimizer;
const { verifyLineups } = verifierOf(catalog);

/** The rules that bookB publishes beyond the request's, in prose; the goalie is not a skater. */
const PUBLISHED = [
  { sport: "american-football", most: 4, ofWhom: (_positions: readonly string[]) => true, teams: 3 },
  {
    sport: "ice-hockey",
    most: 4,
    ofWhom: (positions: readonly string[]) => !positions.includes("G"),
    teams: 3,
  },
];

it("every book-only limit is covered by this test", () => {
  const limited = catalog.contests.filter(
    ({ bookOnly }) => bookOnly.minimumTeams || bookOnly.teamLimits.length > 0,
  );
  expect(limited.map(({ sport, book, contest }) => `${sport} ${book} ${contest}`)).toEqual(
    PUBLISHED.map(({ sport }) => `${sport} bookB classic`),
  );
});

describe.each(PUBLISHED)("bookB's own limits of $sport", ({ sport, most, ofWhom, teams }) => {
  const contest = catalog.contest(sport, "bookB", "classic");
  const problemOf = ({ body, projections }: SmallRequest, origin: Origin) =>
    readProblem(contest, lineupRequestSchema.parse(body), projections, { origin });

  /** The published rules, counted without shared code. */
  function isTaken({ entries }: Problem, model: Model, picks: readonly number[]): boolean {
    const chosen = picks.map((pick) => entries[model.picks.entry[pick]!]!);
    const teamsOf = new Set(chosen.map(({ team }) => team));
    const crowds = [...teamsOf].map(
      (team) => chosen.filter((one) => one.team === team && ofWhom(one.positions)).length,
    );
    return teamsOf.size >= teams && Math.max(...crowds) <= most;
  }

  it("apply to lineups from the book's files, and not to requests", async () => {
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(smallRequest(contest, CROWDED), async (request) => {
        const asked = problemOf(request, "request");
        const model = buildModel(asked);
        const all = allSolutions(model);
        const taken = all.filter(({ picks }) => isTaken(asked, model, picks));
        const own = problemOf(request, "book-file");
        const ownModel = buildModel(own);
        const keys = (solutions: readonly { readonly picks: readonly number[] }[]) =>
          solutions.map(({ picks }) => picks.join()).sort();
        expect(keys(allSolutions(ownModel))).toEqual(keys(taken));
        tally.add(taken.length === 0 ? "none" : taken.length < all.length ? "some" : "all");
        const kept = new Set(keys(taken));
        for (const { picks } of all.slice(0, 5)) {
          const lineup = anySeating(model, picks);
          const broken = judgeOf(own)(lineup).filter(({ constraint }) => constraint !== "locks");
          expect(broken.length === 0).toBe(kept.has(picks.join()));
          expect(judgeOf(asked)(lineup).filter(({ constraint }) => constraint !== "locks")).toEqual([]);
        }
        if (taken.length === 0) return;
        const input = {
          sport,
          body: request.body,
          projections: { data: [...request.projections] },
          count: 3,
        };
        for (const [origin, best] of [
          ["request", all],
          ["book-file", taken],
        ] as const) {
          const document = await optimizer.optimize({ ...input, origin });
          const totals = document.data.map(({ attributes }) => attributes.points);
          expect(totals).toHaveLength(Math.min(3, best.length));
          for (const [at, total] of totals.entries()) expect(total).toBeCloseTo(best[at]!.points / 1e10, 3);
          const verdict = await verifyLineups({ ...input, origin: "book-file", lineups: document });
          const said = new Set(
            verdict.lineups.flatMap(({ violations }) => violations.map((one) => one.constraint)),
          );
          if (origin === "book-file") expect([...said]).toEqual([]);
          else for (const one of said) expect(["minimum-teams", "team-limits"]).toContain(one);
          if (said.size > 0) tally.add("refused");
          expect((await verifyLineups({ ...input, lineups: document })).legal).toBe(true);
        }
      }),
      runs(RUNS),
    );
    expect(tally.of("some"), `${tally}`).toBeGreaterThan(share(RUNS, 0.05));
    expect(tally.of("refused"), `${tally}`).toBeGreaterThan(share(RUNS, 0.025));
  });

  it("can only be named by known words", async () => {
    const [request] = fc.sample(smallRequest(contest), { seed: 1, numRuns: 1 });
    const { body, projections } = request!;
    const origin = "hearsay" as Origin;
    await expect(
      optimizer.optimize({ sport, body, projections: { data: [...projections] }, origin }),
    ).rejects.toBeInstanceOf(InvalidRequestError);
  });
});
