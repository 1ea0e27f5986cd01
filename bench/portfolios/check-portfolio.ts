import type { LineupTest } from "../../src/engine/model/lineup-test.ts";
import type { PortfolioLineup, PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import { checkLineups } from "../check/check-lineups.ts";
import { WrongAnswerError } from "../check/wrong-answer.ts";
import { createRunner, createSearch, TimeLimitError, withExclusions } from "../engine.ts";
import type { Subject } from "../subject.ts";
import type { PortfolioAnswer } from "./portfolio-of.ts";

/** Steps that HiGHS solves again, as shares of the count. */
const RESOLVED = [0.5, 1];

/**
 * Checks a portfolio against its plan: each lineup by itself, each test, each pair, each share; and whether
 * some of its lineups are the best that earlier ones allow, by HiGHS if it finishes in time. Returns how
 * many of these were compared.
 * @throws WrongAnswerError
 */
export async function checkPortfolio(
  subject: Subject,
  plan: PortfolioPlan,
  { lineups, isWhole }: Pick<PortfolioAnswer, "lineups" | "isWhole">,
  { count, milliseconds }: { readonly count: number; readonly milliseconds: number },
): Promise<string> {
  checkLineups(subject, lineups);
  const tests = plan.model.rules.filter((rule) => rule.kind === "disjunction");
  const { entry } = plan.model.picks;
  const seats = plan.model.slots.reduce((sum, slot) => sum + slot.count, 0);
  /** Per entry, the lineups before that have it. */
  const before = new Map<number, number[]>();
  for (const [at, { picks }] of lineups.entries()) {
    if (!tests.every((test) => holds(test, picks))) throw new WrongAnswerError(`Lineup ${at} fails a test.`);
    const common = new Int32Array(at);
    for (const pick of picks) {
      const own = entry[pick]!;
      const others = before.get(own) ?? [];
      for (const other of others) common[other]! += 1;
      others.push(at);
      before.set(own, others);
    }
    const near = common.findIndex((both) => both > seats - plan.unique);
    if (near !== -1)
      throw new WrongAnswerError(`Lineups ${at} and ${near} have ${common[near]} entries in common.`);
  }
  for (const share of plan.shares) {
    const passing = lineups.filter(({ picks }) => share.tests.every((test) => holds(test, picks))).length;
    const least = isWhole ? share.least : 0;
    if (passing > share.most || passing < least)
      throw new WrongAnswerError(`${passing} lineups pass a test, not ${share.least} to ${share.most}.`);
  }
  return count === 0
    ? "checked"
    : `checked, HiGHS ${await resolved(plan, lineups, milliseconds)} of ${RESOLVED.length} steps`;
}

/** The number of steps for which HiGHS found the same total within its time. */
async function resolved(
  plan: PortfolioPlan,
  lineups: readonly PortfolioLineup[],
  timeLimit: number,
): Promise<number> {
  const search = createSearch(createRunner(0));
  let compared = 0;
  try {
    for (const part of RESOLVED) {
      const step = Math.floor(part * (lineups.length - 1));
      const before = lineups.slice(0, step).map(({ picks }) => picks);
      const shares = [...plan.shares.keys()].filter((index) => {
        const { tests, most } = plan.shares[index]!;
        return before.filter((picks) => tests.every((test) => holds(test, picks))).length >= most;
      });
      const model = withExclusions(plan, plan.model, { shares, apart: before });
      const deadline = performance.now() + timeLimit;
      const { solutions } = await search.best(model, 1, "highs", { deadline, timeLimit });
      if (solutions[0]?.points !== lineups[step]!.points)
        throw new WrongAnswerError(
          `Step ${step} has ${lineups[step]!.points} units, the best ${solutions[0]?.points}.`,
        );
      compared += 1;
    }
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
  } finally {
    await search.close();
  }
  return compared;
}

/** A literal reading of a test; those of the bench have no condition. */
function holds({ alternatives }: LineupTest, picks: readonly number[]): boolean {
  return alternatives.some(
    ({ counts, sums }) =>
      counts.every((count) => {
        const counted = picks.filter((pick) => count.picks.includes(pick)).length;
        return counted >= count.least && counted <= count.most;
      }) &&
      sums.every(({ weights, least, most }) => {
        const sum = picks.reduce((total, pick) => total + weights[pick]!, 0);
        return sum >= least && sum <= most;
      }),
  );
}
