import type { Catalog } from "../contests/catalog/catalog.ts";
import type { Problem } from "../contests/problem/problem.ts";
import type { Model } from "../engine/model/model.ts";
import { portfolioDocument } from "../lineup/document/document.ts";
import type { LineupInclude } from "../lineup/document/included.ts";
import type { DrawSourceOf } from "../portfolio/description.ts";
import { type DescribedRequest, type PlannedSlate, planRequest } from "../portfolio/plan-request.ts";
import { solvePortfolio } from "../portfolio/solve.ts";
import type { PortfolioSolving, SolvedPortfolio } from "../portfolio/solving.ts";
import type { InfeasibleError } from "../shared/errors.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";
import type { OutcomesTable } from "../shared/schema/outcomes.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";

/** A slate and an unchecked portfolio description, as plain data that can be sent to another thread. */
export interface DescribedPortfolio
  extends DescribedRequest,
    Pick<PortfolioSolving, "solver" | "gap" | "onShortfall" | "onInterrupt" | "costs" | "startsOf"> {
  readonly slate: Omit<PlannedSlate, "drawSourceOf">;
  /** The number of lineups; overrides the description. */
  readonly count: number | undefined;
  /** The number of lineups if neither `count` nor the description gives one. */
  readonly defaultCount: number;
  /** The table from which points are drawn if the description asks for draws without a spread. */
  readonly outcomes: OutcomesTable | undefined;
  readonly include: readonly LineupInclude[];
  readonly updatedAt: Date;
}

/**
 * How to solve it. `onLineups` receives the document before its costs are computed; `explain` explains why a
 * model of the problem, as changed by the description, has no lineup.
 */
export interface DescribedSolving extends Pick<PortfolioSolving, "search" | "control" | "onProgress"> {
  readonly onLineups?: ((document: FantasyLineupDocument) => void | Promise<void>) | undefined;
  readonly explain: (problem: Problem, model: Model) => Promise<InfeasibleError>;
}

/**
 * Checks and plans a description, solves it, and checks the lineups.
 * @throws InvalidRequestError as `planRequest`, and what `solvePortfolio` throws
 */
export async function solveDescribed(
  described: DescribedPortfolio,
  { explain, onLineups, ...solving }: DescribedSolving,
): Promise<FantasyLineupDocument> {
  const { slate, count, defaultCount, outcomes: table, include, updatedAt, ...settings } = described;
  const countOf = ({ lineups }: Portfolio) => count ?? lineups ?? defaultCount;
  const source = table && (await drawSourceBy(table));
  const whole = { ...slate, drawSourceOf: source };
  const { description, inputs, planned } = planRequest(settings, whole, countOf);
  const documentOf = (solved: SolvedPortfolio) =>
    portfolioDocument(planned.problem, solved, slate.projections, { include, updatedAt });
  const solved = await solvePortfolio(description, planned, inputs, {
    ...settings,
    ...solving,
    onSolved: onLineups && (async (found) => onLineups(await documentOf(found))),
    explain: (model) => explain(planned.problem, model),
  });
  return documentOf(solved);
}

async function drawSourceBy(table: OutcomesTable): Promise<DrawSourceOf> {
  const { drawSourceOf } = await import("./draw-source.ts");
  return (problem, model, seed) => drawSourceOf(problem, model, { table, seed, known: [] });
}

/** The part of a description that is read before it is checked. */
interface DrawnDescription {
  readonly points?: { readonly random?: { readonly spread?: unknown } | null } | null;
}

/**
 * The table of outcomes that an unchecked description needs. @throws UnknownScoringError if the sport has
 * none
 */
export async function outcomesFor(
  { sport, portfolio }: { readonly sport: string; readonly portfolio?: unknown },
  catalog: Catalog,
): Promise<OutcomesTable | undefined> {
  const random = (portfolio as DrawnDescription | null | undefined)?.points?.random;
  if (random === undefined || random === null || random.spread !== undefined) return undefined;
  return catalog.outcomesTable(sport);
}
