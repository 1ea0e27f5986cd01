import type {
  PortfolioLineup,
  PortfolioOutcome,
  PortfolioProgress,
  ShortPortfolio,
} from "../engine/model/portfolio-plan.ts";
import type { Control } from "../engine/solver/contract.ts";
import { mostApart } from "../engine/solver/portfolio/too-alike.ts";
import { plain } from "../shared/errors/references.ts";
import { InfeasibleError, TimeLimitError } from "../shared/errors.ts";
import type { PlanInputs } from "./description.ts";
import { inPlaces, type ShortReason, whatStopped } from "./explain-short.ts";
import type { Answered } from "./outcome.ts";
import type { PlannedPortfolio } from "./plan.ts";
import type { PortfolioSolving } from "./solving.ts";
import { whatIsTooFew } from "./too-few-apart.ts";

/** Milliseconds that it may take to find what stands in a portfolio's way. */
const EXPLAINING = 30_000;

/**
 * What a solver's outcome answers; of a portfolio that is not whole, what is kept where that is asked for.
 * @throws InfeasibleError, and what the search for its reasons throws
 */
export async function answeredOf(
  outcome: PortfolioOutcome,
  planned: PlannedPortfolio,
  inputs: PlanInputs,
  { search, control, onShortfall, explain }: PortfolioSolving,
  tell: (progress: PortfolioProgress) => void,
): Promise<Answered> {
  if (outcome.kind === "solved") return outcome.solution;
  const { plan } = planned;
  if (outcome.lineups.length === 0) {
    const { solutions } = await search.best(plan.model, 1, "auto", control);
    if (solutions.length === 0) throw await noLineupAtAll(planned, inputs, { search, control, explain });
  }
  const { detail, conflicts } = await reasonOf(outcome, planned, inputs, { search, control, explain });
  const lineups = onShortfall === "keep" ? await builtOf(outcome, planned, { search, control }, tell) : [];
  if (lineups.length === 0) throw new InfeasibleError(detail, conflicts);
  return {
    lineups,
    bound: null,
    prices: null,
    shortfall: { reason: plain(detail), isProved: outcome.proved },
  };
}

/** Why not even one lineup keeps what is asked of all of them. */
async function noLineupAtAll(
  planned: PlannedPortfolio,
  { lines }: PlanInputs,
  { search, control, explain }: Pick<PortfolioSolving, "search" | "control" | "explain">,
): Promise<InfeasibleError> {
  const { model } = planned.plan;
  const { whatOneLineupBreaks } = await import("./no-lineup.ts");
  try {
    const asking = { search, control: soonOf(control), explain };
    const { detail, conflicts } = await whatOneLineupBreaks(model, planned, lines, asking);
    return new InfeasibleError(detail, conflicts);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    return inPlaces(await explain(model), planned.people, lines);
  }
}

/** A control that leaves no more time than an explanation may take. */
function soonOf(control: Control): Control {
  const { deadline = Number.POSITIVE_INFINITY } = control;
  return { ...control, deadline: Math.min(performance.now() + EXPLAINING, deadline) };
}

/** What was built; where nothing was, as there can be no portfolio, what can be without least shares. */
async function builtOf(
  { lineups }: ShortPortfolio,
  { plan, method }: PlannedPortfolio,
  { search, control }: Pick<PortfolioSolving, "search" | "control">,
  tell: (progress: PortfolioProgress) => void,
): Promise<readonly PortfolioLineup[]> {
  if (lineups.length > 0 || method === "sequential") return lineups;
  const count = Math.min(plan.count, mostApart(plan));
  const shares = plan.shares.map((share) => ({ ...share, least: 0, most: Math.min(share.most, count) }));
  // Lineups that hardly leave each other room are more where they are looked for together.
  for (const way of count < plan.count ? (["joint", "sequential"] as const) : (["sequential"] as const)) {
    const { outcome } = await search.portfolio(
      { ...plan, shares, count },
      { method: way },
      "auto",
      control,
      tell,
    );
    const built = outcome.kind === "solved" ? outcome.solution.lineups : outcome.lineups;
    if (built.length > 0) return built;
  }
  return [];
}

/** Why there is no whole portfolio; what contradicts each other where that is proved of all lineups together. */
async function reasonOf(
  outcome: ShortPortfolio,
  planned: PlannedPortfolio,
  { lines }: PlanInputs,
  { search, control, explain }: Pick<PortfolioSolving, "search" | "control" | "explain">,
): Promise<ShortReason> {
  if (outcome.stoppedBy !== null || !outcome.proved) return whatStopped(planned, outcome, lines);
  const tooFew = whatIsTooFew(planned.plan, lines);
  if (tooFew !== null) return tooFew;
  const { portfolioConflict } = await import("../lineup/explain/portfolio-conflict.ts");
  const { whatContradicts } = await import("./explain-conflict.ts");
  const { whatNoLineupKeeps } = await import("./no-lineup.ts");
  const soon = soonOf(control);
  try {
    const own = await whatNoLineupKeeps(outcome.witness, planned, lines, { search, control: soon, explain });
    if (own !== null) return own;
    const how = { search, solver: "auto", control: soon } as const;
    const conflict = await portfolioConflict(planned.plan, outcome.witness, how);
    const { detail, conflicts } = whatContradicts(planned, conflict, lines);
    const error = inPlaces(new InfeasibleError(detail, conflicts), planned.people, lines);
    return { detail: error.written.message, conflicts: error.written.conflicts };
  } catch (error) {
    // That there is none is known, however long it would take to say why.
    if (error instanceof TimeLimitError) return whatStopped(planned, outcome, lines);
    throw error;
  }
}
