import { expect, test } from "vitest";
import {
  deviationOf,
  GRID,
  GRID_SIZE,
  meanOf,
  normalDensity,
  STEPS_PER_UNIT,
  WEIGHTS,
} from "../../src/shared/normal.ts";

test("the weights sum to one and are symmetric", () => {
  expect(WEIGHTS.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 13);
  for (let step = 0; step < GRID_SIZE; step += 1)
    expect(WEIGHTS[step]).toBeCloseTo(WEIGHTS[GRID_SIZE - 1 - step]!, 13);
});

test("the mean is the integral of the linear interpolation between the steps", () => {
  const values = GRID.map((step) => Math.max(0, step ** 3 + 2));
  const at = (normal: number) => {
    const place = Math.min(GRID_SIZE - 1, Math.max(0, (normal - GRID[0]!) * STEPS_PER_UNIT));
    const step = Math.min(GRID_SIZE - 2, Math.floor(place));
    return values[step]! + (place - step) * (values[step + 1]! - values[step]!);
  };
  let integral = 0;
  const width = 1 / 4_096;
  for (let normal = -9; normal < 9; normal += width)
    integral += width * at(normal + width / 2) * normalDensity(normal + width / 2);
  expect(meanOf(values)).toBeCloseTo(integral, 6);
});

test("a standard normal variable has mean 0 and a deviation of nearly 1", () => {
  expect(meanOf(GRID)).toBeCloseTo(0, 13);
  expect(deviationOf(GRID)).toBeCloseTo(1, 2);
});
