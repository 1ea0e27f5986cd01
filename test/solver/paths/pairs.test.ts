import { expect, it } from "vitest";
import type { RuleData } from "../../../src/model/model.ts";
import { POINT_UNITS } from "../../../src/model/model.ts";
import { createPathEngine } from "../../../src/solver/paths/index.ts";
import { DEFAULT_LIMITS } from "../../../src/solver/paths/limits.ts";
import { modelOf } from "../../../src/testing/models/hand-made.ts";

it("does not add up the slacks of a pair where minimums tie entries to each other", () => {
  const entries = [
    [105, 0],
    [105, 1],
    [60, 2],
    [80, 2],
    [90, 0],
    [90, 1],
    [95, 0],
    [100, 1],
  ] as const;
  const rules: RuleData[] = [
    {
      kind: "pairedGroup",
      groups: Int32Array.of(2, 3, -1, -1, 1, 1, 0, 0),
      left: [0, 4, 6],
      right: [1, 5, 7],
    },
    { kind: "atLeast", entries: [2, 4], minimum: 1 },
    { kind: "atLeast", entries: [2, 5], minimum: 1 },
  ];
  const model = modelOf(
    [
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    entries.map(([points, slot]) => [{ slots: [slot], points }]),
    rules,
  );
  const engine = createPathEngine({ ...DEFAULT_LIMITS, pairless: -1, pairlessPerLineup: 0 });
  expect([...engine.bestNow(model, 1).points]).toEqual([260 * POINT_UNITS]);
});
