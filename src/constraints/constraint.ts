import type { Rule } from "../model/model.ts";
import type { Lineup, Problem } from "../problem/problem.ts";
import type { Breach } from "../schema/breach.ts";
import type { ContestBase } from "../schema/contest.ts";
import type { LineupRequest } from "../schema/request.ts";
import type * as z from "../schema/zod.ts";

/** What a finished lineup breaks, and by how much. */
export interface Violation {
  /** The constraint's name. */
  readonly constraint: string;
  readonly detail: string;
  /** What the constraint asks for or allows, in its own unit; null where it has no number. */
  readonly limit: number | null;
  /** What the lineup has of it. */
  readonly actual: number | null;
  /** GUIDs of the lineup's entries that break it, or that there are too few of. */
  readonly entries: readonly string[];
}

/** A violation as the check of a constraint finds it, which need not give its own name. */
export type Finding = Omit<Violation, "constraint">;

/**
 * A constraint that every contest has, said twice: as rules for a solver, and as a check of a finished lineup that
 * shares no code with them.
 */
export interface StandingConstraint {
  readonly name: string;
  rules(problem: Problem): readonly Rule[];
  check(problem: Problem, lineup: Lineup): readonly Finding[];
}

/** A constraint that a contest's table switches on, by a field of its own. */
export interface TableConstraint<
  Field extends string = string,
  Kind extends "limit" | "offer" = "limit" | "offer",
  Schema extends z.core.$ZodType = z.core.$ZodType,
> {
  readonly name: string;
  /** The table's field. */
  readonly field: Field;
  /** A `limit` holds for every lineup, and may be the book's alone; an `offer` is what requests may ask for. */
  readonly kind: Kind;
  /** The field's values; its default is what a table says that leaves the field out. */
  readonly schema: Schema;
  /** What about the value contradicts the rest of the table; paths begin at the field. */
  breaches(contest: ContestBase, value: z.output<Schema>): Iterable<Breach>;
  /** Each thing that the value says: of a limit to follow "a lineup has", of an offer "a request may". */
  words(value: z.output<Schema>): readonly string[];
  /** What a request asks for that the value does not offer. */
  refusals?(contest: ContestBase, value: z.output<Schema>, request: LineupRequest): Iterable<Refusal>;
  rules(problem: Problem, value: z.output<Schema>): readonly Rule[];
  check(problem: Problem, value: z.output<Schema>, lineup: Lineup): readonly Finding[];
}

/** Why a request cannot be taken: `code` tells the cases apart, `pointer` is the field's. */
interface Refusal {
  readonly code: string;
  readonly pointer: string;
  readonly detail: string;
}

export type Constraint = StandingConstraint | TableConstraint;

/** A record whose field, kind and schema the compiler keeps, for the table's type. */
export function tableConstraint<
  const Field extends string,
  const Kind extends "limit" | "offer",
  Schema extends z.core.$ZodType,
>(constraint: TableConstraint<Field, Kind, Schema>): TableConstraint<Field, Kind, Schema> {
  return constraint;
}
