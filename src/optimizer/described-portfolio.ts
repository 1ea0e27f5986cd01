import type { Catalog } from "../contests/catalog/catalog.ts";
import type { Problem } from "../contests/problem/problem.ts";
import type { ReadRequest } from "../contests/problem/read-request.ts";
import type { Model } from "../engine/model/model.ts";
import { portfolioDocument } from "../lineup/document/document.ts";
import type { LineupInclude } from "../lineup/document/included.ts";
import type { AvoidedLineup } from "../portfolio/avoided.ts";
import type { DrawSourceOf } from "../portfolio/description.ts";
import { type DescribedRequest, type PlannedSlate, planRequest } from "../portfolio/plan-request.ts";
import { asksForDraws } from "../portfolio/random-points.ts";
import { solvePortfolio } from "../portfolio/solve.ts";
import type { PortfolioSolving, SolvedPortfolio } from "../portfolio/solving.ts";
import type { InfeasibleError } from "../shared/errors.ts";
import { DEFAULT_COUNT } from "../shared/schema/fields.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import type { OutcomeKnowledge, SpreadTerms } from "../simulation/draw-source.ts";
import type { SimulatedOutcomes } from "../simulation/simulated-outcomes.ts";
import type { PortfolioOptions, PortfolioRequest, SimulateRequest } from "./contract.ts";
import { checkedCount } from "./options.ts";

/** A slate and an unchecked portfolio description, as plain data that can be sent to another thread. */
export interface DescribedPortfolio
  extends DescribedRequest,
    Pick<
      PortfolioSolving,
      "solver" | "gap" | "onShortfall" | "onInterrupt" | "costs" | "preview" | "startsOf"
    > {
  readonly slate: Omit<PlannedSlate, "drawSourceOf">;
  /** The number of lineups; overrides the description. */
  readonly count: number | undefined;
  /** The number of lineups if neither `count` nor the description gives one. */
  readonly defaultCount: number;
  /** How points are drawn; undefined if the description does not ask for draws. */
  readonly drawn: DrawnDescription | undefined;
  /** Lineups of an earlier answer, with which a joint search begins. */
  readonly earlier?: readonly AvoidedLineup[] | undefined;
  readonly include: readonly LineupInclude[];
  readonly updatedAt: Date;
}

/**
 * How to solve a description. `onLineups` receives the document before its costs are computed; `explain`
 * explains why a model of the problem, as changed by the description, has no lineup.
 */
export interface DescribedSolving extends Pick<PortfolioSolving, "search" | "control" | "onProgress"> {
  readonly onLineups?: ((document: FantasyLineupDocument) => void | Promise<void>) | undefined;
  readonly explain: (problem: Problem, model: Model) => Promise<InfeasibleError>;
}

/**
 * Plans, solves and checks portfolios in other threads: planning and checks are slow for long descriptions.
 */
export interface PortfolioSolver {
  /** Whether the description can be sent to another thread; if not, the calling thread solves it. */
  takes(described: DescribedPortfolio): boolean;
  /** @throws What `solveDescribed` throws */
  solve(
    described: DescribedPortfolio,
    solving: Omit<DescribedSolving, "search" | "onLineups" | "onProgress"> &
      Pick<PortfolioOptions, "onProgress">,
  ): Promise<FantasyLineupDocument>;
  close(): Promise<void>;
}

/** Joins a portfolio request, its slate as read, and the settings of its options into plain data to solve. */
export async function describedOf(
  { portfolio: description, portfolioLines, facts, avoided, seats, count, ...request }: PortfolioRequest,
  { body, problem, projections }: ReadRequest,
  settings: Pick<PortfolioOptions, "gap" | "onShortfall" | "onInterrupt" | "costs" | "include" | "updatedAt">,
  { solver, catalog }: { readonly solver: DescribedPortfolio["solver"]; readonly catalog: Catalog },
): Promise<DescribedPortfolio> {
  return {
    ...{ portfolio: description, portfolioLines, facts, avoided, startsOf: seats?.startsOf },
    slate: { problem, projections },
    count: count === undefined ? undefined : checkedCount(count),
    defaultCount: body.count ?? DEFAULT_COUNT,
    drawn: asksForDraws(description) ? await drawnDescription(request, body.contest, catalog) : undefined,
    ...settings,
    solver,
    include: settings.include ?? [],
    updatedAt: settings.updatedAt ?? new Date(),
  };
}

/**
 * Reads how points are drawn, for a portfolio description that asks for drawn points (see `asksForDraws`).
 * @throws UnknownScoringError for a sport without a table of outcomes
 */
async function drawnDescription(
  request: SimulateRequest,
  contest: string,
  catalog: Catalog,
): Promise<DrawnDescription> {
  const { readSimulated, readSpreadTerms } = await import("./spread-terms.ts");
  if (request.simulated !== undefined) return { simulated: readSimulated(request) };
  const { tableOf } = await import("./drawn-slates.ts");
  return { ...readSpreadTerms(request), table: await tableOf(request, contest, catalog) };
}

/** Plans and solves a description, and checks the lineups. @throws as `planRequest` and `solvePortfolio` */
export async function solveDescribed(
  described: DescribedPortfolio,
  { onLineups, ...solving }: DescribedSolving,
): Promise<FantasyLineupDocument> {
  const { slate, include, updatedAt } = described;
  const documentOf = (solved: SolvedPortfolio, problem: Problem) =>
    portfolioDocument(problem, solved, slate.projections, { include, updatedAt });
  const { solved, problem } = await solvedOf(described, {
    ...solving,
    onSolved: onLineups && (async (found, of) => onLineups(await documentOf(found, of))),
  });
  return documentOf(solved, problem);
}

/** Like `solveDescribed`, but without the document; `problem` is as the description changed it. */
export async function solvedOf(
  { slate, count, defaultCount, drawn, ...settings }: Omit<DescribedPortfolio, "include" | "updatedAt">,
  {
    explain,
    onSolved,
    ...solving
  }: Omit<DescribedSolving, "onLineups"> & {
    readonly onSolved?: ((solved: SolvedPortfolio, problem: Problem) => void | Promise<void>) | undefined;
  },
): Promise<{ readonly solved: SolvedPortfolio; readonly problem: Problem }> {
  const countOf = ({ lineups }: Portfolio) => count ?? lineups ?? defaultCount;
  const source = drawn && (await drawSourceBy(drawn, slate.problem));
  const whole = { ...slate, drawSourceOf: source };
  const { description, inputs, planned: asked } = planRequest(settings, whole, countOf);
  const planned = settings.preview === true ? { ...asked, method: "sequential" as const } : asked;
  const { problem } = planned;
  const solved = await solvePortfolio(description, planned, inputs, {
    ...settings,
    ...solving,
    onSolved: onSolved && ((found) => onSolved(found, problem)),
    explain: (model) => explain(problem, model),
  });
  return { solved, problem };
}

/** How the points of randomized lineups are drawn. */
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

/**
 * What is known about the player with the GUID `wanted` apart from the spread: line, power-play unit, place
 * in the batting order, starting place and chance to make the cut.
 */
function unitsOf(
  { known }: SpreadTerms,
  wanted: string,
): Pick<OutcomeKnowledge, "line" | "powerPlay" | "order" | "start" | "cut"> {
  const { line, powerPlay, order, start, cut } = known.find(({ uuid }) => uuid === wanted) ?? {};
  return { line, powerPlay, order, start, cut };
}
