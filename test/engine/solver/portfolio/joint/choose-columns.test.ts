import { expect, it } from "vitest";
import { PairRule } from "../../../../../src/engine/model/lineup-conflicts.ts";
import type { Program } from "../../../../../src/engine/model/program.ts";
import { programOf } from "../../../../../src/engine/solver/portfolio/joint/choose-columns.ts";
import { violatedConflicts } from "../../../../../src/engine/solver/portfolio/joint/conflict-rows.ts";
import { columnsOf } from "../../../../../src/engine/solver/portfolio/joint/rows.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";

const model = modelOf(
  [[0, 3]],
  [5, 4, 3, 2, 1, 0].map((points) => [{ slots: [0], points }]),
);
const base = { model, count: 2, choices: null, avoid: [], shares: [], random: null };
const LINEUPS = [
  [0, 1, 2],
  [0, 1, 3],
  [2, 3, 4],
  [3, 4, 5],
];

/** The program over these lineups, with rows for the conflicts of two lineups that are chosen both. */
function programFor(unique: number): Program {
  const plan = { ...base, unique };
  const columns = LINEUPS.map(columnsOf(plan));
  const conflicts = violatedConflicts(columns, () => 1, { plan, pairRule: new PairRule(plan) }, 9);
  const rows = [{ kind: "all", of: 0, lower: 0, upper: 1 } as const, ...conflicts];
  return programOf([{ count: plan.count, weight: 1 }], rows, columns).program;
}

it("is posed to a program that counts lineups, keeps shares, and has a row for each conflicting pair", () => {
  const columns = ({ rows }: Program) => rows.map((row) => [row.lower, row.upper, ...row.columns]);
  const every = [0, 1, 2, 3];
  expect(columns(programFor(0))).toEqual([
    [2, 2, ...every],
    [0, 1, ...every],
  ]);
  expect(columns(programFor(2))).toEqual([
    [2, 2, ...every],
    [0, 1, ...every],
    [0, 1, 0, 1],
    [0, 1, 2, 3],
  ]);
  expect(
    programFor(3)
      .rows.slice(2)
      .map(({ columns: [...own] }) => own)
      .sort(),
  ).toEqual([
    [0, 1],
    [0, 2],
    [1, 2, 3],
    [2, 3],
  ]);
});
