import type { Picks, Rule } from "../../../engine/model/model.ts";
import type { Message } from "../../../shared/errors/message-parts.ts";
import { type ContestBase, contestShape } from "../../../shared/schema/contest.ts";
import * as z from "../../../shared/schema/zod.ts";
import type { Lineup, Problem } from "../../problem/problem.ts";
import type { Finding, TableConstraint, Violation } from "../constraint.ts";
import { constraints, type TableConstraints } from "../index.ts";

type ShapeOf<Records extends TableConstraint> = {
  readonly [One in Records as One["field"]]: One["schema"];
};
type Limits = Extract<TableConstraints, { readonly kind: "limit" }>;

const tabled = constraints.filter((one): one is TableConstraint => "field" in one);
const limits = tabled.filter(({ kind }) => kind === "limit");

const shapeOf = (records: readonly TableConstraint[]) =>
  Object.fromEntries(records.map(({ field, schema }) => [field, schema]));

/** One field each; those of limits may also be inside `bookOnly`. */
export const ruleShape = {
  ...(shapeOf(tabled) as ShapeOf<TableConstraints>),
  bookOnly: z.described(
    z.prefault(z.strictObject(shapeOf(limits) as ShapeOf<Limits>), {}),
    "Limits of the book's published rules that apply only to lineups from the book's own files and checks of these, not to requests.",
  ),
};

export interface TableValue {
  readonly constraint: TableConstraint;
  readonly value: unknown;
  readonly path: readonly [string, ...string[]];
  readonly bookOnly: boolean;
}

/** The defaults of the table are filled in. */
export function valuesOf(contest: ContestBase): readonly TableValue[] {
  const table = contest as ContestBase & Fields & { readonly bookOnly: Fields };
  return tabled.flatMap((constraint): TableValue[] => {
    const { field, kind } = constraint;
    const own = { constraint, value: table[field], path: [field] as const, bookOnly: false };
    if (kind !== "limit") return [own];
    const path = ["bookOnly", field] as const;
    return [own, { constraint, value: table.bookOnly[field], path, bookOnly: true }];
  });
}

type Fields = { readonly [Field in string]: unknown };

/** `bookOnly` is only for lineups made from the book's own files. */
export function ruleWords(contest: ContestBase) {
  const values = valuesOf(contest);
  const wordsWhere = (isWanted: (value: TableValue) => boolean) =>
    values.filter(isWanted).flatMap(({ constraint, value }) => constraint.words(value));
  return {
    limits: wordsWhere(({ constraint, bookOnly }) => constraint.kind === "limit" && !bookOnly),
    bookOnly: wordsWhere(({ bookOnly }) => bookOnly),
    offers: wordsWhere(({ constraint }) => constraint.kind === "offer"),
  };
}

/**
 * A missing limit, `null` or an empty list means "no limit". Positions are given by `name`, never by an
 * alias. What a shape cannot express is checked when tables are loaded.
 */
export const contestTableSchema = z.strictObject({ ...contestShape, ...ruleShape });

export type ContestTable = z.output<typeof contestTableSchema>;
/** Fields with a default may be missing. */
export type ContestTableInput = z.input<typeof contestTableSchema>;

export function rulesOf(problem: Problem, picks: Picks): Rule[] {
  return partsOf(problem).flatMap(({ rules }) => rules(problem, picks));
}

/** Shares no code with the solvers. */
export function judgeOf(problem: Problem): (lineup: Lineup) => readonly Violation<Message>[] {
  const parts = partsOf(problem);
  return (lineup) => {
    let violations: Violation<Message>[] | undefined;
    for (const { name, check } of parts) {
      const findings = check(problem, lineup);
      if (findings.length === 0) continue;
      violations ??= [];
      for (const finding of findings) violations.push({ constraint: name, ...finding });
    }
    return violations ?? NOTHING;
  };
}

const NOTHING: readonly Violation<Message>[] = Object.freeze([]);

/** A constraint bound to the contest's value for it. */
interface Part {
  readonly name: string;
  readonly rules: (problem: Problem, picks: Picks) => readonly Rule[];
  readonly check: (problem: Problem, lineup: Lineup) => readonly Finding[];
}

function partsOf({ contest, origin }: Problem): readonly Part[] {
  const values = valuesOf(contest).filter(({ bookOnly }) => !bookOnly || origin === "book-file");
  return constraints.flatMap((constraint): readonly Part[] => {
    if (!("field" in constraint)) return [constraint];
    return values
      .filter((one) => one.constraint === constraint)
      .map(({ value }) => ({
        name: constraint.name,
        rules: (problem, picks) => constraint.rules(problem, value, picks),
        check: (problem, lineup) => constraint.check(problem, value, lineup),
      }));
  });
}
