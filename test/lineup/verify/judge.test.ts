import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constraints } from "../../../src/contests/constraints/index.ts";
import { buildModel } from "../../../src/contests/constraints/readers/build-model.ts";
import type { Lineup, Problem, Seat } from "../../../src/contests/problem/problem.ts";
import type { Model } from "../../../src/engine/model/model.ts";
import { lineupDocument } from "../../../src/lineup/document/document.ts";
import { priceLineup } from "../../../src/lineup/document/priced-lineup.ts";
import { judge } from "../../../src/lineup/verify/judge.ts";
import { isLegal } from "../../../src/lineup/verify/seated.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { anySeating } from "../../../src/testing/contests/drawn-lineups.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { problemOf, smallRequest } from "../../../src/testing/requests/small-request.ts";
import { runs, share, Tally } from "../../support/runs.ts";
import { tinyClassic, tinyShowdown } from "../../support/tiny-contests.ts";

const catalog = await loadCatalog({ rules: [tinyClassic, tinyShowdown] });
const NAMES: ReadonlySet<string> = new Set(constraints.map(({ name }) => name));
const RUNS = 80;
const LINEUPS = 20;

type Draw = (below: number) => number;

describe.each([tinyClassic, tinyShowdown])("verify on changed $contest lineups", (contest) => {
  const requests = fc.tuple(
    smallRequest(contest, { unseated: 1 }),
    fc.noShrink(fc.infiniteStream(fc.nat(2 ** 30))),
  );

  it("accepts exactly the lineups that exhaustive search finds legal, and reports a reseating that repairs one", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(requests, ([request, numbers]) => {
        const problem = problemOf(catalog, request);
        const model = buildModel(problem);
        const legal = allSolutions(model);
        if (legal.length === 0) return;
        const keys = new Set(legal.map(({ picks }) => picks.join()));
        const draw: Draw = (below) => numbers.next().value! % below;
        for (let tried = 0; tried < LINEUPS; tried += 1) {
          const start = anySeating(model, legal[draw(legal.length)]!.picks);
          const lineup = changed(start, problem, draw);
          const verdict = judge(problem, documentOf(problem, lineup));
          const isSetLegal = keys.has(picksOf(model, lineup).join());
          const seatedRight = lineup.every((seat) => mayTake(model, problem, seat));
          const isFull = lineup.length === start.length && sameSlots(lineup, start);
          const expected = isSetLegal && seatedRight && isFull;
          expect(verdict.legal, JSON.stringify({ lineup, verdict })).toBe(expected);
          const { violations } = verdict.lineups[0]!;
          for (const { constraint } of violations) expect(NAMES).toContain(constraint);
          const mends = violations.some(({ detail }) => detail.includes("In other seats"));
          expect(mends, JSON.stringify(violations)).toBe(!expected && isSetLegal);
          tally.add(expected ? "legal" : isSetLegal ? "misseated" : "illegal");
        }
      }),
      runs(RUNS),
    );
    for (const kind of ["legal", "illegal"])
      expect(tally.of(kind), `${tally}`).toBeGreaterThan(share(RUNS * LINEUPS, 0.08));
    if (contest === tinyClassic) expect(tally.of("misseated"), `${tally}`).toBeGreaterThan(5);
  });

  it("distinguishes legal picks from others as exhaustive search does", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(requests, ([request, numbers]) => {
        const problem = problemOf(catalog, request);
        const model = buildModel(problem);
        const legal = allSolutions(model);
        const keys = new Set(legal.map(({ picks }) => picks.join()));
        const draw: Draw = (below) => numbers.next().value! % below;
        for (let tried = 0; tried < LINEUPS; tried += 1) {
          const picks =
            legal.length > 0 && draw(2) === 0
              ? legal[draw(legal.length)]!.picks
              : model.slots.flatMap(({ count }) =>
                  Array.from({ length: count }, () => draw(model.picks.entry.length)),
                );
          const expected = keys.has([...picks].sort((a, b) => a - b).join());
          const { entry, role } = model.picks;
          expect(
            isLegal(
              problem,
              picks.map((pick) => ({ entry: entry[pick]!, role: role[pick]! })),
            ),
          ).toBe(expected);
          tally.add(String(expected));
        }
      }),
      runs(RUNS),
    );
    expect(tally.of("true"), `${tally}`).toBeGreaterThan(share(RUNS * LINEUPS, 0.08));
    expect(tally.of("false"), `${tally}`).toBeGreaterThan(share(RUNS * LINEUPS, 0.3));
  });
});

function documentOf(problem: Problem, lineup: Lineup) {
  return lineupDocument(
    problem,
    [priceLineup(problem, lineup)],
    { data: [] },
    { solver: "paths", include: [], makeIncluded: null, updatedAt: new Date() },
  );
}

/**
 * Nothing changed, a player replaced, two seats exchanged, a seat emptied, or a player moved to another
 * slot.
 */
function changed(lineup: readonly Seat[], problem: Problem, draw: Draw): Seat[] {
  const seats = [...lineup];
  const [a, b] = [draw(seats.length), draw(seats.length)];
  switch (draw(6)) {
    case 0:
      return seats;
    case 1:
      seats.splice(a, 1);
      return seats;
    case 2:
      seats[a] = { ...seats[a]!, slot: draw(problem.contest.slots.length) };
      return seats;
    case 3:
      [seats[a], seats[b]] = [
        { entry: seats[b]!.entry, slot: seats[a]!.slot },
        { entry: seats[a]!.entry, slot: seats[b]!.slot },
      ];
      return seats;
    default:
      seats[a] = { ...seats[a]!, entry: draw(problem.entries.length) };
      return seats;
  }
}

/** The picks by slot, whether or not the entry fits there, by the slot's role. */
function picksOf(model: Model, lineup: Lineup): number[] {
  return lineup
    .map(({ entry, slot }) =>
      model.picks.entry.findIndex(
        (one, pick) => one === entry && model.picks.role[pick] === model.slots[slot]!.role,
      ),
    )
    .sort((a, b) => a - b);
}

function mayTake(model: Model, problem: Problem, { entry, slot }: Seat): boolean {
  const lock = problem.locks.find((one) => one.entry === entry);
  return (
    (lock === undefined || lock.slot === null || lock.slot === slot) &&
    !problem.slotBans.some((ban) => ban.entry === entry && ban.slot === slot) &&
    model.picks.entry.some((one, pick) => one === entry && (model.picks.slots[pick]! & (1 << slot)) !== 0)
  );
}

function sameSlots(one: Lineup, other: Lineup): boolean {
  const slots = (lineup: Lineup) =>
    lineup
      .map(({ slot }) => slot)
      .sort()
      .join();
  return slots(one) === slots(other);
}
