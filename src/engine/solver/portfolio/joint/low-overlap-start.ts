import { TimeLimitError } from "../../../../shared/errors.ts";
import { keepsPlan } from "../../../model/keeps-plan.ts";
import { isOncePerLineup, requiredEntries } from "../../../model/model.ts";
import type { PlanShare, PortfolioOutcome, PortfolioPlan } from "../../../model/portfolio-plan.ts";
import { type Interrupt, now } from "../../interrupt.ts";
import type { Incumbent } from "./incumbent.ts";
import type { RestrictedMaster } from "./restricted-master.ts";
import { readShares } from "./shares.ts";

/** The part of the time that is left which each plan that asks for more may take. */
const TIME_FOR_EACH = 0.4;

/**
 * Takes in a portfolio of a plan that asks for more, where one is found; its lineups join the master.
 * @throws AbortedError, UnsupportedModelError, SolverFailedError
 */
export async function lowOverlapStart(
  { plan, master, kinds }: Pick<RestrictedMaster, "plan" | "master" | "kinds">,
  incumbent: Incumbent,
  solve: (plan: PortfolioPlan, interrupt: Interrupt) => Promise<PortfolioOutcome>,
  interrupt: Interrupt,
): Promise<void> {
  for (const own of spreadPlans(plan)) {
    const lineups = await lineupsOf(own, solve, interrupt);
    if (lineups === null || !keepsPlan(plan, lineups)) continue;
    const columns = lineups.map(kinds[0]!.columnOf);
    incumbent.take(columns);
    master.addColumns(columns.filter((column) => !master.has(column)));
    return;
  }
}

/** A plan's portfolio, where it is found in a part of the time. */
async function lineupsOf(
  plan: PortfolioPlan,
  solve: (plan: PortfolioPlan, interrupt: Interrupt) => Promise<PortfolioOutcome>,
  interrupt: Interrupt,
): Promise<readonly (readonly number[])[] | null> {
  const deadline = now() + TIME_FOR_EACH * (interrupt.deadline - now());
  try {
    const outcome = await solve(plan, { ...interrupt, deadline });
    return outcome.kind === "solved" ? outcome.solution.lineups.map(({ picks }) => picks) : null;
  } catch (error) {
    if (error instanceof TimeLimitError) return null;
    throw error;
  }
}

/** Everybody else is in one lineup at the most, or else in so many. */
const MOST_TIMES = 4;

/**
 * Plans that ask for more, whose portfolios keep the given one too: those whom no share or rule asks for are in few lineups
 * each, so that what lineups have in common is whom it asks for.
 */
function spreadPlans(plan: PortfolioPlan): readonly PortfolioPlan[] {
  const { model, count, unique, shares } = plan;
  const seats = model.slots.reduce((sum, slot) => sum + slot.count, 0);
  if (2 * unique < seats - 1 || !isOncePerLineup(model)) return [];
  const { entry } = model.picks;
  const asked = requiredEntries(model.rules);
  for (const { share, plain } of readShares(plan))
    if (share.least > 0 && plain?.passes === "some") for (const pick of plain.picks) asked.add(entry[pick]!);
  const picksOf = new Map<number, number[]>();
  for (const [pick, own] of entry.entries())
    if (!asked.has(own)) picksOf.set(own, [...(picksOf.get(own) ?? []), pick]);
  const plans: PortfolioPlan[] = [];
  for (let most = 1; most <= Math.min(MOST_TIMES, count - 1); most += 1) {
    const added = [...picksOf.values()].map((picks): PlanShare => {
      const counts = [{ picks: Int32Array.from(picks), least: 1, most: Number.POSITIVE_INFINITY }];
      const test = { when: null, alternatives: [{ counts, sums: [] }] };
      return { tests: [test], least: 0, most, origin: { pointer: "", words: "" } };
    });
    plans.push({ ...plan, shares: [...shares, ...added] });
  }
  return plans;
}
