import type { ContestBase } from "../../../shared/schema/contest.ts";
import { excludedSlotsSchema, type Origin, originSchema } from "../../../shared/schema/options.ts";
import { parseInput } from "../../../shared/schema/parse.ts";
import type { FantasyPerformance } from "../../../shared/schema/performances.ts";
import type { LineupRequest } from "../../../shared/schema/request.ts";
import { buildProblem, type Circumstances } from "../../problem/build.ts";
import { Issues } from "../../problem/issues.ts";
import type { Problem } from "../../problem/problem.ts";
import { valuesOf } from "./contest-table.ts";

/** `origin` and `excludedSlots` are checked here. */
export interface ProblemOptions extends Omit<Circumstances, "issues" | "origin"> {
  readonly origin?: Origin | undefined;
}

/**
 * What the contest does not offer is an issue, like all faults of the request. @throws InvalidRequestError:
 * every issue names the value, the field and the remedy.
 */
export function readProblem(
  contest: ContestBase,
  request: LineupRequest,
  projections: readonly FantasyPerformance[],
  { origin, seats, excludedSlots, unavailable }: ProblemOptions = {},
): Problem {
  const issues = new Issues();
  for (const { constraint, value, bookOnly } of valuesOf(contest)) {
    if (bookOnly) continue;
    for (const { code, pointer, detail } of constraint.refusals?.(contest, value, request) ?? [])
      issues.add(code, pointer, detail);
  }
  return buildProblem(contest, request, projections, {
    origin: parseInput(originSchema, origin, { parameter: "origin" }),
    seats,
    excludedSlots: parseInput(excludedSlotsSchema, excludedSlots, { parameter: "excludedSlots" }),
    unavailable,
    issues,
  });
}
