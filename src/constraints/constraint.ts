import type { Rule } from "../model/model.ts";
import type { Lineup, Problem } from "../problem/problem.ts";

/** A constraint said twice: as rules for a solver, and as a check of a finished lineup that shares no code with them. */
export interface Constraint {
  readonly name: string;
  rules(problem: Problem): Rule[];
  check(problem: Problem, lineup: Lineup): Violation[];
}

/** What a finished lineup breaks. */
export interface Violation {
  /** The constraint's name. */
  readonly constraint: string;
  readonly detail: string;
}
