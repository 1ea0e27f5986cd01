import { expect, test } from "vitest";
import { buildModel } from "../../src/contests/constraints/readers/build-model.ts";
import { Drawing } from "../../src/engine/solver/draws/drawing.ts";
import type { OutcomesTable } from "../../src/shared/schema/outcomes.ts";
import { drawSourceOf } from "../../src/simulation/draw-source.ts";
import { type PoolRow, tinyProblem, uuidOf } from "../support/tiny-problem.ts";

const DRAWS = 20_000;
const spread = { family: "normal" as const, ratio: 0.1, least: -100, source: "here" };
const table: OutcomesTable = {
  sport: "american-football",
  sources: { here: "The test." },
  factors: [
    { name: "pace", of: "game" },
    { name: "passing", of: "team" },
  ],
  positions: [
    {
      names: ["QB"],
      spread,
      loadings: [
        { factor: "pace", side: "own", loading: 0.5, source: "here" },
        { factor: "passing", side: "own", loading: 0.6, source: "here" },
      ],
    },
    { names: ["WR"], spread, loadings: [{ factor: "passing", side: "own", loading: 0.7, source: "here" }] },
    {
      names: ["DST"],
      spread,
      loadings: [{ factor: "passing", side: "opponent", loading: -0.8, source: "here" }],
    },
  ],
  otherwise: { spread, loadings: [] },
};
const rows: PoolRow[] = [
  { name: "q0", position: "QB", team: 0, points: 20 },
  { name: "w0", position: "WR", team: 0, points: 12 },
  { name: "q1", position: "QB", team: 1, points: 18 },
  { name: "d1", position: "DST", team: 1, points: 8 },
  { name: "q2", position: "QB", team: 2, points: 17 },
  { name: "w1", position: "WR", team: 1, points: 11 },
];

function drawn(known: Parameters<typeof drawSourceOf>[2]["known"] = []) {
  const problem = tinyProblem("classic", rows);
  const model = buildModel(problem);
  const drawing = new Drawing(drawSourceOf(problem, model, { table, seed: 5, known }), model.picks.entry);
  const samples = problem.entries.map(() => new Float64Array(DRAWS));
  drawing.begin(0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    drawing.next();
    for (const [entry, values] of samples.entries()) values[draw] = drawing.hundredths[entry]! / 100;
  }
  const of = (name: string) => {
    const uuid = name.startsWith("d") ? undefined : uuidOf(name);
    return samples[problem.entries.findIndex((one) => (uuid ? one.uuid === uuid : one.kind === "team"))]!;
  };
  return { of };
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(a: Float64Array, b: Float64Array): number {
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    ab += (value - ma) * (b[at]! - mb);
    aa += (value - ma) ** 2;
    bb += (b[at]! - mb) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}

test("entries correlate by the products of their shared loadings", () => {
  const { of } = drawn();
  const expected: readonly (readonly [string, string, number])[] = [
    ["q0", "w0", 0.42],
    ["q0", "q1", 0.25],
    ["q0", "q2", 0],
    ["q0", "d1", -0.48],
    ["w0", "d1", -0.56],
    ["q1", "d1", 0],
    ["w0", "w1", 0],
  ];
  for (const [a, b, product] of expected)
    expect(Math.abs(correlation(of(a), of(b)) - product), `${a} and ${b}`).toBeLessThan(0.03);
});

test("points vary around the projection, as in the table or by known spreads", () => {
  const usual = drawn();
  expect(mean(usual.of("q0"))).toBeCloseTo(20, 0);
  expect(Math.sqrt(variance(usual.of("q0")))).toBeCloseTo(2, 1);
  const known = drawn([{ uuid: uuidOf("q0"), deviation: 6 }]);
  expect(Math.sqrt(variance(known.of("q0")))).toBeCloseTo(6, 0);
  expect(Math.abs(mean(known.of("q0")) - 20)).toBeLessThan(0.2);
});

function variance(values: Float64Array): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length;
}
