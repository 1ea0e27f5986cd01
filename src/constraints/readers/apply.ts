import type { Rule } from "../../model/model.ts";
import type { Lineup, Problem } from "../../problem/problem.ts";
import type { ContestBase } from "../../schema/contest.ts";
import { LastMade } from "../../shared/last-made.ts";
import type { Finding, Violation } from "../constraint.ts";
import { constraints } from "../index.ts";
import { valuesOf } from "./table-values.ts";

/** All rules that hold for a problem, for a solver. */
export function rulesOf(problem: Problem): Rule[] {
  return partsOf(problem).flatMap(({ rules }) => rules(problem));
}

/**
 * The judge of a problem's finished lineups: what a lineup breaks, by the constraints' checks alone. Nothing that
 * chooses lineups has a part in it.
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

/** A constraint that holds for problems of a contest, with the value that the contest gives it. */
interface Part {
  readonly name: string;
  readonly rules: (problem: Problem) => readonly Rule[];
  readonly check: (problem: Problem, lineup: Lineup) => readonly Finding[];
}

/** Of contests, which many problems share. */
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
