import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildModel } from "../../../src/contests/constraints/readers/build-model.ts";
import type { Model } from "../../../src/engine/model/model.ts";
import { createSearch, type Search } from "../../../src/engine/search/search.ts";
import { type Element, elementsOf } from "../../../src/lineup/explain/elements.ts";
import { explainInfeasible } from "../../../src/lineup/explain/explain.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { plain } from "../../../src/shared/errors/message-parts.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { problemOf, type SmallRequest, smallRequest } from "../../../src/testing/requests/small-request.ts";
import { runs, share, Tally } from "../../support/runs.ts";
import { tinyClassic, tinyShowdown } from "../../support/tiny-contests.ts";

const catalog = await loadCatalog({ rules: [tinyClassic, tinyShowdown] });
const RUNS = 60;

const byTrying: Pick<Search, "best"> = {
  best: async (model, count) => ({ solutions: allSolutions(model).slice(0, count), solver: "paths" }),
};

describe.each([tinyClassic, tinyShowdown])("why no lineup of a $contest request is legal", (contest) => {
  it("is explained by rules that are all needed, the same with any solver", async () => {
    const tally = new Tally();
    const named = new Tally();
    const search = createSearch(createRunner(0));
    const request = fc
      .tuple(smallRequest(contest, { unseated: 2 }), fc.constantFrom(1, 0.8, 0.6), fc.nat(3))
      .map(([one, share, kept]) => poorer(one, share, kept));
    await fc.assert(
      fc.asyncProperty(request, async (drawn) => {
        const problem = problemOf(catalog, drawn);
        const model = buildModel(problem);
        if (allSolutions(model).length > 0) return;
        const error = await explainInfeasible(problem, model, search, {});
        const { conflicts } = error;
        const elements = elementsOf(model);
        const set = elements.filter(({ origin }) =>
          conflicts.some((one) => one.constraint === origin.constraint && sameRule(one, origin)),
        );
        expect(set).toHaveLength(conflicts.length);
        expect(isPossible(model, set)).toBe(false);
        for (const out of set)
          expect(
            isPossible(
              model,
              set.filter((one) => one !== out),
            ),
            plain(out.origin.words),
          ).toBe(true);
        expect(error.source).toEqual(sourceOf(conflicts.map(({ pointer }) => pointer)));
        const other = await explainInfeasible(problem, model, byTrying, {});
        expect(other.toErrorObjects()).toEqual(error.toErrorObjects());
        tally.add(`${conflicts.length}`);
        for (const { constraint } of conflicts) named.add(constraint);
      }),
      runs(RUNS),
    );
    await search.close();
    expect(tally.of("1") + tally.of("2"), `${tally}`).toBeGreaterThan(share(RUNS, 0.2));
    expect(tally.of("2") + tally.of("3") + tally.of("4"), `${tally}`).toBeGreaterThan(share(RUNS, 0.1));
    for (const constraint of ["salary-cap", "roster-slots", "exclusions", "locks"])
      expect(named.of(constraint), `${named}`).toBeGreaterThan(0);
  });
});

/** The request with a lower cap and a smaller pool, without entries that nothing else names. */
function poorer(
  { sport, body, projections, excludedSlots }: SmallRequest,
  share: number,
  dropped: number,
): SmallRequest {
  const named = new Set(
    [
      body.include?.players?.map(({ player }) => player),
      body.exclude?.players,
      excludedSlots.map(({ uuid }) => uuid),
    ].flatMap((list) => list ?? []),
  );
  const spare = body.players.filter(({ player }) => !named.has(player)).slice(0, dropped);
  return {
    sport,
    body: {
      ...body,
      cap: Math.floor(body.cap! * share),
      players: body.players.filter((one) => !spare.includes(one)),
    },
    projections,
    excludedSlots,
  };
}

/** The contest's own rules, such as roster slots, have no pointer; their text begins the sentence. */
function sameRule(
  { pointer, detail }: { pointer: string | null; detail: string },
  origin: Element["origin"],
): boolean {
  return pointer === origin.pointer && detail.startsWith(plain(origin.words));
}

function isPossible(model: Model, elements: readonly Element[]): boolean {
  return allSolutions({ ...model, rules: elements.flatMap(({ rules }) => rules) }).length > 0;
}

function sourceOf(pointers: readonly (string | null)[]): { pointer: string } | undefined {
  const pointer = pointers.find((one) => one !== null);
  return pointer == null ? undefined : { pointer };
}
