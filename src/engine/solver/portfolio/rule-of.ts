import type { LineupTest } from "../../model/lineup-test.ts";
import type { Origin, Rule } from "../../model/model.ts";

/** The origin of rules derived from a portfolio's shares. */
const ORIGIN: Origin = { constraint: "portfolio", pointer: null, words: "" };

/** The rule that a lineup passes a test. */
export function ruleOf(test: LineupTest): Rule {
  return { kind: "disjunction", ...test, origin: ORIGIN };
}

/** Rules that require tests of every lineup; errors point to the description's `pointer`. */
export function rulesFrom(
  { pointer, words }: Pick<Origin, "pointer" | "words">,
  tests: readonly LineupTest[],
): Rule[] {
  return tests.map((test) => ({ ...ruleOf(test), origin: { ...ORIGIN, pointer, words } }));
}
