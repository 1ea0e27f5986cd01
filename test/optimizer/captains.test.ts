import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { matchProjections } from "../../src/files/match-projections.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { ownedIn, readSlateFiles } from "../../src/files/slate-files.ts";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { builtInCatalog as catalog } from "../../src/platform/node/catalog.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { verifyLineups } from "../../src/platform/node/verify.ts";
import { seatsOf } from "../../src/shared/schema/lineups.ts";
import { DRAFTKINGS, lines } from "../files/support.ts";
import { runs, share, Tally } from "../support/runs.ts";

const optimizer = await createOptimizer({ threads: 0 });
const highs = await createOptimizer({ threads: 0, solver: "highs" });
afterAll(() => Promise.all([optimizer.close(), highs.close()]));

const NAMES = [
  "Ado Kessby",
  "Bor Lander",
  "Cas Moror",
  "Dov Essar",
  "Eli Ravan",
  "Fen Osk",
  "Gil Toman",
  "Hal Ubber",
];
const CAP = 50_000;
const COUNT = 6;

interface Drawn {
  readonly salary: number;
  /** In hundredths. */
  readonly points: number;
  readonly captain: number | null;
}

const drawn = fc.array(
  fc.record({
    salary: fc.integer({ min: 20, max: 45 }).map((one) => 200 * one),
    points: fc.integer({ min: 100, max: 2_500 }),
    captain: fc.option(fc.integer({ min: 0, max: 4_000 }), { freq: 4 }),
  }),
  { minLength: NAMES.length, maxLength: NAMES.length },
);

const teamOf = (player: number) => (player % 2 === 0 ? "RAV" : "TIN");

function salariesOf(players: readonly Drawn[]): string {
  const rows = players.flatMap(({ salary }, at) =>
    [
      { slot: "CPT", id: 200 + at, cost: (salary * 3) / 2 },
      { slot: "FLEX", id: 300 + at, cost: salary },
    ].map(
      ({ slot, id, cost }) =>
        `WR,${NAMES[at]} (${id}),${NAMES[at]},${id},${slot},${cost},RAV@TIN 10/15/2023 01:00PM ET,${teamOf(at)},1`,
    ),
  );
  return lines(DRAFTKINGS, ...rows);
}

/** The same projections with the captain's points in a column, and in rows of their own. */
const LAYOUTS: Readonly<Record<string, (players: readonly Drawn[]) => string>> = {
  columns: (players) =>
    lines(
      "Player,Team,Proj,CPT Proj",
      ...players.map(({ points, captain }, at) =>
        [NAMES[at], teamOf(at), points / 100, captain === null ? "" : captain / 100].join(),
      ),
    ),
  rows: (players) =>
    lines(
      "DFS ID,Name,SS Proj",
      ...players.flatMap(({ points, captain }, at) => [
        ...(captain === null ? [] : [[200 + at, NAMES[at], captain / 100].join()]),
        [300 + at, NAMES[at], points / 100].join(),
      ]),
    ),
};

interface Listed {
  /** In hundredths. */
  readonly points: number;
  readonly captain: number;
  readonly players: readonly number[];
}

/** Every legal lineup, best first. */
function lineupsOf(players: readonly Drawn[]): Listed[] {
  const found: Listed[] = [];
  for (let out = 0; out < NAMES.length; out += 1)
    for (let other = out + 1; other < NAMES.length; other += 1) {
      const six = [...players.keys()].filter((one) => one !== out && one !== other);
      if (new Set(six.map(teamOf)).size < 2) continue;
      for (const captain of six) {
        const cost = six.reduce((sum, one) => sum + players[one]!.salary * (one === captain ? 1.5 : 1), 0);
        if (cost > CAP) continue;
        const points = six.reduce((sum, one) => {
          const { points: own, captain: ofCaptain } = players[one]!;
          return sum + (one === captain ? (ofCaptain ?? 1.5 * own) : own);
        }, 0);
        found.push({ points, captain, players: six });
      }
    }
  return found.sort((a, b) => b.points - a.points);
}

