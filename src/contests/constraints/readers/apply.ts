import type { Rule } from "../../../engine/model/model.ts";
import { LastMade } from "../../../shared/collections.ts";
import type { ContestBase } from "../../../shared/schema/contest.ts";
import type { Lineup, Problem } from "../../problem/problem.ts";
import type { Finding, Violation } from "../constraint.ts";
import { constraints } from "../index.ts";
import { valuesOf } from "./contest-table.ts";

/** All rules of a problem, for a solver. */
export function rulesOf(problem: Problem): Rule[] {
  return partsOf(problem).flatMap(({ rules }) => rules(problem));
}

/**
 * Creates a judge of a problem's finished lineups: it returns the violations found by the constraints' checks
 * alone, without any code that chooses lineups.
 */
export function judgeOf(problem: Problem): (lineup: Lineup) => readonly Violation[] {
  const parts = partsOf(problem);
  return (lineup) => {
    let violations: Violation[] | undefined;
    for (const { name, check } of parts) {
      const findings = check(problem, lineup);
      if (findings.length === 0) continue;
      violations ??= [];
      for (const finding of findings) violations.push({ constraint: name, ...finding });
    }
    return violations ?? NOTHING;
  };
}

const NOTHING: readonly Violation[] = Object.freeze([]);

/** A constraint that applies to problems of a contest, with the contest's value for it. */
interface Part {
  readonly name: string;
  readonly rules: (problem: Problem) => readonly Rule[];
  readonly check: (problem: Problem, lineup: Lineup) => readonly Finding[];
}

/** Cached by contest, since many problems share one. */
const known = new LastMade<ContestBase, readonly Part[]>();

function partsOf({ contest, origin }: Problem): readonly Part[] {
  return known.of(contest, [origin], () => {
    const values = valuesOf(contest).filter(({ bookOnly }) => !bookOnly || origin === "book-file");
    return constraints.flatMap((constraint): readonly Part[] => {
      if (!("field" in constraint)) return [constraint];
      return values
        .filter((one) => one.constraint === constraint)
        .map(({ value }) => ({
          name: constraint.name,
          rules: (problem) => constraint.rules(problem, value),
          check: (problem, lineup) => constraint.check(problem, value, lineup),
        }));
    });
  });
}
