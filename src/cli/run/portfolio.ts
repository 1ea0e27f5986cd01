import type { Optimizer } from "../../optimizer.ts";
import type { PortfolioReport } from "../../portfolio/outcome.ts";
import type { FantasyLineupDocument } from "../../schema/lineups.ts";
import type { PortfolioInput } from "../input/portfolio-input.ts";
import type { LineupInput } from "../input/ready-input.ts";
import { interruptible } from "../interrupt.ts";
import { NAMES, type OptimizeOptions } from "../options/optimize.ts";
import { note } from "../output.ts";
import { located } from "../places.ts";
import { withProgress } from "../progress.ts";
import { portfolioSentence } from "../render/portfolio-figures.ts";
import { portfolioProgress } from "../render/portfolio-progress.ts";

/** Solves until it is done or a signal comes; errors speak of files, lines and names. */
export async function solvePortfolio(
  optimizer: Optimizer,
  { sport, body, points, origin, seats, excludedSlots, onlyAvailable, places }: LineupInput,
  { file, ...portfolio }: PortfolioInput,
  { count, format, include, gap, onShortfall, onInterrupt, costs, report: reported }: OptimizeOptions,
): Promise<FantasyLineupDocument> {
  const carried = format === "json" ? include : NAMES;
  let last: PortfolioReport | null = null;
  try {
    return await withProgress(
      () => portfolioProgress(last),
      () =>
        interruptible((signal) =>
          optimizer.portfolio(
            { ...points, sport, body, origin, seats, excludedSlots, onlyAvailable, count, ...portfolio },
            {
              signal,
              include: carried,
              gap,
              onShortfall,
              onInterrupt,
              costs: costs === true || reported !== undefined,
              onProgress: (report) => {
                last = report;
              },
            },
          ),
        ),
    );
  } catch (error) {
    throw located(error, { ...places, portfolio: file });
  }
}

/** Says what was found odd in the description, and, where the result itself does not, how the portfolio came out. */
export function tellOfPortfolio({ data, meta }: FantasyLineupDocument, { format }: OptimizeOptions): void {
  const result = meta!.portfolio!;
  for (const warning of result.warnings) note(warning);
  if (format !== "table") note(portfolioSentence(result, data.length));
  else if (result.shortfall !== undefined) note(result.shortfall.reason);
}
