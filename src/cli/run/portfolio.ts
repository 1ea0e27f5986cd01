import type { Optimizer } from "../../optimizer/optimizer.ts";
import type { PortfolioReport } from "../../portfolio/outcome.ts";
import { AbortedError, TimeLimitError } from "../../shared/errors.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { located } from "../errors.ts";
import type { LineupInput } from "../input/lineup-input.ts";
import { readDrawTerms } from "../input/lineup-input.ts";
import type { PortfolioInput } from "../input/portfolio-input.ts";
import { interruptible } from "../interrupt.ts";
import type { Options } from "../options/definitions.ts";
import { note } from "../output.ts";
import { boundProgress, STOPS, whileDrawing, withProgress } from "../progress.ts";
import { portfolioSentence } from "../render/portfolio-figures.ts";

export type PortfolioAsked = Pick<
  Options<"optimize">,
  "count" | "gap" | "onShortfall" | "onInterrupt" | "costs"
> & {
  readonly include?: Options<"optimize">["include"] | undefined;
  /** The time limit in milliseconds; the optimizer's own by default. */
  readonly timeLimit?: number | undefined;
  /** Writes the lineups before the costs are computed. */
  readonly onLineups?: ((document: FantasyLineupDocument) => Promise<void>) | undefined;
};

export async function solvePortfolio(
  optimizer: Optimizer,
  input: Pick<LineupInput, "request" | "places" | "drawn" | "slate">,
  { file, ...portfolio }: PortfolioInput,
  { count, include, gap, onShortfall, onInterrupt, costs, onLineups, timeLimit }: PortfolioAsked,
): Promise<FantasyLineupDocument> {
  const { asksForDraws } = await import("../../portfolio/random-points.ts");
  const drawn = asksForDraws(portfolio.portfolio) ? await readDrawTerms(input, {}) : {};
  const { request, places } = input;
  let last: PortfolioReport | null = null;
  try {
    return await withProgress(
      () => portfolioProgress(last),
      (clear) =>
        interruptible((signal) =>
          optimizer.portfolio(
            { ...request, ...drawn, count, ...portfolio },
            {
              ...{ signal, include, gap, onShortfall, costs, timeLimit, onInterrupt: onInterrupt ?? "whole" },
              onLineups:
                onLineups &&
                ((document) => {
                  clear();
                  return onLineups(document);
                }),
              onProgress: (report) => (last = report),
            },
          ),
        ),
      process.stderr,
      undefined,
      () => (onInterrupt === "keep" || last?.sum ? "keeps what is built" : STOPS),
    );
  } catch (error) {
    throw inOptions(located(error, { ...places, portfolio: file }));
  }
}

/** Rewords an error: the library's settings become the command's options, such as `--on-shortfall keep`. */
function inOptions(error: unknown): unknown {
  const words = (text: string) =>
    text.replace(/`on(Shortfall|Interrupt): keep`/g, (_, what: string) => `--on-${what.toLowerCase()} keep`);
  if (error instanceof AbortedError) return new AbortedError(error.cause, words(error.message));
  if (error instanceof TimeLimitError) return new TimeLimitError(error.milliseconds, words(error.message));
  return error;
}

export async function takeFromDraws(
  optimizer: Optimizer,
  input: LineupInput,
  { file, ...portfolio }: PortfolioInput,
  options: Pick<
    Options<"optimize">,
    "drawsFile" | "correlations" | "outcomes" | "count" | "draws" | "seed" | "onShortfall"
  > &
    Pick<PortfolioAsked, "include">,
): Promise<FantasyLineupDocument> {
  const { count, draws, seed, onShortfall, include } = options;
  const request = { ...input.request, count, ...(await readDrawTerms(input, options)), ...portfolio };
  return whileDrawing("solved", { ...input.places, portfolio: file }, (drawing) =>
    optimizer.portfolioFromDraws(request, { draws, seed, onShortfall, include, ...drawing }),
  );
}

/** Without the outcome if the output shows it (`isShown`); `name` is a section of the description. */
export function notePortfolio({ data, meta }: FantasyLineupDocument, isShown: boolean, name = ""): void {
  const result = meta!.portfolio!;
  const of = name === "" ? "" : `${name}: `;
  note(...result.warnings.map((warning) => `${of}${warning}`));
  note(isShown ? (result.shortfall?.reason ?? null) : `${of}${portfolioSentence(result, data.length)}`);
}

export function portfolioProgress(report: PortfolioReport | null): string {
  if (report === null) return "building the portfolio";
  const { lineups, asked, endedBy, costs } = report;
  if (costs !== undefined) return `${asked} lineups, cost of rule ${costs.done + 1} of ${costs.of}`;
  const ended = endedBy === "gains" ? ", ended at diminishing gains" : "";
  return `${lineups}/${asked} lineups${boundProgress(report)}${ended}`;
}
