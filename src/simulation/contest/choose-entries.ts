import { judgeOf } from "../../contests/constraints/readers/contest-table.ts";
import { seatFinder } from "../../contests/problem/seats.ts";
import { type PricedLineup, priceLineup } from "../../lineup/document/priced-lineup.ts";
import { checkPortfolio } from "../../portfolio/check/check-portfolio.ts";
import type { PlannedPortfolio } from "../../portfolio/plan.ts";
import { REPORT_IT } from "../../shared/errors/message-parts.ts";
import { SolverFailedError } from "../../shared/errors.ts";
import type { DrawTerms } from "../draw-source.ts";
import { type ChoiceTerms, refuseRandom } from "./choose.ts";
import { chooseEntries, fieldTerms, type StageTerms } from "./contest.ts";

type Chosen = Awaited<ReturnType<typeof chooseEntries>>;
type Terms = DrawTerms &
  ChoiceTerms &
  Pick<StageTerms, "draws" | "payouts"> & { readonly field: Parameters<typeof fieldTerms>[0] };

/**
 * Chooses the entries that are worth the most together under a portfolio's rules, and checks all rules again
 * at the end.
 * @throws InfeasibleError if there are too few candidates; SolverFailedError
 */
export async function chosenEntries(
  planned: PlannedPortfolio,
  terms: Terms,
  tools: Parameters<typeof chooseEntries>[2],
): Promise<Chosen & { readonly lineups: readonly PricedLineup[] }> {
  const { plan, description, problem, people, avoided, asked } = planned;
  refuseRandom(plan);
  const chosen = await chooseEntries(planned, { ...terms, field: fieldTerms(terms.field) }, tools);
  const seatOf = seatFinder(problem);
  const lineups = chosen.contest.entries.map(({ seats }) => priceLineup(problem, seats.map(seatOf)));
  const seated = lineups.map(({ seats }) => seats);
  const brokenBy = judgeOf(problem);
  const count = plan.count;
  const broken = [
    ...seated.flatMap((seats) => brokenBy(seats)),
    ...checkPortfolio(seated, { description, problem, people, count, avoided, facts: asked.facts }),
  ];
  if (broken[0] !== undefined)
    throw new SolverFailedError(`The chosen entries break a rule: ${broken[0].detail} ${REPORT_IT}`);
  return { ...chosen, lineups };
}
