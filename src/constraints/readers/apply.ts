import type { Rule } from "../../model/model.ts";
import type { Lineup, Problem } from "../../problem/problem.ts";
import type { Finding, Violation } from "../constraint.ts";
import { constraints } from "../index.ts";
import { valuesOf } from "./table-values.ts";

/** All rules that hold for a problem, for a solver. */
export function rulesOf(problem: Problem): Rule[] {
  return boundTo(problem).flatMap(({ rules }) => rules());
}

/**
 * The judge of a problem's finished lineups: what a lineup breaks, by the constraints' checks alone. Nothing that
 * chooses lineups has a part in it.
 */
export function judgeOf(problem: Problem): (lineup: Lineup) => readonly Violation[] {
  const bound = boundTo(problem);
  return (lineup) => {
    let violations: Violation[] | undefined;
    for (const { name, check } of bound) {
      const findings = check(lineup);
      if (findings.length === 0) continue;
      violations ??= [];
      for (const finding of findings) violations.push({ constraint: name, ...finding });
    }
    return violations ?? NOTHING;
  };
}

const NOTHING: readonly Violation[] = Object.freeze([]);

/** A constraint that holds for a problem, with the value that the contest gives it. */
interface Bound {
  readonly name: string;
  readonly rules: () => readonly Rule[];
  readonly check: (lineup: Lineup) => readonly Finding[];
}

function boundTo(problem: Problem): Bound[] {
  const values = valuesOf(problem.contest).filter(
    ({ bookOnly }) => !bookOnly || problem.origin === "book-file",
  );
  return constraints.flatMap((constraint): Bound[] => {
    const { name } = constraint;
    if (!("field" in constraint)) {
      const rules = () => constraint.rules(problem);
      return [{ name, rules, check: (lineup) => constraint.check(problem, lineup) }];
    }
    return values
      .filter((one) => one.constraint === constraint)
      .map(({ value }) => ({
        name,
        rules: () => constraint.rules(problem, value),
        check: (lineup) => constraint.check(problem, value, lineup),
      }));
  });
}
