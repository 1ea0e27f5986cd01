import { LineupError } from "./lineup-error.ts";

/** A solver was asked for by name but cannot state one of the model's rules. */
export class UnsupportedModelError extends LineupError {
  override readonly name = "UnsupportedModelError";
  readonly solver: string;
  readonly reason: string;

  constructor(solver: string, reason: string) {
    super(`The solver ${solver} cannot solve this request: ${reason}. Ask for the solver auto.`, {
      code: "unsupported-model",
      kind: "input",
      status: 422,
      title: "Unsupported model",
    });
    this.solver = solver;
    this.reason = reason;
  }
}

/** A solver or a worker broke, or an answer failed its check. Status 500. */
export class SolverFailedError extends LineupError {
  override readonly name = "SolverFailedError";

  constructor(detail: string, cause?: unknown) {
    super(detail, { code: "solver-failed", kind: "fault", status: 500, title: "Solver failed", cause });
  }
}

/** A total that two solvers differ in, in units of points; null where one finds no such lineup. */
export interface Difference {
  /** Which total, from 1. */
  readonly place: number;
  readonly first: { readonly solver: string; readonly units: number | null };
  readonly second: { readonly solver: string; readonly units: number | null };
}

/** Two solvers find different best totals for one request: at least one of them is wrong. */
export class SecondOpinionError extends LineupError {
  override readonly name = "SecondOpinionError";
  readonly difference: Difference;

  /** `again` is the command that shows the difference again, where there is one. */
  constructor(difference: Difference, again?: string) {
    const { place, first, second } = difference;
    const found = ({ solver, units }: Difference["first"]) =>
      `${solver} ${units === null ? "finds none" : `finds ${units / 1e10} points`}`;
    super(
      `Two solvers differ in lineup ${place}: ${found(first)}, ${found(second)}. At least one of them is wrong. ${again === undefined ? "Report the request, please." : `Everything to see it again is kept: ${again}. Report it with that file, please.`}`,
      { code: "second-opinion-differs", kind: "fault", status: 500, title: "Solvers differ" },
    );
    this.difference = difference;
  }
}
