import { LineupError } from "./lineup-error.ts";

/** The requested solver does not support one of the model's rules. */
export class UnsupportedModelError extends LineupError {
  override readonly name = "UnsupportedModelError";
  readonly solver: string;
  readonly reason: string;

  constructor(solver: string, reason: string) {
    super(`The solver ${solver} cannot solve this request: ${reason}. Use the solver auto.`, {
      code: "unsupported-model",
      kind: "input",
      status: 422,
      title: "Unsupported model",
    });
    this.solver = solver;
    this.reason = reason;
  }
}

/** A solver or a worker failed, or an answer failed its check. Status 500. */
export class SolverFailedError extends LineupError {
  override readonly name = "SolverFailedError";

  constructor(detail: string, cause?: unknown) {
    super(detail, { code: "solver-failed", kind: "fault", status: 500, title: "Solver failed", cause });
  }
}

/** A total on which two solvers differ, in units of points; null for a solver that finds no such lineup. */
export interface Difference {
  /** The total's rank, from 1. */
  readonly place: number;
  readonly first: { readonly solver: string; readonly units: number | null };
  readonly second: { readonly solver: string; readonly units: number | null };
}

/** Two solvers found different best totals for one request, so at least one of them is wrong. */
export class SecondOpinionError extends LineupError {
  override readonly name = "SecondOpinionError";
  readonly difference: Difference;

  /** `again` is the command that reproduces the difference, if there is one. */
  constructor(difference: Difference, again?: string) {
    const { place, first, second } = difference;
    const found = ({ solver, units }: Difference["first"]) =>
      `${solver} ${units === null ? "finds none" : `finds ${units / 1e10} points`}`;
    super(
      `Two solvers differ in lineup ${place}: ${found(first)}, ${found(second)}. At least one of them is wrong. ${again === undefined ? "Please report the request." : `To reproduce it, run: ${again}. Please report it with that file.`}`,
      { code: "second-opinion-differs", kind: "fault", status: 500, title: "Solvers differ" },
    );
    this.difference = difference;
  }
}
