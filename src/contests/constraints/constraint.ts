import type { Picks, Rule } from "../../engine/model/model.ts";
import type { Message } from "../../shared/errors/message-parts.ts";
import type { Breach } from "../../shared/schema/breach.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import type * as z from "../../shared/schema/zod.ts";
import type { Lineup, Problem } from "../problem/problem.ts";

export interface Violation<Detail = string> {
  readonly constraint: string;
  readonly detail: Detail;
  /** In the constraint's own unit; null if it has no number. */
  readonly limit: number | null;
  /** In the unit of `limit`; null if that is no number. */
  readonly actual: number | null;
  /** GUIDs of the players that violate it; for a minimum, those that count towards it. */
  readonly entries: readonly string[];
}

export type Finding = Omit<Violation<Message>, "constraint">;

/**
 * A constraint of every contest: as rules for solvers, and as a check of lineups that shares no code with the
 * rules.
 */
export interface GeneralConstraint {
  readonly name: string;
  rules(problem: Problem): readonly Rule[];
  check(problem: Problem, lineup: Lineup): readonly Finding[];
}

/** A constraint that a contest's table enables and configures in a field of its own. */
export interface TableConstraint<
  Field extends string = string,
  Kind extends "limit" | "offer" = "limit" | "offer",
  Schema extends z.core.$ZodType = z.core.$ZodType,
> {
  readonly name: string;
  readonly field: Field;
  /**
   * A `limit` restricts lineups: all, or with `bookOnly` those from the book's own files. Requests may ask
   * for an `offer`.
   */
  readonly kind: Kind;
  /** Its default applies to tables without the field. */
  readonly schema: Schema;
  /** Contradictions with the rest of the table; paths begin at the field. */
  breaches(contest: ContestBase, value: z.output<Schema>): Iterable<Breach>;
  /** They continue "a lineup has" for a limit and "a request may" for an offer. */
  words(value: z.output<Schema>): readonly string[];
  refusals?(contest: ContestBase, value: z.output<Schema>, request: LineupRequest): Iterable<Refusal>;
  /** `picks` are those of the problem's model. */
  rules(problem: Problem, value: z.output<Schema>, picks: Picks): readonly Rule[];
  check(problem: Problem, value: z.output<Schema>, lineup: Lineup): readonly Finding[];
}

interface Refusal {
  readonly code: string;
  readonly pointer: string;
  readonly detail: Message;
}

export type Constraint = GeneralConstraint | TableConstraint;

/** The type parameters keep the literal types, from which the type of the table is derived. */
export function tableConstraint<
  const Field extends string,
  const Kind extends "limit" | "offer",
  Schema extends z.core.$ZodType,
>(constraint: TableConstraint<Field, Kind, Schema>): TableConstraint<Field, Kind, Schema> {
  return constraint;
}
