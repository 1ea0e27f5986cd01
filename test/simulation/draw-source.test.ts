import { expect, test } from "vitest";
import { buildModel } from "../../src/contests/constraints/readers/build-model.ts";
import { Drawing } from "../../src/engine/solver/draws/drawing.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import type { OutcomesTable } from "../../src/shared/schema/outcomes.ts";
import { drawSourceOf, type SpreadTerms } from "../../src/simulation/draw-source.ts";
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

function drawn(
  known: SpreadTerms["known"] = [],
  own: OutcomesTable = table,
  pool: readonly PoolRow[] = rows,
) {
  const problem = tinyProblem("classic", pool);
  const model = buildModel(problem);
  const drawing = new Drawing(
    drawSourceOf(problem, model, { table: own, seed: 5, known }),
    model.picks.entry,
  );
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

/** Four standard errors of a correlation in these draws. */
const bound = (expected: number) => (4 * (1 - expected ** 2)) / Math.sqrt(DRAWS) + 0.005;

test("players who divide a contested factor correlate by their weighted deviations from its mean", () => {
  const contested: OutcomesTable = {
    ...table,
    factors: [{ name: "targets", of: "team", contested: true }],
    positions: [
      { names: ["WR"], spread, loadings: [{ factor: "targets", side: "own", loading: 0.8, source: "here" }] },
    ],
  };
  const receivers: PoolRow[] = [
    { name: "a", position: "WR", team: 0, points: 15 },
    { name: "b", position: "WR", team: 0, points: 10 },
    { name: "c", position: "WR", team: 0, points: 5 },
    { name: "g", position: "WR", team: 1, points: 10 },
    { name: "q", position: "QB", team: 0, points: 20 },
    { name: "e", position: "WR", team: 2, points: 10 },
    { name: "f", position: "WR", team: 2, points: 10 },
  ];
  const { of } = drawn([], contested, receivers);
  const weights: Readonly<Record<string, number>> = { a: 1 / 2, b: 1 / 3, c: 1 / 6 };
  const squares = Object.values(weights).reduce((sum, weight) => sum + weight ** 2, 0);
  const size = (name: string) => Math.sqrt(1 - 2 * weights[name]! + squares);
  for (const [one, other] of ["ab", "ac", "bc"]) {
    const covariance = squares - weights[one!]! - weights[other!]!;
    const expected = (0.64 * covariance) / (size(one!) * size(other!));
    expect(Math.abs(correlation(of(one!), of(other!)) - expected), `${one}${other}`).toBeLessThan(
      bound(expected),
    );
  }
  // Two players divide it: what one has more, the other has less.
  expect(Math.abs(correlation(of("e"), of("f")) + 0.64)).toBeLessThan(bound(0.64));
  for (const other of ["g", "q"])
    expect(Math.abs(correlation(of("a"), of(other))), other).toBeLessThan(bound(0));
  // Without a rival the whole spread remains.
  expect(Math.sqrt(variance(of("g")))).toBeCloseTo(1, 1);
});

const catalog = await loadCatalog();

test("one of a fight wins, as often as the projections say, and the two correlate by about -0.75", async () => {
  const mma = { ...(await catalog.outcomesTable("mma")), sport: "american-football" };
  const pool = (first: number, second: number): PoolRow[] => [
    { name: "a", position: "QB", team: 0, points: first },
    { name: "b", position: "QB", team: 1, points: second },
    { name: "c", position: "QB", team: 2, points: 40 },
  ];
  // The humps are at 23 and 90: their shares are in proportion to what the points exceed 23 by.
  for (const [first, second, chance, largest] of [
    [57, 57, 0.5, 0.005],
    [76.6, 36.4, 0.8, 0.005],
    [90, 60, 0.644, 0.03],
  ] as const) {
    const { of } = drawn([], mma, pool(first, second));
    const [a, b] = [of("a"), of("b")];
    expect(Math.abs(mean(a) - first)).toBeLessThan(1);
    expect(Math.abs(mean(b) - second)).toBeLessThan(1);
    const topOf = (values: Float64Array, share: number) =>
      values.toSorted()[Math.round((1 - share) * values.length)]!;
    const [least, other] = [topOf(a, chance), topOf(b, 1 - chance)];
    const winners = [...a.keys()].map((draw) => Number(a[draw]! > least) + Number(b[draw]! > other));
    // The sampled limits of a win differ a little from the exact ones.
    expect(winners.filter((count) => count !== 1).length / winners.length).toBeLessThan(0.02);
    const both = [...a.keys()].filter(
      (draw) => a[draw]! > 60 + first + second - 113 && b[draw]! > 60 + first + second - 113,
    );
    expect(both.length / a.length).toBeLessThan(largest);
    expect(Math.abs(correlation(of("a"), of("c")))).toBeLessThan(bound(0));
  }
  const { of } = drawn([], mma, pool(57, 57));
  expect(Math.abs(correlation(of("a"), of("b")) + 0.75)).toBeLessThan(0.02);
  expect(Math.sqrt(variance(of("a"))) / 40).toBeCloseTo(1, 1);
  const better = of("a").map((value, draw) => Math.max(value, of("b")[draw]!));
  expect(Math.abs(mean(better) - 90)).toBeLessThan(2);
  // A fighter whose opponent has no projection has no rival.
  const alone = drawn([], mma, pool(57, 57).slice(1)).of("b");
  expect(Math.abs(mean(alone) - 57)).toBeLessThan(1);
});

test("football's receivers, backs and quarterbacks correlate as in the sources", async () => {
  const football = await catalog.outcomesTable("american-football");
  const offense = (team: number): PoolRow[] => [
    { name: `q${team}`, position: "QB", team, points: 20 },
    { name: `x${team}`, position: "WR", team, points: 15 },
    { name: `y${team}`, position: "WR", team, points: 12 },
    { name: `z${team}`, position: "WR", team, points: 8 },
    { name: `v${team}`, position: "WR", team, points: 8 },
    { name: `r${team}`, position: "RB", team, points: 15 },
    { name: `s${team}`, position: "RB", team, points: 7 },
  ];
  const { of } = drawn([], football, [0, 1, 2].flatMap(offense));
  const expected: readonly (readonly [string, string, number])[] = [
    ["q0", "x0", 0.36],
    ["q0", "q1", 0.18],
    ["q0", "x1", 0.12],
    ["x0", "x1", 0.08],
    ["x0", "y0", -0.2],
    ["q0", "r0", -0.08],
    ["r0", "r1", -0.05],
    ["q1", "q2", 0],
  ];
  for (const [a, b, published] of expected)
    expect(Math.abs(correlation(of(a), of(b)) - published), `${a} and ${b}`).toBeLessThan(0.06);
  expect(correlation(of("r0"), of("s0"))).toBeLessThan(0);
});

test("the spread of a basketball player falls with the projection", async () => {
  const basketball = { ...(await catalog.outcomesTable("basketball")), sport: "american-football" };
  const pool: PoolRow[] = [
    { name: "a", position: "QB", team: 0, points: 50 },
    { name: "b", position: "QB", team: 0, points: 15 },
    { name: "c", position: "QB", team: 1, points: 30 },
    { name: "e", position: "QB", team: 2, points: 30 },
  ];
  const { of } = drawn([], basketball, pool);
  const ratio = (name: string) => Math.sqrt(variance(of(name))) / mean(of(name));
  expect(Math.abs(ratio("a") - 0.34 * 0.6 ** 0.38)).toBeLessThan(0.015);
  expect(Math.abs(ratio("b") - 0.34 * 2 ** 0.38)).toBeLessThan(0.02);
});

test("hitters who follow each other correlate more than others of the team", async () => {
  const baseball = { ...(await catalog.outcomesTable("baseball")), sport: "american-football" };
  const pool: PoolRow[] = [1, 2, 4, 9].map((order) => ({
    name: `h${order}`,
    position: "QB",
    team: 0,
    points: 8,
  }));
  pool.push(
    { name: "x", position: "QB", team: 1, points: 8 },
    { name: "y", position: "QB", team: 2, points: 8 },
  );
  const normal: OutcomesTable = { ...baseball, otherwise: { ...baseball.otherwise, spread } };
  const known = [1, 2, 4, 9].map((order) => ({ uuid: uuidOf(`h${order}`), order }));
  const { of } = drawn(known, normal, pool);
  const expected: readonly (readonly [string, string, number])[] = [
    ["h1", "h2", 0.36 ** 2 + 0.22 ** 2],
    ["h1", "h9", 0.36 ** 2 + 0.22 ** 2],
    ["h1", "h4", 0.36 ** 2],
    ["h1", "x", 0],
  ];
  for (const [a, b, product] of expected)
    expect(Math.abs(correlation(of(a), of(b)) - product), `${a} and ${b}`).toBeLessThan(bound(product));
  const unknown = drawn([], normal, pool);
  expect(Math.abs(correlation(unknown.of("h1"), unknown.of("h2")) - 0.36 ** 2)).toBeLessThan(bound(0));
});

test("skaters of a line and of a power-play unit correlate more than others of the team", async () => {
  const hockey = await catalog.outcomesTable("ice-hockey");
  const { loadings } = hockey.positions.find(({ names }) => names.includes("W"))!;
  const own: OutcomesTable = {
    ...hockey,
    sport: "american-football",
    positions: [],
    otherwise: { spread, loadings },
  };
  const pool: PoolRow[] = ["a", "b", "c", "e"].map((name) => ({ name, position: "QB", team: 0, points: 10 }));
  pool.push(
    { name: "x", position: "QB", team: 1, points: 8 },
    { name: "y", position: "QB", team: 2, points: 8 },
  );
  const known = [
    { uuid: uuidOf("a"), line: 1, powerPlay: 1 },
    { uuid: uuidOf("b"), line: 1, powerPlay: 1 },
    { uuid: uuidOf("c"), line: 1, powerPlay: 2 },
    { uuid: uuidOf("e"), line: 2 },
    { uuid: uuidOf("x"), line: 1, powerPlay: 1 },
  ];
  const { of } = drawn(known, own, pool);
  const team = 0.1 ** 2 + 0.33 ** 2;
  const expected: readonly (readonly [string, string, number])[] = [
    ["a", "b", team + 0.45 ** 2 + 0.35 ** 2],
    ["a", "c", team + 0.45 ** 2],
    ["a", "e", team],
    ["a", "x", 0.1 ** 2],
  ];
  for (const [a, b, product] of expected)
    expect(Math.abs(correlation(of(a), of(b)) - product), `${a} and ${b}`).toBeLessThan(bound(product));
});
