import { keepsShare } from "../engine/model/chosen-lineups.ts";
import type {
  PortfolioLineup,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
  ShortPortfolio,
} from "../engine/model/portfolio-plan.ts";
import { groupBy } from "../shared/collections.ts";
import {
  joinedMessages,
  type Message,
  message,
  placeRef,
  plain,
  withoutPlaces,
} from "../shared/errors/message-parts.ts";
import { InfeasibleError, TimeLimitError, type WrittenConflict } from "../shared/errors.ts";
import { counted } from "../shared/words.ts";
import type { Answered, Solving } from "./outcome.ts";
import { rowWords } from "./people.ts";
import { type Lines, placeName, placeOf, requestPointer } from "./places.ts";
import type { PlannedPortfolio } from "./plan.ts";
import type { ShareLimits } from "./ranges.ts";
import type { WrittenShare } from "./shares.ts";

export interface ShortReason {
  readonly detail: Message;
  readonly conflicts: readonly WrittenConflict[];
  /**
   * Whether it is proved that no portfolio keeps all rules in `conflicts`, and that each of these rules is
   * needed for the contradiction. Absent means false.
   */
  readonly isIrreducible?: boolean | undefined;
}

/**
 * Converts a solver's outcome to an answer. For an incomplete portfolio, the answer has the lineups found, if
 * the caller wants them.
 * @throws InfeasibleError, and the errors of the search for its reasons
 */
