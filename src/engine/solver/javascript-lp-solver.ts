import * as solverModule from "javascript-lp-solver";
import { TimeLimitError, UnsupportedModelError } from "../../shared/errors.ts";
import type { Program } from "../model/program.ts";
import type { BinarySolver } from "./binary.ts";
import { holdEmpty, wholePicks } from "./binary.ts";
import { throwIfInterrupted, timeLeft } from "./interrupt.ts";

/** To the compiler the package is CommonJS; at run time it is a module with a default export. */
const solver = solverModule.default as unknown as typeof solverModule.default.default;

const OBJECTIVE = "gain";

/**
 * Presolve is off because it zeroes the gain of columns that it fixes; with cuts or a tolerance, solutions
 * are not always optimal.
 */
const OPTIONS = { presolve: false, useMIRCuts: false, tolerance: 0, exitOnCycles: false };

/** javascript-lp-solver: for small programs, as a second opinion. Only its time-out can interrupt it. */
export const javascriptLpSolver: BinarySolver = {
  solve(program, interrupt) {
    throwIfInterrupted(interrupt);
    if (program.upper.length === 0) return holdEmpty(program) ? [] : null;
    refuseLargeNumbers(program);
    const timeout = timeLeft(interrupt);
    const answer = solver.Solve({
      optimize: OBJECTIVE,
      opType: "max",
      ...definition(program),
      options: { ...OPTIONS, ...(Number.isFinite(timeout) && { timeout: Math.max(1, Math.ceil(timeout)) }) },
    }) as { feasible: boolean; [column: string]: number | boolean | undefined };
    throwIfInterrupted(interrupt);
    if (Number.isFinite(timeout) && timeLeft(interrupt) <= 1)
      throw new TimeLimitError(interrupt.milliseconds);
    if (!answer.feasible) return null;
    const columns = Array.from({ length: program.pickCount }, (_, pick) => Number(answer[`x${pick}`] ?? 0));
    return wholePicks("javascript-lp-solver", program, columns);
  },
};

/**
 * The largest number allowed in a row. From about 1e8 on, the package's pivots lose units, and it silently
 * reports feasible programs as infeasible or worse solutions as optimal (137 of 900 small programs with
 * salaries of up to 1e9).
 */
const MOST_VALUE = 1e7;

function refuseLargeNumbers({ rows }: Program): void {
  const isLarge = (value: number) => Number.isFinite(value) && Math.abs(value) > MOST_VALUE;
  for (const { values, lower, upper } of rows) {
    const large = [lower, upper, ...values].find(isLarge);
    if (large === undefined) continue;
    throw new UnsupportedModelError(
      "javascript-lp-solver",
      `it has numbers beyond ${MOST_VALUE}, such as ${large}, with which that solver is not exact`,
    );
  }
}

/**
 * The program with columns x0, x1, ... and rows r0, r1, ...; each continuous column gets a row for its upper
 * bound.
 */
function definition(program: Program) {
  const variables = Array.from(
    program.upper,
    (_, column): Record<string, number> => ({
      ...(column < program.pickCount && { [OBJECTIVE]: program.gain[column]! }),
      ...(program.whole[column] === 0 && { [`u${column}`]: 1 }),
    }),
  );
  const constraints: Record<string, { min?: number; max?: number; equal?: number }> = {};
  for (const [at, { columns, values, lower, upper }] of program.rows.entries()) {
    for (const [k, column] of columns.entries()) variables[column]![`r${at}`] = values[k]!;
    constraints[`r${at}`] =
      lower === upper
        ? { equal: lower }
        : { ...(Number.isFinite(lower) && { min: lower }), ...(Number.isFinite(upper) && { max: upper }) };
  }
  for (const [column, isWhole] of program.whole.entries())
    if (isWhole === 0) constraints[`u${column}`] = { max: program.upper[column]! };
  return {
    constraints,
    variables: Object.fromEntries(variables.map((variable, column) => [`x${column}`, variable])),
    binaries: Object.fromEntries(
      [...program.whole.keys()]
        .filter((column) => program.whole[column] === 1)
        .map((column) => [`x${column}`, 1 as const]),
    ),
  };
}
