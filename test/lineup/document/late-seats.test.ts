import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseContestTable } from "../../../src/contests/catalog/contest.ts";
import { buildModel } from "../../../src/contests/constraints/readers/build-model.ts";
import { judgeOf } from "../../../src/contests/constraints/readers/contest-table.ts";
import type { Lineup, Problem } from "../../../src/contests/problem/problem.ts";
import { slateInputs } from "../../../src/files/slate-inputs.ts";
import { lateSeatingOf } from "../../../src/lineup/document/late-seats.ts";
import { seatSolutions } from "../../../src/lineup/document/seat-solutions.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { readSlateFile } from "../../../src/platform/node/files.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { problemOf, smallRequest } from "../../../src/testing/requests/small-request.ts";
import { runs, share, Tally } from "../../support/runs.ts";
import { smallSalaryFile } from "../../support/salary-file.ts";
import { tinyClassic, tinyShowdown } from "../../support/tiny-contests.ts";

/** With a second flexible slot, which accepts everything that the first does and more. */
const wide = parseContestTable(
  {
    ...tinyClassic,
    contest: "wide",
    slots: [
      ...tinyClassic.slots,
      { ...tinyClassic.slots[2]!, name: "UTIL", accepts: ["QB", "WR", "RB"], uploadColumn: "UTIL" },
    ],
    uploadOrder: [...tinyClassic.uploadOrder, "UTIL"],
  },
  "wide",
);
const CONTESTS = [
  { contest: tinyClassic, changed: 0.1 },
  { contest: wide, changed: 0.1 },
  { contest: tinyShowdown, changed: 0 },
];

const catalog = await loadCatalog({ rules: CONTESTS.map(({ contest }) => contest) });
const RUNS = 60;

/** Every seating of the lineup's entries that the checks accept, with the captain's slot unchanged. */
function* legalSeatings(problem: Problem, lineup: Lineup): Generator<Lineup> {
  const isLegal = judgeOf(problem);
  const captains = (slot: number) => problem.contest.slots[slot]!.salary === "captainSalary";
  function* seat(index: number, seats: Lineup): Generator<Lineup> {
    if (index === lineup.length) {
      if (isLegal(seats).length === 0) yield seats;
      return;
    }
    const { entry, slot: own } = lineup[index]!;
    for (const [slot, { count }] of problem.contest.slots.entries())
      if (captains(slot) === captains(own) && seats.filter((other) => other.slot === slot).length < count)
        yield* seat(index + 1, [...seats, { entry, slot }]);
  }
  yield* seat(0, []);
}

/** The slots that accept everything that another slot of their kind does, and more; most flexible first. */
function flexibleSlots({ contest: { slots } }: Problem): number[] {
  const isWider = (slot: number) =>
    slots.some(
      (other) =>
        other.salary === slots[slot]!.salary &&
        other.accepts.length < slots[slot]!.accepts.length &&
        other.accepts.every((position) => slots[slot]!.accepts.includes(position)),
    );
  return [...slots.keys()]
    .filter(isWider)
    .sort((a, b) => slots[b]!.accepts.length - slots[a]!.accepts.length || b - a);
}

/** The player in a slot. */
const inSlot = (lineup: Lineup, slot: number) =>
  lineup.flatMap((seat) => (seat.slot === slot ? [seat.entry] : [])).sort();

describe("late-start seating", () => {
  it.each(CONTESTS)(
    "is the latest of all legal seatings of $contest.contest lineups, by exhaustive search",
    ({ contest, changed }) => {
      const tally = new Tally();
      fc.assert(
        fc.property(
          smallRequest(contest, { unseated: 1 }),
          fc.array(fc.integer({ min: 10, max: 14 }), { minLength: 40, maxLength: 40 }),
          (request, hours) => {
            const problem = problemOf(catalog, request);
            const model = buildModel(problem);
            const startsOf = new Map(
              problem.entries.flatMap(({ uuid }, index): [string, string][] =>
                hours[index] === 14 ? [] : [[uuid, `2026-11-21T${hours[index]}:00:00+00:00`]],
              ),
            );
            const reseat = lateSeatingOf(problem, model, startsOf);
            for (const lineup of seatSolutions(model, allSolutions(model).slice(0, 8))) {
              const late = reseat(lineup);
              expect(judgeOf(problem)(late)).toEqual([]);
              expect(late.map(({ slot }) => slot)).toEqual(
                late.map(({ slot }) => slot).sort((a, b) => a - b),
              );
              expect(late.map(({ entry }) => entry).sort()).toEqual(lineup.map(({ entry }) => entry).sort());
              const latest = (seats: Lineup, slot: number) =>
                inSlot(seats, slot)
                  .map((entry) => startsOf.get(problem.entries[entry]!.uuid) ?? "")
                  .sort()
                  .reverse()
                  .join();
              let others = [...legalSeatings(problem, lineup)];
              for (const slot of flexibleSlots(problem)) {
                for (const other of others)
                  expect(latest(other, slot) <= latest(late, slot), "a later starter fits").toBe(true);
                others = others.filter((other) => inSlot(other, slot).join() === inSlot(late, slot).join());
                if (latest(lineup, slot) !== latest(late, slot)) tally.add("changed");
              }
              tally.add("lineups");
            }
          },
        ),
        runs(RUNS),
      );
      expect(tally.of("lineups"), String(tally)).toBeGreaterThan(share(RUNS, 0.7));
      expect(tally.of("changed"), String(tally)).toBeGreaterThanOrEqual(share(RUNS, changed));
    },
  );

  it("changes nothing if all games start together", () => {
    const [request] = fc.sample(smallRequest(tinyClassic), { ...runs(1), numRuns: 1 });
    const problem = problemOf(catalog, request!);
    const model = buildModel(problem);
    const same = new Map(problem.entries.map(({ uuid }) => [uuid, "2026-11-21T18:00:00+00:00"]));
    for (const startsOf of [same, new Map<string, string>()])
      for (const lineup of seatSolutions(model, allSolutions(model).slice(0, 5)))
        expect(lateSeatingOf(problem, model, startsOf)(lineup)).toBe(lineup);
  });

  it("applies to lineups of a salary file with start times", async () => {
    const file = "basketball.draftkings.classic";
    const inputs = slateInputs(readSlateFile(smallSalaryFile(file), { file }));
    const startsOf = inputs.seats.startsOf!;
    await using optimizer = await createOptimizer({ threads: 0 });
    const late = await optimizer.optimize({ ...inputs, count: 20 });
    const plain = await optimizer.optimize({
      ...inputs,
      seats: { ...inputs.seats, startsOf: undefined },
      count: 20,
    });
    expect(late.data.map(({ id }) => id)).toEqual(plain.data.map(({ id }) => id));
    const lastStart = ({ attributes }: (typeof late.data)[number]) =>
      startsOf.get(attributes.byPositions["UTIL"]![0]!.uuid)!;
    for (const [index, lineup] of late.data.entries())
      expect(lastStart(lineup) >= lastStart(plain.data[index]!)).toBe(true);
    expect(late.data.map(lastStart)).not.toEqual(plain.data.map(lastStart));
  });
});
