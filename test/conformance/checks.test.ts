import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constraints } from "../../src/constraints/index.ts";
import { judgeOf } from "../../src/constraints/readers/apply.ts";
import { buildModel } from "../../src/constraints/readers/build-model.ts";
import type { Model } from "../../src/model/model.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import type { Lineup, Problem, Seat } from "../../src/problem/problem.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { problemOf, smallRequest } from "../../src/testing/requests/small-request.ts";
import { anySeating } from "../support/any-seating.ts";
import { runs, share, Tally } from "../support/runs.ts";

const catalog = await loadCatalog();
const RUNS = 12;
const LINEUPS = 50;
/** Constraints broken by lineups that break nothing else, over all contests. */
const brokenAlone = new Tally();

type Picks = readonly number[];
type Draw = (below: number) => number;

describe("the checks of finished lineups", () => {
  it.each(
    catalog.contests.map((contest) => [`${contest.sport} ${contest.book} ${contest.contest}`, contest]),
  )("accept in %s exactly what exhaustive search calls legal", (_, contest) => {
    const tally = new Tally();
    fc.assert(
      fc.property(
        smallRequest(contest, { unseated: 2 }),
        fc.noShrink(fc.infiniteStream(fc.nat(2 ** 30))),
        (request, numbers) => {
          const problem = problemOf(catalog, request);
          const model = buildModel(problem);
          const legal = allSolutions(model).map((solution) => solution.picks);
          const keys = new Set(legal.map((picks) => picks.join()));
          const draw: Draw = (below) => numbers.next().value! % below;
          const broken = breaking(model, keys);
          for (let tried = 0; tried < LINEUPS; tried += 1) {
            const from = broken.length === 0 || draw(2) === 0 ? legal : broken[draw(broken.length)]!;
            const start =
              from.length > 0 ? anySeating(model, from[draw(from.length)]!) : drawn(problem, draw);
            const lineup = changed(start, problem, draw);
            const violations = judgeOf(problem)(lineup);
            const isLegal = isLegalLineup(model, lineup, keys);
            expect(violations.length === 0, JSON.stringify({ lineup, violations })).toBe(isLegal);
            tally.add(isLegal ? "legal" : "illegal");
            const [name, ...others] = new Set(violations.map((violation) => violation.constraint));
            if (name !== undefined && others.length === 0) brokenAlone.add(name);
          }
        },
      ),
      runs(RUNS),
    );
    expect(tally.of("legal"), `${tally}`).toBeGreaterThan(share(RUNS * LINEUPS, 0.05));
    expect(tally.of("illegal"), `${tally}`).toBeGreaterThan(share(RUNS * LINEUPS, 0.3));
  });

  it.each(constraints.map(({ name }) => name))("saw lineups that break %s and nothing else", (name) => {
    expect(brokenAlone.of(name), `${brokenAlone}`).toBeGreaterThan(5);
  });
});

/** For each constraint that the request leaves room to break: the lineups that break it and nothing else. */
function breaking(model: Model, legal: ReadonlySet<string>): readonly (readonly Picks[])[] {
  // Empty seats come by changing a lineup; listing all lineups with some would take long.
  const names = new Set(
    model.rules.filter((rule) => rule.kind !== "fill").map((rule) => rule.origin.constraint),
  );
  return [...names]
    .map((name) => {
      const rules = model.rules.filter((rule) => rule.origin.constraint !== name);
      return allSolutions({ ...model, rules })
        .map((solution) => solution.picks)
        .filter((picks) => !legal.has(picks.join()));
    })
    .filter((broken) => broken.length > 0);
}

function drawn(problem: Problem, draw: Draw): Seat[] {
  return problem.contest.slots.flatMap((slot, at) =>
    Array.from({ length: slot.count }, () => ({ entry: draw(problem.entries.length), slot: at })),
  );
}

/** Up to two seats taken by somebody else, or two players changing seats, or a seat empty. */
function changed(lineup: readonly Seat[], problem: Problem, draw: Draw): Lineup {
  const seats = [...lineup];
  for (let changes = Math.max(0, draw(4) - 1); changes > 0; changes -= 1) {
    if (seats.length === 0) break;
    const [a, b] = [draw(seats.length), draw(seats.length)];
    const way = draw(8);
    if (way === 0) seats.splice(a, 1);
    else if (way <= 2)
      [seats[a], seats[b]] = [
        { ...seats[a]!, slot: seats[b]!.slot },
        { ...seats[b]!, slot: seats[a]!.slot },
      ];
    else seats[a] = { ...seats[a]!, entry: draw(problem.entries.length) };
  }
  return seats;
}

/** Reads a lineup as picks: the seats must be those of the roster, the picks legal, the locks to slots and the exclusions from slots kept. */
function isLegalLineup(model: Model, lineup: Lineup, legal: ReadonlySet<string>): boolean {
  if (model.slots.some((slot, at) => lineup.filter((seat) => seat.slot === at).length !== slot.count))
    return false;
  const picks = lineup.map((seat) =>
    model.picks.entry.findIndex(
      (entry, pick) => entry === seat.entry && (model.picks.slots[pick]! & (1 << seat.slot)) !== 0,
    ),
  );
  if (!legal.has(picks.sort((a, b) => a - b).join())) return false;
  return lineup.every((seat) =>
    model.rules.every(
      (rule) =>
        (rule.kind !== "seat" || rule.entry !== seat.entry || rule.slot === seat.slot) &&
        (rule.kind !== "unseat" || rule.slot !== seat.slot || !rule.entries.includes(seat.entry)),
    ),
  );
}
