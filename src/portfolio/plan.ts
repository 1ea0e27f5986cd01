import { buildModel } from "../contests/constraints/readers/build-model.ts";
import type { Problem } from "../contests/problem/problem.ts";
import type { Model } from "../engine/model/model.ts";
import type { PortfolioPlan } from "../engine/model/portfolio-plan.ts";
import { rulesFrom } from "../engine/solver/portfolio/tests-as-rules.ts";
import { memoized } from "../shared/collections.ts";
import { message } from "../shared/errors/message-parts.ts";
import { rolesOf } from "../shared/roster.ts";
import { DEFAULT_COUNT } from "../shared/schema/fields.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import { type AvoidedLineup, avoidedPicks } from "./avoided.ts";
import { type AskedPortfolio, readDescription } from "./description.ts";
import { type KeptLineups, planAround } from "./kept.ts";
import { parsePortfolio } from "./parse-portfolio.ts";
import type { People } from "./people.ts";
import { Findings, requestPointer } from "./places.ts";
import { randomOf } from "./random-points.ts";
import { anySlot } from "./selections.ts";
import { planShare, type WrittenShare } from "./shares.ts";

export interface PlannedPortfolio {
  readonly asked: AskedPortfolio;
  readonly description: Portfolio;
  /** Of the lineups around those that stay, if there are any. */
  readonly plan: PortfolioPlan;
  readonly kept: KeptLineups | null;
  readonly method: "joint" | "sequential";
  /** The problem with the description's points and locks. */
  readonly problem: Problem;
  readonly people: People;
  /** In the plan's order. */
  readonly shares: readonly WrittenShare[];
  readonly avoided: readonly AvoidedLineup[];
  /** Warnings about the description, a sentence each. */
  readonly warnings: readonly string[];
}

export function planPortfolio(
  asked: AskedPortfolio,
  description: Portfolio = parsePortfolio(asked.portfolio ?? {}, asked.portfolioLines),
): PlannedPortfolio {
  const count = asked.count ?? description.lineups ?? asked.defaultCount ?? DEFAULT_COUNT;
  const findings = new Findings(asked.portfolioLines);
  const described = readDescription(description, count, asked, findings);
  const { problem, people, shares, avoided } = described;
  const method = asked.preview === true ? "sequential" : described.method;
  const base = buildModel(problem, described.namedSlots);
  const rules = described.lineupRules.flatMap(({ data, testsOf, path, words }) => {
    const origin = { constraint: "portfolio", pointer: requestPointer(path), words };
    const stated = data.map(({ unit, words: what, ...one }) => ({
      ...one,
      origin: { ...origin, words: message`${words}, ${what}`, ...(unit && { unit }) },
    }));
    const tests = testsOf(base.picks);
    const isNever = tests.some(({ when, alternatives }) => when === null && alternatives.length === 0);
    const why = isNever ? message`${words} (no group can meet it within the contest's limits)` : words;
    return [...stated, ...rulesFrom({ ...origin, words: why }, tests)];
  });
  const decay = description.points?.decay;
  const choices = choicesOf(problem, base);
  const whole: PortfolioPlan = {
    model: { ...base, rules: [...base.rules, ...described.exclusions, ...rules] },
    count,
    unique: description.unique ?? 0,
    ...(description.uniqueBy === "seats" && { counted: choices ?? Int32Array.from(base.picks.entry.keys()) }),
    choices,
    avoid: avoidedPicks(avoided, problem, base),
    ...(asked.earlier && {
      earlier: avoidedPicks(asked.earlier, problem, base).filter(
        ({ length }, at) => length === asked.earlier![at]!.length,
      ),
    }),
    shares: shares.map((share) => planShare(share, base.picks)),
    ...(decay !== undefined && { decay: Number(decay.replace("%", "")) / 100 }),
    random: randomOf(description, described, count, asked.drawSourceOf, base, findings),
  };
  const judged = { description, problem, people, avoided, facts: asked.facts };
  const { plan, kept } = planAround(asked.kept ?? [], whole, judged, findings);
  findings.throwIfAny();
  const { warnings } = findings;
  return { asked, description, plan, kept, method, problem, people, shares, avoided, warnings };
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
