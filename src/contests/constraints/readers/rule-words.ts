import type { ContestBase } from "../../../shared/schema/contest.ts";
import { type TableValue, valuesOf } from "./table-values.ts";

/** A contest's rules in words, except its slots and its cap. */
export interface RuleWords {
  /** Each continues "a lineup has". */
  readonly limits: readonly string[];
  /** Like `limits`, but only for lineups made from the book's own files. */
  readonly bookOnly: readonly string[];
  /** Each continues "a request may". */
  readonly offers: readonly string[];
}

/** The words for the values of the constraints' fields in a contest's table. */
export function ruleWords(contest: ContestBase): RuleWords {
  const values = valuesOf(contest);
  const wordsWhere = (isWanted: (value: TableValue) => boolean) =>
    values.filter(isWanted).flatMap(({ constraint, value }) => constraint.words(value));
  return {
    limits: wordsWhere(({ constraint, bookOnly }) => constraint.kind === "limit" && !bookOnly),
    bookOnly: wordsWhere(({ bookOnly }) => bookOnly),
    offers: wordsWhere(({ constraint }) => constraint.kind === "offer"),
  };
}
