import { plain } from "../../../shared/errors/message-parts.ts";
import { UnsupportedModelError } from "../../../shared/errors.ts";
import { type Clause, type LineupTest, waysToBreak } from "../../model/lineup-test.ts";
import type { Origin, Rule } from "../../model/model.ts";
import type { PlanShare } from "../../model/portfolio-plan.ts";

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

/** The most alternatives that solvers accept in one test. */
const MOST_WAYS = 4_000;

/**
 * The complement of a share's tests: a lineup passes all the tests returned if and only if it fails at least
 * one of the share's.
 * @throws UnsupportedModelError if the tests would be too large.
 */
export function failing({ tests, origin }: Pick<PlanShare, "tests" | "origin">): readonly LineupTest[] {
  const found = failingOf(tests);
  if (found === null)
    throw new UnsupportedModelError(
      "in use",
      `there are more than ${MOST_WAYS} ways to break the conditions of the rule "${plain(origin.words)}"`,
      "Give this rule fewer conditions.",
    );
  return found;
}

/** Like `failing`, for the tests alone; null if the tests would be too large. */
export function failingOf(tests: readonly LineupTest[]): readonly LineupTest[] | null {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) {
    const { when, alternatives } = only;
    const condition: LineupTest[] =
      when === null ? [] : [{ when: null, alternatives: [{ counts: [when], sums: [] }] }];
    return [
      ...condition,
      ...alternatives.map((clause) => ({ when: null, alternatives: waysToBreak(clause) })),
    ];
  }
  const count = tests.reduce(
    (sum, { alternatives }) =>
      sum + alternatives.reduce((ways, clause) => ways * waysToBreak(clause).length, 1),
    0,
  );
  if (count > MOST_WAYS) return null;
  const ways = tests.flatMap(({ when, alternatives }) => {
    const condition: Clause = { counts: when === null ? [] : [when], sums: [] };
    return alternatives.reduce<Clause[]>(
      (so, clause) => so.flatMap((one) => waysToBreak(clause).map((other) => both(one, other))),
      [condition],
    );
  });
  return [{ when: null, alternatives: ways }];
}

function both(one: Clause, other: Clause): Clause {
  return { counts: [...one.counts, ...other.counts], sums: [...one.sums, ...other.sums] };
}
