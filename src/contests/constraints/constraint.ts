import type { Picks, Rule } from "../../engine/model/model.ts";
import type { Message } from "../../shared/errors/message-parts.ts";
import type { Breach } from "../../shared/schema/breach.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import type * as z from "../../shared/schema/zod.ts";
import type { Lineup, Problem } from "../problem/problem.ts";

/** A rule that a finished lineup violates, and by how much. */
export interface Violation<Detail = string> {
  readonly constraint: string;
  readonly detail: Detail;
  /** What the constraint requires or allows, in its own unit; null if it has no number. */
  readonly limit: number | null;
  /** What the lineup has, in the unit of `limit`; null if that is no number. */
  readonly actual: number | null;
  /** GUIDs of the players that violate the constraint; for a minimum, those that count towards it. */
  readonly entries: readonly string[];
}

/** A violation as returned by a constraint's check, without the constraint's name. */
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
   * A `limit` restricts lineups: all of them, or only those from the book's own files if the table has it in
   * `bookOnly`. An `offer` is something that requests may ask for.
   */
  readonly kind: Kind;
  /** The schema of the field's value. Its default applies to tables without the field. */
  readonly schema: Schema;
  /** The contradictions between the value and the rest of the table; paths begin at the field. */
  breaches(contest: ContestBase, value: z.output<Schema>): Iterable<Breach>;
  /**
   * Describes each part of the value in words, which continue "a lineup has" for a limit and "a request may"
   * for an offer.
   */
  words(value: z.output<Schema>): readonly string[];
  /** Refuses the parts of a request that the value does not allow. */
  refusals?(contest: ContestBase, value: z.output<Schema>, request: LineupRequest): Iterable<Refusal>;
  /** The rules for solvers; `picks` are those of the problem's model. */
  rules(problem: Problem, value: z.output<Schema>, picks: Picks): readonly Rule[];
  check(problem: Problem, value: z.output<Schema>, lineup: Lineup): readonly Finding[];
}

/** Why a request is refused: `code` identifies the case, `pointer` the field. */
interface Refusal {
  readonly code: string;
  readonly pointer: string;
  readonly detail: Message;
}

export type Constraint = GeneralConstraint | TableConstraint;

/**
 * Returns the constraint unchanged. The type parameters keep the literal types of its field and kind and the
 * type of its schema, from which the type of the table is derived.
 */
export function tableConstraint<
  const Field extends string,
  const Kind extends "limit" | "offer",
  Schema extends z.core.$ZodType,
>(constraint: TableConstraint<Field, Kind, Schema>): TableConstraint<Field, Kind, Schema> {
  return constraint;
}
