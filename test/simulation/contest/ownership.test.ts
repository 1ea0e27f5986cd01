import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { afterAll, expect, test } from "vitest";
import { readProblem } from "../../../src/contests/constraints/readers/read-problem.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { readDrawnPoints } from "../../../src/files/drawn-points.ts";
import { readSlateFile } from "../../../src/files/read-slate.ts";
import { inputsOfFiles } from "../../../src/files/slate-files.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { seatCount } from "../../../src/shared/roster.ts";
import { parseLineupRequest } from "../../../src/shared/schema/request.ts";
import { FEATURES, popularityFacts, sharesBy } from "../../../src/simulation/contest/ownership.ts";
import { sampleSlate } from "../../support/sample-slates.ts";

const optimizer = await createOptimizer({ threads: 0 });
const { catalog } = optimizer;
const search = createSearch(createRunner(0));
afterAll(() => optimizer.close());

/** A sample slate with projections that differ from the book's averages by random factors. */
function slateOf(name: string, seed: number) {
  const slate = readSlateFile(sampleSlate(`${name}.csv`), { file: name, catalog });
  const generator = xoroshiro128plus(seed);
  const rows = new Map(
    slate.entries.map(({ uuid, averagePoints }) => [
      uuid,
      (averagePoints ?? 0) * (0.75 + (generator.next() >>> 0) / 2 ** 33),
    ]),
  );
  const points = { points: rows, breakdowns: new Map(), rows: new Map(), notes: [], files: [] };
  const { facts: _, ...inputs } = inputsOfFiles({ slate, points: points as never });
  const { notes: __, ...drawn } = readDrawnPoints({ slate }, { file: name });
  return { slate, request: { ...inputs, ...drawn } };
}

const CLASSIC = [
  "american-football.draftkings.classic",
  "basketball.draftkings.classic",
  "basketball.yahoo.classic",
  "baseball.fanduel.classic",
  "golf.draftkings.classic",
  "ice-hockey.draftkings.classic",
  "mma.draftkings.classic",
];

