import fc from "fast-check";
import { expect, it } from "vitest";
import { atLeast } from "../../../../../src/engine/model/model.ts";
import { createPathEngine } from "../../../../../src/engine/solver/paths/index.ts";
import { loadOrdered } from "../../../../../src/engine/solver/paths/ordered/load.ts";
import { allSolutions } from "../../../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";
import { runs, share, Tally } from "../../../../support/runs.ts";

await loadOrdered();

const NUMBER = 75;
const SIZE = 14;
const ROSTERS = [
  { slots: [1, 1, 2], kinds: [[0], [1, 2], [2], [0, 2]] },
  { slots: [2, 3], kinds: [[0, 1], [1], [0]] },
  { slots: [1, 1, 1, 1], kinds: [[0], [1], [2, 3], [1, 3]] },
] as const;

const drawn = fc.record({
  roster: fc.constantFrom(...ROSTERS),
  kinds: fc.array(fc.nat(5), { minLength: SIZE, maxLength: SIZE }),
  points: fc.array(fc.integer({ min: -20, max: 200 }), { minLength: SIZE, maxLength: SIZE }),
  salaries: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: SIZE, maxLength: SIZE }),
  /** The group of each player; the last one has no fixed charge. */
  groups: fc.array(fc.nat(4), { minLength: SIZE, maxLength: SIZE }),
  charges: fc.array(
    fc.record({ least: fc.integer({ min: 1, max: 3 }), amount: fc.integer({ min: -300, max: 300 }) }),
    {
      minLength: 4,
      maxLength: 4,
    },
  ),
  budget: fc.integer({ min: 8, max: 60 }),
  mostOfGroup: fc.integer({ min: 1, max: 4 }),
  locked: fc.option(fc.nat(SIZE - 1), { nil: null }),
  barred: fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 2 }),
  count: fc.constantFrom(1, 5, 40),
});

it("lists all lineups by points less fixed charges, as an exhaustive search does", async () => {
  const tally = new Tally();
  const engine = createPathEngine();
  await fc.assert(
    fc.asyncProperty(drawn, async (own) => {
      const entries = own.points.map((points, at) => [
        {
          slots: [...own.roster.kinds[own.kinds[at]! % own.roster.kinds.length]!],
          points: points / 10,
          salary: own.salaries[at]!,
        },
      ]);
      const model = modelOf(
        own.roster.slots.map((count) => [0, count]),
        entries,
        [
          { kind: "budget", maximum: own.budget },
          { kind: "groupMaximum", groups: Int32Array.from(own.groups), maximum: own.mostOfGroup },
          ...(own.locked === null ? [] : [atLeast([own.locked])]),
        ],
      );
      const { entry } = model.picks;
      const charges = own.charges.map(({ least, amount }, group) => ({
        picks: Int32Array.from([...entry.keys()].filter((pick) => own.groups[entry[pick]!] === group)),
        least,
        amount: amount * 1e8,
      }));
      const worthOf = (picks: readonly number[], points: number) =>
        charges.reduce(
          (so, { picks: members, least, amount }) =>
            picks.filter((pick) => members.includes(pick)).length >= least ? so - amount : so,
          points,
        );
      const legal = allSolutions(model);
      const expected = legal
        .filter(({ picks }) => !picks.some((pick) => own.barred.includes(pick)))
        .map(({ picks, points }) => [picks.join(), worthOf(picks, points)] as const);
      const search = await engine.withCharges(model, own.count, charges, { barred: own.barred });
      const found = new Map<string, number>();
      let last = Number.POSITIVE_INFINITY;
      for (let tie = search?.step(5); tie !== null && search !== null; tie = search?.step(5)) {
        if (tie === undefined) continue;
        expect(tie.points).toBeLessThanOrEqual(last);
        last = tie.points;
        for (const picks of tie.lineups) {
          expect(found.has(picks.join())).toBe(false);
          found.set(picks.join(), tie.points);
        }
        search!.taken = found.size;
      }
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      if (expected.length > 1) tally.add("several");
      if (legal.some(({ picks, points }) => worthOf(picks, points) !== points)) tally.add("paid");
    }),
    runs(NUMBER),
  );
  expect(tally.of("several")).toBeGreaterThan(share(NUMBER, 0.4));
  expect(tally.of("paid")).toBeGreaterThan(share(NUMBER, 0.4));
});