export async function answeredOf(
  outcome: PortfolioOutcome,
  planned: PlannedPortfolio,
  asking: Pick<Solving, "search" | "control" | "explain">,
  report: (progress: PortfolioProgress) => void,
): Promise<Answered> {
  if (outcome.kind === "solved") return outcome.solution;
  const { plan, asked } = planned;
  if (outcome.lineups.length === 0) {
    const { solutions } = await asking.search.best(plan.model, 1, "auto", asking.control);
    if (solutions.length === 0) throw await noLineupAtAll(planned, asking);
  }
  const { detail, conflicts, isIrreducible } = await reasonOf(outcome, planned, asking);
  const lineups = asked.onShortfall === "keep" ? await builtOf(outcome, planned, asking, report) : [];
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

async function noLineupAtAll(
  planned: PlannedPortfolio,
  asking: Pick<Solving, "search" | "control" | "explain">,
): Promise<InfeasibleError> {
  const { model } = planned.plan;
  const { whatOneLineupBreaks } = await import("./why-none.ts");
  try {
    const { detail, conflicts } = await whatOneLineupBreaks(model, planned, asking);
    return new InfeasibleError(detail, conflicts);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    const { detail, conflicts } = whatStopped(planned, NO_LINEUP);
    return new InfeasibleError(detail, conflicts);
  }
}

const NO_LINEUP = { kind: "short", lineups: [], proved: true, witness: null, stoppedBy: null } as const;

/** If a joint search has no lineups, those of a new search without minimum shares. */
async function builtOf(
  { lineups }: ShortPortfolio,
  { plan, method }: PlannedPortfolio,
  { search, control }: Pick<Solving, "search" | "control">,
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

async function reasonOf(
  outcome: ShortPortfolio,
  planned: PlannedPortfolio,
  asking: Pick<Solving, "search" | "control" | "explain">,
): Promise<ShortReason> {
  if (outcome.stoppedBy !== null || !outcome.proved) return whatStopped(planned, outcome);
  const { whyNone } = await import("./why-none.ts");
  try {
    return await whyNone(outcome.witness, planned, asking);
  } catch (error) {
    // Infeasibility is proved already, even if the reason takes too long.
    if (error instanceof TimeLimitError) return whatStopped(planned, outcome);
    throw error;
  }
}

/**
 * Explains an incomplete portfolio. One that was built lineup by lineup stopped at limits that allow no
 * further lineup: shares that have reached their maximum, and `unique`.
 */
export function whatStopped(planned: PlannedPortfolio, outcome: ShortPortfolio): ShortReason {
  const { plan, shares } = planned;
  const lines = planned.asked.portfolioLines;
  const { lineups, stoppedBy } = outcome;
  if (stoppedBy === null) return whatIsLeft(planned, outcome);
  const found = `Found ${lineups.length} of the ${counted(plan.count, "lineup")} asked for`;
  const full = stoppedBy.shares.map((index) => shares[index]!);
  const conflicts = shareConflicts(full, plan.count, lines);
  if (stoppedBy.different && plan.unique > 0) conflicts.push(uniqueConflict(plan, lines));
  const cause =
    conflicts.length === 0
      ? "there are no more lineups that keep all rules"
      : lineups.length === 0
        ? message`no lineup keeps all of this: ${joined(conflicts)}`
        : message`no further lineup keeps all of this: ${joined(conflicts)}`;
  return { detail: message`${found}: ${cause}.`, conflicts };
}

function whatIsLeft(
  { plan, shares, asked: { portfolioLines: lines } }: PlannedPortfolio,
  { lineups, proved, witness, isPreview = false }: ShortPortfolio,
): ShortReason {
  const spoken = proved && witness !== null ? witness.map((index) => shares[index]!) : [];
  const among = shareConflicts(spoken, plan.count, lines);
  if (among.length > 0 && plan.unique > 0) among.push(uniqueConflict(plan, lines));
  const candidates =
    among.length === 0
      ? ""
      : message` Some of these contradict each other or the rules for every lineup: ${joined(among)}.`;
  const verdict = proved
    ? message`It is proved that no portfolio keeps all rules. Which of them contradict each other was not found within the time limit.${candidates}`
    : isPreview
      ? "This is a preview, which builds lineups one by one; the full search may find a portfolio that keeps all rules."
      : "The search ended before it found a portfolio that keeps all rules, or a proof that there is none. Raise the time limit, or lower `unique` or the minimum shares.";
  const found = counted(lineups.length, "lineup");
  const isWhole = lineups.length === plan.count;
  const picked = lineups.map(({ picks }) => picks);
  const unkept = shares.filter((_, index) => !keepsShare(plan.shares[index]!, picked));
  const conflicts = isWhole ? shareConflicts(unkept, plan.count, lines) : [];
  const lack = conflicts.length === 0 ? "" : message`, which do not keep ${joined(conflicts)}`;
  const built = isWhole
    ? message`Found ${found}${lack}.`
    : `Found ${lineups.length} of the ${counted(plan.count, "lineup")} asked for.`;
  return { detail: message`${built} ${verdict}`, conflicts: among.length > 0 ? among : conflicts };
}

export function joined(conflicts: readonly WrittenConflict[]): Message {
  return joinedMessages(
    conflicts.map(({ detail }) => detail),
    "; and ",
  );
}

const MOST_NAMES = 3;

/** Makes parts of a conflict from shares: one part for all shares with the same place and limits. */
export function shareConflicts(
  shares: readonly WrittenShare[],
  count: number,
  lines: Lines | undefined,
): WrittenConflict[] {
  const alike = groupBy(shares, ({ path, asked, limits: { least, most }, row }) =>
    JSON.stringify([path, asked, least, most, row?.file]),
  );
  return [...alike.values()].map((those): WrittenConflict => {
    const { what: subject, path, asked, limits, none, row } = those[0]!;
    const numbers = none ?? limitWords(limits, count);
    const amount = asked.includes("%") ? `${asked} (${numbers})` : numbers;
    const isNameless = subject === placeName(path, lines);
    const what = isNameless ? "" : `: ${whatWords(those)}`;
    const rows = rowWords(those.map((share) => share.row));
    const place = row === undefined ? placeOf(path, lines) : placeRef(rows, rows);
    const detail = message`${place}${what} in ${amount}`;
    return conflictOf(path, limits.least > 0 ? limits.least : Math.min(limits.most, count), detail);
  });
}

function whatWords(shares: readonly WrittenShare[]): string {
  const names = shares.map(({ what }) => what);
  if (names.length === 1) return names[0]!;
  const more = names.length - MOST_NAMES;
  const named = more > 0 ? names.slice(0, MOST_NAMES) : names.slice(0, -1);
  return `${named.join(", ")} and ${more > 0 ? `${more} more` : names.at(-1)}, each`;
}

function limitWords({ least, most }: ShareLimits, count: number): string {
  const lineups = counted(count, "lineup");
  if (most === 0) return `none of ${lineups}`;
  if (least === Math.min(most, count)) return `${least} of ${lineups}`;
  if (least === 0) return `at most ${most} of ${lineups}`;
  return most >= count ? `at least ${least} of ${lineups}` : `${least} to ${most} of ${lineups}`;
}

export function uniqueUnit({ counted: kinds }: Pick<PortfolioPlan, "counted">): "player" | "seat" {
  return kinds === undefined ? "player" : "seat";
}

export function uniqueConflict(plan: PortfolioPlan, lines: Lines | undefined): WrittenConflict {
  const { unique } = plan;
  const detail = message`${placeOf(["unique"], lines)}: any two lineups differ by at least ${counted(unique, uniqueUnit(plan))}`;
  return conflictOf(["unique"], unique, detail);
}

export function conflictOf(path: WrittenShare["path"], limit: number, detail: Message): WrittenConflict {
  return {
    constraint: "portfolio",
    pointer: requestPointer(path),
    kind: "share",
    entry: null,
    slot: null,
    limit,
    cost: null,
    leastCost: null,
    detail,
    words: withoutPlaces(detail),
  };
}
