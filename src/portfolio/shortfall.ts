import type {
  PortfolioLineup,
  PortfolioOutcome,
  PortfolioProgress,
  ShortPortfolio,
} from "../engine/model/portfolio-plan.ts";
import { plain } from "../shared/errors/lineup-error.ts";
import { InfeasibleError, TimeLimitError } from "../shared/errors.ts";
import type { PlanInputs } from "./description.ts";
import { inPlaces, type ShortReason, whatStopped } from "./explain-short.ts";
import type { Answered } from "./outcome.ts";
import type { PlannedPortfolio } from "./plan.ts";
import type { PortfolioSolving } from "./solving.ts";

/**
 * Converts a solver's outcome to an answer. For an incomplete portfolio, the answer has the lineups found, if
 * the caller wants them.
 * @throws InfeasibleError, and the errors of the search for its reasons
 */
export async function answeredOf(
  outcome: PortfolioOutcome,
  planned: PlannedPortfolio,
  inputs: PlanInputs,
  { search, control, onShortfall, explain }: PortfolioSolving,
  report: (progress: PortfolioProgress) => void,
): Promise<Answered> {
  if (outcome.kind === "solved") return outcome.solution;
  const { plan } = planned;
  if (outcome.lineups.length === 0) {
    const { solutions } = await search.best(plan.model, 1, "auto", control);
    if (solutions.length === 0) throw await noLineupAtAll(planned, inputs, { search, control, explain });
  }
  const asking = { search, control, explain };
  const { detail, conflicts, isIrreducible } = await reasonOf(outcome, planned, inputs, asking);
  const lineups = onShortfall === "keep" ? await builtOf(outcome, planned, { search, control }, report) : [];
  if (lineups.length === 0) throw new InfeasibleError(detail, conflicts);
  return {
    lineups,
    bound: null,
    prices: null,
    shortfall: {
      reason: plain(detail),
      isProved: outcome.proved,
      ...(isIrreducible === true && { contradicts: conflicts.flatMap(({ pointer }) => pointer ?? []) }),
    },
  };
}

/** The error if no lineup keeps the rules for every lineup, with the reason. */
async function noLineupAtAll(
  planned: PlannedPortfolio,
  { lines }: PlanInputs,
  asking: Pick<PortfolioSolving, "search" | "control" | "explain">,
): Promise<InfeasibleError> {
  const { model } = planned.plan;
  const { whatOneLineupBreaks } = await import("./no-lineup.ts");
  try {
    const { detail, conflicts } = await whatOneLineupBreaks(model, planned, lines, asking);
    return new InfeasibleError(detail, conflicts);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    const { detail, conflicts } = whatStopped(planned, NO_LINEUP, lines);
    return new InfeasibleError(detail, conflicts);
  }
}

/** An outcome of a search that is proved to find no lineup. */
const NO_LINEUP = { kind: "short", lineups: [], proved: true, witness: null, stoppedBy: null } as const;

/**
 * The lineups of an incomplete portfolio. If a joint search has none, those of a new search without minimum
 * shares.
 */
async function builtOf(
  { lineups }: ShortPortfolio,
  { plan, method }: PlannedPortfolio,
  { search, control }: Pick<PortfolioSolving, "search" | "control">,
  report: (progress: PortfolioProgress) => void,
): Promise<readonly PortfolioLineup[]> {
  if (lineups.length > 0 || method === "sequential") return lineups;
  const shares = plan.shares.map((share) => ({ ...share, least: 0 }));
  const { outcome } = await search.portfolio(
    { ...plan, shares },
    { method: "sequential" },
    "auto",
    control,
    // Its sum and bound are those of a portfolio that lacks the minimum shares.
    ({ lineups: found }) => report({ lineups: found, sum: null, bound: null, gap: null }),
  );
  return outcome.kind === "solved" ? outcome.solution.lineups : outcome.lineups;
}

/**
 * Explains an incomplete portfolio: by a conflict of rules, if it is proved that there is no portfolio, else
 * by what stopped the search.
 */
async function reasonOf(
  outcome: ShortPortfolio,
  planned: PlannedPortfolio,
  { lines }: PlanInputs,
  { search, control, explain }: Pick<PortfolioSolving, "search" | "control" | "explain">,
): Promise<ShortReason> {
  if (outcome.stoppedBy !== null || !outcome.proved) return whatStopped(planned, outcome, lines);
  const { portfolioConflict } = await import("../lineup/explain/portfolio-conflict.ts");
  const { whatContradicts, whatNoLineupKeeps } = await import("./no-lineup.ts");
  try {
    const own = await whatNoLineupKeeps(outcome.witness, planned, lines, { search, control, explain });
    if (own !== null) return own;
    const conflict = await portfolioConflict(planned.plan, outcome.witness, { search, control });
    const { detail, conflicts, isIrreducible } = whatContradicts(planned, conflict, lines);
    const error = inPlaces(new InfeasibleError(detail, conflicts), planned.people, lines);
    return { detail: error.written.message, conflicts: error.written.conflicts, isIrreducible };
  } catch (error) {
    // Infeasibility is proved already, even if the reason takes too long.
    if (error instanceof TimeLimitError) return whatStopped(planned, outcome, lines);
    throw error;
  }
}
