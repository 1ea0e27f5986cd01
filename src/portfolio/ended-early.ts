import { keepsPlan } from "../engine/model/chosen-lineups.ts";
import type { PortfolioPlan, PortfolioProgress } from "../engine/model/portfolio-plan.ts";
import { plain } from "../shared/errors/message-parts.ts";
import { AbortedError, TimeLimitError } from "../shared/errors.ts";
import { seatCount } from "../shared/roster.ts";
import { counted } from "../shared/words.ts";
import type { Answered } from "./outcome.ts";
import { placeWords, requestPointer } from "./places.ts";
import type { PlannedPortfolio } from "./plan.ts";
import { uniqueUnit } from "./shortfall.ts";

/** With costs of rules, the fraction of the time for the portfolio itself. */
export const TIME_TO_SOLVE = 0.5;

/** The last reported portfolio if the error is a time limit and it is whole; else null. */
export function wholeOf(
  error: unknown,
  last: PortfolioProgress | null,
  plan: PortfolioPlan,
): Answered | null {
  if (!(error instanceof TimeLimitError) || last === null || !isWhole(last, plan)) return null;
  return { lineups: last.lineups, bound: last.bound, prices: null, isStart: last.isStart, endedBy: "time" };
}

function isWhole({ sum, lineups }: PortfolioProgress, plan: PortfolioPlan): boolean {
  return (
    sum !== null ||
    keepsPlan(
      plan,
      lineups.map(({ picks }) => picks),
    )
  );
}

/**
 * The lineups found before a time limit or an interrupt, and why there are no more. Null if no lineup was
 * found, or if the caller does not want them (`onShortfall`, `onInterrupt`).
 */
export function keptOf(
  error: unknown,
  last: PortfolioProgress | null,
  planned: PlannedPortfolio,
): Answered | null {
  const { onShortfall, onInterrupt } = planned.asked;
  if (last === null || last.lineups.length === 0) return null;
  const isLate = error instanceof TimeLimitError;
  const whole = isWhole(last, planned.plan);
  const isWanted = isLate
    ? onShortfall === "keep"
    : error instanceof AbortedError && (onInterrupt === "keep" || (onInterrupt === "whole" && whole));
  if (!isWanted) return null;
  const cause = isLate ? "The time limit was reached" : "The search was interrupted";
  const found = `${cause} with ${last.lineups.length} of ${counted(planned.plan.count, "lineup")} found.`;
  // A bound applies to sums of portfolios that keep the plan.
  const lacks =
    whole || last.lineups.length < planned.plan.count
      ? ""
      : " They do not keep all rules of the portfolio, so it is not known how close they are to the best.";
  const reason = `${found}${lacks}${isLate ? whatTakesLong(planned) : ""}`;
  return {
    lineups: last.lineups,
    bound: whole ? last.bound : null,
    prices: null,
    isStart: last.isStart,
    shortfall: { reason, isProved: false },
  };
}

/** The error of a search that returns nothing, with its progress and a remedy. */
export function endedEarly(
  error: unknown,
  last: PortfolioProgress | null,
  planned: PlannedPortfolio,
): unknown {
  if (error instanceof TimeLimitError) return tookTooLong(error, last, planned);
  const built = last?.lineups.length ?? 0;
  if (!(error instanceof AbortedError) || built === 0) return error;
  const { count } = planned.plan;
  const lacks = built < count ? "" : ", but they do not keep all minimum shares";
  const found = `${built} of the ${count} lineups were found${lacks}.`;
  return new AbortedError(error.cause, `${found} Use \`onInterrupt: keep\` to get them anyway.`);
}

function tookTooLong(
  { milliseconds }: TimeLimitError,
  last: PortfolioProgress | null,
  planned: PlannedPortfolio,
): TimeLimitError {
  const { count } = planned.plan;
  const built = last?.lineups.length ?? 0;
  const found =
    built < count
      ? `${built} of the ${count} lineups were found`
      : `No set of ${counted(count, "lineup")} that keeps all minimum shares was found`;
  const [within, rest, remedy] =
    planned.asked.costs === true
      ? [
          `${TIME_TO_SOLVE * 100}% of the`,
          "; the rest of the time is reserved for computing the costs of rules",
          " leave out the costs,",
        ]
      : ["the", "", ""];
  return new TimeLimitError(
    milliseconds,
    `${found} within ${within} time limit of ${milliseconds} ms${rest}.${whatTakesLong(planned)} ` +
      `Raise the limit,${remedy} ask for fewer lineups, or ${built === 0 ? "relax the rules" : "keep what is built: `onShortfall: keep`"}.`,
  );
}

export function whatTakesLong({
  plan,
  asked: { portfolioLines: lines },
}: Pick<PlannedPortfolio, "plan" | "asked">): string {
  const { unique, model } = plan;
  const seats = seatCount(model.slots);
  const reasons = [
    ...(2 * unique > seats
      ? [
          `${placeWords(["unique"], lines)} lets two lineups have at most ${seats - unique} of ${seats} ${uniqueUnit(plan)}s in common, so each lineup needs its own search, and each search takes longer than the one before`,
        ]
      : []),
    ...new Set(
      model.rules.flatMap((rule) =>
        rule.kind === "disjunction" &&
        rule.origin.pointer !== requestPointer(["salary"]) &&
        rule.alternatives.some(({ sums }) => sums.length > 0)
          ? [
              `${plain(rule.origin.words)} limits a sum, and probably few of the best lineups are within that limit`,
            ]
          : [],
      ),
    ),
  ];
  const words = reasons.join("; ");
  return words === "" ? "" : ` ${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
