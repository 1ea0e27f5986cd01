import type { LineupTest } from "../../model/lineup-test.ts";
import type { Origin, Rule } from "../../model/model.ts";

/** The origin of rules derived from a portfolio's shares. */
const ORIGIN: Origin = { constraint: "portfolio", pointer: null, words: "" };

export function ruleOf(test: LineupTest): Rule {
  return { kind: "disjunction", ...test, origin: ORIGIN };
}

/** The rules that every lineup must pass these tests; `pointer` and `words` identify them in errors. */
export function rulesFrom(
  { pointer, words }: Pick<Origin, "pointer" | "words">,
  tests: readonly LineupTest[],
): Rule[] {
  return tests.map((test) => ({ ...ruleOf(test), origin: { ...ORIGIN, pointer, words } }));
}
