import { expect, test } from "vitest";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import { loadingsOf } from "../../src/simulation/correlations.ts";

const product = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, one, index) => sum + one * (b[index] ?? 0), 0);

/** A random correlation matrix; fewer dimensions than rows make it singular. */
function randomMatrix(size: number, dimensions: number, seed: number): number[][] {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
  const vectors = Array.from({ length: size }, () => Array.from({ length: dimensions }, next));
  const length = (vector: readonly number[]) => Math.sqrt(product(vector, vector));
  return vectors.map((a) => vectors.map((b) => product(a, b) / length(a) / length(b)));
}

test("correlated samples have the matrix's correlations, including singular matrices", () => {
  let singular = 0;
  for (let seed = 1; seed <= 60; seed += 1) {
    const size = 2 + (seed % 9);
    const dimensions = 1 + (seed % 7);
    if (dimensions < size) singular += 1;
    const matrix = randomMatrix(size, dimensions, seed);
    const uuids = matrix.map((_, index) => `player ${index}`);
    const rows = [...loadingsOf({ uuids, matrix }).values()];
    for (const [i, a] of rows.entries())
      for (const [j, b] of rows.entries())
        expect(Math.abs((i < j ? product(a, b) : product(b, a)) - matrix[i]![j]!)).toBeLessThan(1e-4);
  }
  expect(singular).toBeGreaterThan(20);
});

test.each([
  [
    "one that cannot be",
    [
      [1, 0.9, -0.9],
      [0.9, 1, 0.9],
      [-0.9, 0.9, 1],
    ],
    /of c with [ab] is -?0\.9, which/,
  ],
  [
    "two that are the same and differ to a third",
    [
      [1, 1, 0.5],
      [1, 1, 0],
      [0.5, 0, 1],
    ],
    /of c with b is 0, which/,
  ],
  [
    "unequal halves",
    [
      [1, 0.2, 0],
      [0.3, 1, 0],
      [0, 0, 1],
    ],
    /of b with a is 0\.3 one way and 0\.2 the other/,
  ],
  [
    "more than 1",
    [
      [1, 0, 1.2],
      [0, 1, 0],
      [1.2, 0, 1],
    ],
    /of c with a is 1\.2; it must be from -1 to 1/,
  ],
  [
    "another diagonal",
    [
      [1, 0, 0],
      [0, 2, 0],
      [0, 0, 1],
    ],
    /of b with itself is 2; it must be 1/,
  ],
  [
    "too few rows",
    [
      [1, 0, 0],
      [0, 1, 0],
    ],
    /must have 3 rows of 3 numbers/,
  ],
] as const)("%s is refused with the pair", (_, matrix, reason) => {
  const read = () => loadingsOf({ uuids: ["a", "b", "c"], matrix });
  expect(read).toThrow(InvalidRequestError);
  expect(read).toThrow(reason);
});

test("a repeated name is refused", () => {
  expect(() =>
    loadingsOf({
      uuids: ["a", "a"],
      matrix: [
        [1, 1],
        [1, 1],
      ],
    }),
  ).toThrow(/`correlations.uuids` lists a twice/);
});