it.each(Object.entries(LAYOUTS))("captains have points of their own, in %s", async (_, fileOf) => {
  const tally = new Tally();
  await fc.assert(
    fc.asyncProperty(drawn, async (players) => {
      const slate = readSlateFile(salariesOf(players), { file: "salaries.csv", catalog });
      const { rows } = readProjectionsCsv(fileOf(players), { file: "p.csv" });
      const { points, rows: taken } = matchProjections(slate, rows, { file: "p.csv" });
      const inputs = slateInputs(slate, { projections: points, rows: taken });
      const expected = lineupsOf(players);
      if (expected.length < COUNT) return void tally.add("few");
      const best = expected.slice(0, COUNT).map((one) => one.points);
      for (const solver of [optimizer, highs]) {
        const document = await solver.optimize({ ...inputs, count: COUNT });
        const found = document.data.map(({ attributes }) => Math.round(attributes.points * 1e4) / 100);
        expect(found).toEqual(best);
        expect((await verifyLineups({ ...inputs, lineups: document })).violations).toEqual([]);
      }
      const playerOf = new Map(slate.entries.map(({ uuid, name }) => [uuid, NAMES.indexOf(name)]));
      // One by one, each captain at most once.
      const captains: number[] = [];
      const once = expected.flatMap((one) => {
        if (captains.includes(one.captain)) return [];
        captains.push(one.captain);
        return one.points;
      });
      if (captains.length < 3) return void tally.add("few captains");
      const description = {
        lineups: 3,
        method: "sequential",
        exposure: [{ each: "player", of: { slot: "CPT" }, most: 1 }],
      } as const;
      const { data } = await optimizer.portfolio({ ...inputs, portfolio: description });
      expect(data.map(({ attributes }) => Math.round(attributes.points * 1e4) / 100)).toEqual(
        once.slice(0, 3),
      );
      // One by one, with four seats different: a player as captain is another than in a plain slot.
      const seats = ({ captain, players: six }: Listed) =>
        six.map((one) => (one === captain ? `${one} CPT` : `${one}`));
      const apart: Listed[] = [];
      for (const one of expected)
        if (apart.every((other) => seats(other).filter((seat) => seats(one).includes(seat)).length <= 2))
          apart.push(one);
      if (apart.length > 1) {
        const bySeats = {
          lineups: apart.length,
          method: "sequential",
          unique: 4,
          uniqueBy: "seats",
        } as const;
        for (const solver of [optimizer, highs]) {
          const { data: found, meta } = await solver.portfolio({ ...inputs, portfolio: bySeats });
          expect(found.map(({ attributes }) => Math.round(attributes.points * 1e4) / 100)).toEqual(
            apart.map((one) => one.points),
          );
          expect(meta?.portfolio).toMatchObject({ unique: 4, uniqueBy: "seats" });
        }
        tally.add("seats");
      }
      const own = players[playerOf.get(seatsOf(data[0]!).find(({ slot }) => slot === "CPT")!.uuid)!]!;
      tally.add(own.captain === null ? "multiple" : "own points");
    }),
    runs(12),
  );
  expect(tally.of("own points"), `${tally}`).toBeGreaterThan(share(12, 0.2));
  expect(tally.of("seats"), `${tally}`).toBeGreaterThan(share(12, 0.2));
});

it.each([
  ["a total", "Name,Proj,Total Own,CPT Own", ["Ado Kessby,20,80%,30%"], { percent: 80, captain: 30 }],
  [
    "less than as captain",
    "Name,Proj,Ownership %,CPT Ownership %",
    ["Ado Kessby,20,30,40"],
    { percent: 70, captain: 40 },
  ],
  [
    "in rows of their own",
    "DFS ID,Name,SS Proj,SS Own",
    ["200,Ado Kessby,31,30", "300,Ado Kessby,20,50"],
    { percent: 80, captain: 30 },
  ],
])("ownership counts the captain's slot: %s", async (_, header, rows, total) => {
  const players = NAMES.map(() => ({ salary: 6_000, points: 10, captain: null }));
  const named = (file: string, text: string) => ({ file, bytes: new TextEncoder().encode(text) });
  const { points } = await readSlateFiles(
    {
      salaries: named("salaries.csv", salariesOf(players)),
      projections: [named("p.csv", lines(header, ...rows))],
    },
    {},
    catalog,
  );
  expect(ownedIn(points)).toMatchObject([total]);
});
