import type { Catalog } from "../contests/catalog/catalog.ts";
import type { Problem, ReadRequest } from "../contests/problem/problem.ts";
import { portfolioDocument } from "../lineup/document/document.ts";
import type { LineupInclude } from "../lineup/document/included.ts";
import type { AskedPortfolio } from "../portfolio/description.ts";
import type { SolvedPortfolio, Solving } from "../portfolio/outcome.ts";
import { type PlannedPortfolio, planPortfolio } from "../portfolio/plan.ts";
import { asksForDraws, type DrawSourceOf } from "../portfolio/random-points.ts";
import { solvePortfolio } from "../portfolio/solve.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";
import type { OutcomeKnowledge, SpreadTerms } from "../simulation/draw-source.ts";
import type { SimulatedOutcomes } from "../simulation/simulated-outcomes.ts";
import type { PortfolioOptions, PortfolioRequest, SimulateRequest } from "./contract.ts";
import { checkedCount } from "./options.ts";

export interface PortfolioTask extends AskedPortfolio {
  /** How points are drawn; undefined if the description does not ask for draws. */
  readonly drawn: DrawnDescription | undefined;
  readonly include: readonly LineupInclude[];
  readonly updatedAt: Date;
}

/**
 * Plans, solves and checks portfolios in other threads: planning and checks are slow for long descriptions.
 */
export interface PortfolioSolver {
  /** Whether the description can be sent to another thread; if not, the calling thread solves it. */
  takes(task: PortfolioTask): boolean;
  /** @throws What `solveTask` throws */
  solve(
    task: PortfolioTask,
    solving: Pick<Solving, "control" | "explain"> & Pick<PortfolioOptions, "onProgress">,
  ): Promise<FantasyLineupDocument>;
  close(): Promise<void>;
}

export function askedOf(
  {
    portfolio,
    portfolioLines,
    facts,
    avoided,
    kept,
    seats,
    count,
  }: Partial<PortfolioRequest> & Pick<PortfolioRequest, "portfolioLines">,
  { body, problem, projections }: ReadRequest,
): AskedPortfolio {
  return {
    ...{ problem, projections, portfolio, portfolioLines, facts, avoided, kept, startsOf: seats?.startsOf },
    count: count === undefined ? undefined : checkedCount(count),
    defaultCount: body.count,
  };
}

/** Joins a portfolio request, its slate as read, and its options into plain data to solve. */
export async function taskOf(
  request: PortfolioRequest,
  slate: ReadRequest,
  settings: Pick<
    PortfolioTask,
    "solver" | "gap" | "onShortfall" | "onInterrupt" | "costs" | "earlier" | "preview"
  > &
    Pick<PortfolioOptions, "include" | "updatedAt">,
  catalog: Catalog,
): Promise<PortfolioTask> {
  const isDrawn = asksForDraws(request.portfolio);
  return {
    ...askedOf(request, slate),
    drawn: isDrawn ? await drawnDescription(request, slate.body.contest, catalog) : undefined,
    ...settings,
    include: settings.include ?? [],
    updatedAt: settings.updatedAt ?? new Date(),
  };
}

/** @throws UnknownScoringError for a sport without a table of outcomes */
async function drawnDescription(
  request: SimulateRequest,
  contest: string,
  catalog: Catalog,
): Promise<DrawnDescription> {
  const { readSimulated, readSpreadTerms, tableOf } = await import("./drawn-slates.ts");
  if (request.simulated !== undefined) return { simulated: readSimulated(request) };
  return { ...readSpreadTerms(request), table: await tableOf(request, contest, catalog) };
}

export async function planTask(task: PortfolioTask): Promise<PlannedPortfolio> {
  const drawSourceOf = task.drawn && (await drawSourceBy(task.drawn, task.problem));
  return planPortfolio({ ...task, drawSourceOf });
}

/**
 * Plans, solves and checks a portfolio. `onLineups` receives the document before its costs are computed.
 * @throws as `planPortfolio` and `solvePortfolio`
 */
export async function solveTask(
  task: PortfolioTask,
  { onLineups, ...solving }: Omit<Solving, "onSolved"> & Pick<PortfolioOptions, "onLineups">,
): Promise<FantasyLineupDocument> {
  const planned = await planTask(task);
  const documentOf = (solved: SolvedPortfolio) =>
    portfolioDocument(planned.problem, solved, task.projections, task);
  const onSolved = onLineups && (async (solved: SolvedPortfolio) => onLineups(await documentOf(solved)));
  return documentOf(await solvePortfolio(planned, { ...solving, onSolved }));
}

type DrawnDescription = { readonly simulated: SimulatedOutcomes } | SpreadTerms;

async function drawSourceBy(drawn: DrawnDescription, asked: Problem): Promise<DrawSourceOf> {
  const { drawSourceOf } = await import("../simulation/draw-source.ts");
  if (!("simulated" in drawn))
    return (problem, model, { seed, deviations }) => {
      const known = drawn.known.filter(({ uuid }) => !deviations.has(uuid));
      const described = [...deviations].map(([uuid, deviation]) => ({
        ...unitsOf(drawn, uuid),
        uuid,
        deviation,
      }));
      return drawSourceOf(problem, model, { ...drawn, known: [...known, ...described], seed });
    };
  const { drawsOf, shuffled, simulatedTerms } = await import("../simulation/simulated-outcomes.ts");
  const { simulated } = drawn;
  return (problem, model, { seed }) => {
    const terms = simulatedTerms(asked, simulated, shuffled(drawsOf(simulated), seed));
    return drawSourceOf(problem, model, { simulated: terms, seed });
  };
}

/** What is known about a player apart from the spread. */
function unitsOf(
  { known }: SpreadTerms,
  wanted: string,
): Pick<OutcomeKnowledge, "line" | "powerPlay" | "order" | "start" | "cut"> {
  const { line, powerPlay, order, start, cut } = known.find(({ uuid }) => uuid === wanted) ?? {};
  return { line, powerPlay, order, start, cut };
}
