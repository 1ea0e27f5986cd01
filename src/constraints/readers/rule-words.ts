import type { ContestBase } from "../../schema/contest.ts";
import { type TableValue, valuesOf } from "./table-values.ts";

/** A contest's rules in words, beside its slots and its cap. */
export interface RuleWords {
  /** Each follows "a lineup has". */
  readonly limits: readonly string[];
  /** As `limits`; these hold for lineups made from the book's own files only. */
  readonly bookOnly: readonly string[];
  /** Each follows "a request may". */
  readonly offers: readonly string[];
}

/** What a contest's table says in the constraints' fields. */
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
