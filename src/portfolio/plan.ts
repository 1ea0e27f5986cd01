import { buildModel } from "../contests/constraints/readers/build-model.ts";
import type { Problem } from "../contests/problem/problem.ts";
import type { Model } from "../engine/model/model.ts";
import type { PortfolioPlan } from "../engine/model/portfolio-plan.ts";
import { rolesOf } from "../engine/roster.ts";
import { rulesFrom } from "../engine/solver/portfolio/rule-of.ts";
import { memoized } from "../shared/collections.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import { type AvoidedLineup, avoidedPicks } from "./avoided.ts";
import { type Described, type PlanInputs, readDescription } from "./description.ts";
import { Findings, requestPointer } from "./places.ts";
import { randomOf } from "./random-points.ts";
import { anySlot } from "./selections.ts";
import { planShare } from "./shares.ts";

/** A portfolio's description, planned for one problem. */
export interface PlannedPortfolio
  extends Pick<Described, "method" | "problem" | "people" | "shares" | "avoided"> {
  readonly plan: PortfolioPlan;
  /** Warnings about the description, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Converts a portfolio's description to a plan for one problem.
 * @throws InvalidRequestError: every issue names the value, the place in the description and the remedy.
 */
export function planPortfolio(description: Portfolio, inputs: PlanInputs): PlannedPortfolio {
  const findings = new Findings(inputs.lines);
  const described = readDescription(description, inputs, findings);
  const { problem, people, method, shares, avoided } = described;
  const base = buildModel(problem, described.namedSlots);
  const rules = described.lineupRules.flatMap(({ data, testsOf, path, words }) => {
    const origin = { constraint: "portfolio", pointer: requestPointer(path), words };
    const stated = data.map(({ unit, words: what, ...one }) => ({
      ...one,
      origin: { ...origin, words: `${words}, ${what}`, ...(unit && { unit }) },
    }));
    const tests = testsOf(base.picks);
    const isNever = tests.some(({ when, alternatives }) => when === null && alternatives.length === 0);
    const why = isNever ? `${words} (no group can meet it within the contest's limits)` : words;
    return [...stated, ...rulesFrom({ ...origin, words: why }, tests)];
  });
  const plan: PortfolioPlan = {
    model: { ...base, rules: [...base.rules, ...described.exclusions, ...rules] },
    count: inputs.count,
    unique: description.unique ?? 0,
    choices: choicesOf(problem, base),
    avoid: avoidedPicks(avoided, problem, base),
    ...(inputs.earlier && { earlier: wholeLineups(inputs.earlier, problem, base) }),
    shares: shares.map((share) => planShare(share, base.picks)),
    random: randomOf(description, described, inputs, base, findings),
  };
  findings.throwIfAny();
  return { plan, method, problem, people, shares, avoided, warnings: findings.warnings };
}

/** The lineups whose players are all in the pool, as indices of picks. */
function wholeLineups(earlier: readonly AvoidedLineup[], problem: Problem, base: Model): Int32Array[] {
  return avoidedPicks(earlier, problem, base).filter(({ length }, at) => length === earlier[at]!.length);
}

/**
 * The plan's `choices`, a number per pick. A selection that names a slot gives the slot an extra role in the
 * model; picks of a player that differ only in such a role get the same number. Null without extra roles.
 */
function choicesOf({ contest }: Problem, { slots, picks }: Model): Int32Array | null {
  const own = rolesOf(contest);
  if (own.length === Math.max(...slots.map(({ role }) => role)) + 1) return null;
  const roleOf = contest.slots.map((_, slot) => own.findIndex((role) => role.slots.includes(slot)));
  let choices = 0;
  const choiceOf = memoized((_key: number) => choices++);
  return Int32Array.from(picks.entry, (entry, pick) =>
    choiceOf(entry * own.length + roleOf[anySlot(picks.slots[pick]!)]!),
  );
}
