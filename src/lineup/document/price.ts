import { POINT_UNITS } from "../../engine/model/model.ts";

/** Converts whole units of points to points, rounded to 4 decimals for output; never -0. */
export function roundedPoints(units: number): number {
  return Math.round(units / (POINT_UNITS / 1e4)) / 1e4 + 0;
}
