import { expect, it } from "vitest";
import type { Program } from "../../../../src/model/program.ts";
import { columnsOf } from "../../../../src/solver/portfolio/joint/columns.ts";
import { bestOfFew } from "../../../../src/solver/portfolio/joint/few.ts";
import { likenessOf } from "../../../../src/solver/portfolio/joint/likeness.ts";
import { modelOf } from "../../../../src/testing/models/hand-made.ts";
import { free } from "../../../support/interrupts.ts";

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

/** The program over these lineups, without its answer. */
function programOf(unique: number): Program {
  const plan = { ...base, unique };
  const programs: Program[] = [];
  const answer = bestOfFew(
    { plan, likeness: likenessOf(plan), shareRows: [{ kind: "all", lower: 0, upper: 1 }] },
    LINEUPS.map(columnsOf(plan)),
    (program) => {
      programs.push(program);
      return [0, 2];
    },
    free(),
  );
  expect(answer).toMatchObject([{ picks: [0, 1, 2] }, { picks: [2, 3, 4] }]);
  return programs[0] as Program;
}

it("is asked of a program that counts lineups, keeps shares, and has a row for each two that are too much alike", () => {
  const columns = ({ rows }: Program) => rows.map((row) => [row.lower, row.upper, ...row.columns]);
  const every = [0, 1, 2, 3];
  expect(columns(programOf(0))).toEqual([
    [2, 2, ...every],
    [0, 1, ...every],
  ]);
  expect(columns(programOf(2))).toEqual([
    [2, 2, ...every],
    [0, 1, ...every],
    [0, 1, 0, 1],
    [0, 1, 2, 3],
  ]);
  expect(
    programOf(3)
      .rows.slice(2)
      .map(({ columns: [...own] }) => own),
  ).toEqual([
    [0, 1],
    [0, 2],
    [1, 2, 3],
    [2, 3],
  ]);
});
