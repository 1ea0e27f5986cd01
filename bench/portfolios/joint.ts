import type { PortfolioPlan, PortfolioSolution } from "../../src/engine/model/portfolio-plan.ts";
import { sampleSlate } from "../cases/slates.ts";
import { WrongAnswerError } from "../check/wrong-answer.ts";
import { effortOf } from "../efforts.ts";
import { createRunner, createSearch, satisfies } from "../engine.ts";
import { interleave } from "../measure/interleave.ts";
import { createLinearRelaxation } from "../rivals/linear-relaxation.ts";
import { subjectOf } from "../subject.ts";
import { JOINT_CASES, type JointCase, jointPlan, LINEUPS } from "./joint-plans.ts";

/**
 * Joint portfolios, each checked against its plan and its bound before timing; `--quick` for a quick look.
 */
const { plan: timing } = effortOf({ quick: process.argv.includes("--quick") });
const search = createSearch(createRunner(0));

for (const asked of JOINT_CASES) {
  const subject = subjectOf({ slate: () => sampleSlate(asked.slate) });
  const plan = jointPlan(subject, asked);
  const solve = async () => {
    const { outcome } = await search.portfolio(plan, { method: "joint", gap: asked.gap }, "auto", {});
    if (outcome.kind === "short") throw new WrongAnswerError(`${asked.name}: no portfolio was found.`);
    return outcome.solution;
  };
  const gap = check(asked, plan, await solve());
  const relaxation = await createLinearRelaxation(subject.program);
  const { ratio, candidate } = await interleave(() => relaxation.run(), solve, timing!);
  const within = `${ratio.lowerQuartile.toFixed(0)} to ${ratio.upperQuartile.toFixed(0)}`;
  console.log(
    `${asked.name}: ${ratio.median.toFixed(0)} LP relaxations (${within}, goal ${asked.goal}), ` +
      `${candidate.toFixed(0)} ms, gap ${(100 * gap).toFixed(5)}% (goal ${100 * asked.gap}%)`,
  );
}
await search.close();

/** Checks a portfolio against its plan, and its sum against the bound; returns the relative gap. */
function check({ name }: JointCase, plan: PortfolioPlan, { lineups, bound }: PortfolioSolution): number {
  const wrong = (what: string) => new WrongAnswerError(`${name}: ${what}`);
  const sets = lineups.map(({ picks }) => new Set(picks));
  if (lineups.length !== LINEUPS) throw wrong(`it has ${lineups.length} lineups.`);
  if (!lineups.every(({ picks }) => satisfies(plan.model, picks))) throw wrong("a lineup is not legal.");
  const seats = lineups[0]!.picks.length;
  for (const [at, one] of sets.entries())
    for (const other of sets.slice(at + 1))
      if ([...one].filter((pick) => other.has(pick)).length > seats - Math.max(1, plan.unique))
        throw wrong("two lineups overlap too much.");
  for (const { tests, least, most: limit, origin } of plan.shares) {
    const [own] = tests[0]!.alternatives[0]!.counts[0]!.picks;
    const held = sets.filter((one) => own !== undefined && one.has(own)).length;
    if (held < least || held > limit) throw wrong(`${origin.pointer} holds in ${held}.`);
  }
  const sum = lineups.reduce((all, { points }) => all + points, 0);
  if (bound === null || sum > bound) throw wrong("its sum is above its bound.");
  return (bound - sum) / bound;
}
