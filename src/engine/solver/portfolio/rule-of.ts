import type { LineupTest } from "../../model/lineup-test.ts";
import type { Origin, Rule } from "../../model/model.ts";

/** Where rules come from that say what is left of a portfolio. */
export const ORIGIN: Origin = { constraint: "portfolio", pointer: null, words: "" };

/** The rule that a lineup passes a test. */
export function ruleOf(test: LineupTest): Rule {
  return { kind: "disjunction", ...test, origin: ORIGIN };
}

/** The rules that a lineup passes tests which a place of the description asks for. */
export function rulesFrom(
  { pointer, words }: Pick<Origin, "pointer" | "words">,
  tests: readonly LineupTest[],
): Rule[] {
  return tests.map((test) => ({ ...ruleOf(test), origin: { ...ORIGIN, pointer, words } }));
}