test("estimates fill every seat and each slot, with or without captains, a cap or a table of the sport; lineups spend what opponents spend", async () => {
  const others = [
    "american-football.draftkings.showdown",
    "basketball.fanduel.single",
    "basketball.draftkings.tiers",
    "nascar.draftkings.classic",
    "soccer.draftkings.classic",
  ];
  let compared = 0;
  for (const [at, name] of [...CLASSIC, ...others].entries()) {
    const { slate, request } = slateOf(name, 1);
    const { people, source } = await optimizer.ownership(request);
    const { slots, salaryCap, positions } = catalog.contest(slate.sport, slate.book, slate.contest);
    const sum = people.reduce((all, { percent }) => all + percent, 0);
    expect({ name, sum: sum / 100 }).toEqual({ name, sum: expect.closeTo(seatCount(slots), 2) });
    expect(people.every(({ percent }) => percent >= 0 && percent <= 100)).toBe(true);
    expect(people[0]!.percent).toBeGreaterThan(people.at(-1)!.percent);
    expect(source).toMatch(/^Fitted by dfs-lineups to the ownership of [\d,]+ players/);
    if (at === 0) expect((await optimizer.ownership(request)).people).toEqual(people);
    if (at >= 6) continue;
    const shares = new Map(people.map(({ uuid, percent }) => [uuid, percent / 100]));
    const spent = slate.entries.reduce((sum, { uuid, salary }) => sum + (shares.get(uuid) ?? 0) * salary, 0);
    expect(Math.abs(spent / salaryCap!.default - 0.997)).toBeLessThan(0.004);
    // Seats are filled per group of players who fit the same slots, so each slot has players enough.
    for (const { accepts, count } of slots) {
      const able = slate.entries.filter(({ position }) =>
        position
          .split("/")
          .some((one) =>
            positions.some(
              ({ name: own, aliases }) => accepts.includes(own) && [own, ...aliases].includes(one),
            ),
          ),
      );
      const sum = able.reduce((all, { uuid }) => all + (shares.get(uuid) ?? 0), 0);
      expect(sum).toBeGreaterThan(count - 0.01);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(25);
});

test("a player whom the book's average favors is owned more", async () => {
  const { slate, request } = slateOf("basketball.draftkings.classic", 3);
  const before = new Map((await optimizer.ownership(request)).people.map((one) => [one.uuid, one.percent]));
  let raised = 0;
  for (const { uuid } of slate.entries.filter(({ uuid: one }) => before.get(one)! > 2).slice(0, 3)) {
    const averages = request.averages!.map((one) =>
      one.uuid === uuid ? { uuid, points: 1.5 * one.points } : one,
    );
    const { people } = await optimizer.ownership({ ...request, averages });
    expect(people.find((one) => one.uuid === uuid)!.percent).toBeGreaterThan(before.get(uuid)!);
    raised += 1;
  }
  expect(raised).toBe(3);
});

test("a fit finds the coefficients by which players were chosen, and estimates contests that it has not seen", async () => {
  const TRUTH = [0.6, 0, 0.8, 1.5, -1];
  const generator = xoroshiro128plus(9);
  const table = await catalog.ownershipTable("golf");
  const slates = [];
  for (const [at, name] of CLASSIC.slice(0, 5).entries()) {
    const { request } = slateOf(name, 10 + at);
    const body = parseLineupRequest(request.body);
    const problem = readProblem(catalog.contestOf(request.sport, body), body, request.projections!.data!, {
      origin: "book-file",
      seats: request.seats,
    });
    const averages = new Map(request.averages!.map(({ uuid, points }) => [uuid, points]));
    const outcomes = await catalog.outcomesTable(request.sport);
    const facts = await popularityFacts(
      problem,
      { table: outcomes, known: [], seed: 1, ownership: { averages } },
      { search, control: { deadline: undefined } as never },
    );
    const shares = sharesBy(facts, TRUTH);
    // As in a contest of 2,000 entries.
    const drafted = facts.entries.map((entry, row) => {
      let entries = 0;
      for (let one = 0; one < 2000; one += 1)
        if ((generator.next() >>> 0) / 2 ** 32 < shares[row]!) entries += 1;
      return { entry, percent: entries / 20 };
    });
    // Opponents' players score more, beyond what decides the ownership.
    const players = drafted.map(({ entry, percent }, row) => {
      const { uuid, points } = problem.entries[entry]!;
      const share = shares[row]!;
      const surprise = (percent / 100 - share) / Math.sqrt((share * (1 - share)) / 2000);
      const hundredths = Math.max(1, Math.round(100 * points * (1 + surprise)));
      return { uuid, name: uuid, slot: null, hundredths, drafted: percent };
    });
    slates.push({ ...request, id: `${at}`, past: { entries: [], players }, users: [], columns: [] });
  }
  const { tables, checks } = await optimizer.fitOwnership({ slates: slates as never });
  expect(tables.map(({ sport }) => sport)).toEqual([...new Set(slates.map(({ sport }) => sport)), "any"]);
  expect(Object.keys(table.coefficients)).toEqual(FEATURES);
  for (const { coefficients } of tables)
    for (const [at, name] of FEATURES.entries()) {
      if (name === "optimalByAverages") continue;
      const { value, error } = coefficients[name];
      expect(error).toBeGreaterThan(0);
      expect({ name, off: Math.abs(value - TRUTH[at]!) < 0.2 }).toEqual({ name, off: true });
    }
  expect(checks).toHaveLength(slates.length);
  for (const { estimated, optimal, most, players, known } of checks) {
    expect(players).toBeGreaterThan(20);
    expect(estimated.correlation).toBeGreaterThan(0.97);
    expect(estimated.misfit).toBeLessThan(optimal.misfit);
    expect(Math.abs(most.estimated - most.actual)).toBeLessThan(10);
    expect(known!.value).toBeGreaterThan(0.02);
    expect(known!.value).toBeLessThan(0.3);
  }
  expect(tables.at(-1)!.known.value).toBeGreaterThan(2 * tables.at(-1)!.known.error);
}, 120_000);
