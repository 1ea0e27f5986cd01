import type {
  PortfolioLineup,
  PortfolioPlan,
  PortfolioProgress,
} from "../../src/engine/model/portfolio-plan.ts";
import type { SwapPlan, SwapSolution } from "../../src/engine/model/swap-plan.ts";
import type { Search } from "../../src/engine/search/search.ts";
import { createRunner, createSearch, TimeLimitError } from "../engine.ts";
import type { Subject } from "../subject.ts";
import { type PortfolioAsked, planOf } from "./plan.ts";

/** A portfolio, or a part of one. */
export interface PortfolioAnswer {
  readonly lineups: readonly PortfolioLineup[];
  readonly solver: string;
  /** Whether it keeps the whole plan, its minimum shares included. */
  readonly isWhole: boolean;
  /** What is asked for and missed; null if nothing. */
  readonly missed: string | null;
}

/** What builds a portfolio in the calling thread, where the rival runs as well. */
export interface PortfolioCandidate {
  /** The rules that its lineups keep. */
  readonly plan: PortfolioPlan;
  answer(): Promise<PortfolioAnswer>;
  close(): Promise<void>;
}

/** A requested portfolio, for which it has so many milliseconds each time. */
export async function portfolioOf(
  subject: Subject,
  asked: PortfolioAsked,
  count: number,
  timeLimit: number,
): Promise<PortfolioCandidate> {
  const search = createSearch(createRunner(0));
  const plan = planOf(subject, asked, count);
  const { gap, swaps, within } = asked;
  const limit = within ?? timeLimit;
  const control = () => ({ deadline: performance.now() + limit, timeLimit: limit });
  const close = () => search.close();
  if (swaps !== undefined) {
    const built = await search.portfolio(
      planOf(subject, swaps.asked, count),
      { method: "sequential" },
      "auto",
      {},
    );
    if (built.outcome.kind === "short") throw new Error("There are no lineups to swap.");
    const swapPlan = swapPlanOf(plan, built.outcome.solution.lineups, swaps.dropped);
    return { plan, close, answer: () => swapped(search, swapPlan, gap ?? 0, control()) };
  }
  if (within === undefined) return { plan, close, answer: () => solved(search, plan, gap, control()) };
  return {
    plan,
    close,
    async answer() {
      const one = await solved(search, plan, undefined, control());
      const all = await solved(search, plan, gap, control());
      const isKept = all.lineups.length >= one.lineups.length;
      return {
        ...all,
        missed: isKept ? null : `${all.lineups.length} of ${one.lineups.length} lineups kept`,
      };
    },
  };
}

type Control = Parameters<Search["portfolio"]>[3];

async function solved(
  search: Search,
  plan: PortfolioPlan,
  gap: number | undefined,
  control: Control,
): Promise<PortfolioAnswer> {
  const how = gap === undefined ? { method: "sequential" as const } : { method: "joint" as const, gap };
  const missed = (lineups: readonly PortfolioLineup[], bound: number | null) =>
    gap === undefined ? null : missedGap(gap, sumOf(plan, lineups), bound);
  const tooFew = ({ length }: readonly PortfolioLineup[]) => `${length} of ${plan.count} lineups`;
  let last: PortfolioProgress | undefined;
  try {
    const { outcome, solver } = await search.portfolio(plan, how, "auto", control, (progress) => {
      last = progress;
    });
    if (outcome.kind === "short")
      return { lineups: outcome.lineups, solver, isWhole: false, missed: tooFew(outcome.lineups) };
    const { lineups, bound } = outcome.solution;
    return { lineups, solver, isWhole: true, missed: missed(lineups, bound) };
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    const { lineups, sum, bound } = last ?? { lineups: [], sum: null, bound: null };
    const isWhole = sum !== null;
    return { lineups, solver: "", isWhole, missed: isWhole ? missed(lineups, bound) : tooFew(lineups) };
  }
}

async function swapped(
  search: Search,
  plan: SwapPlan,
  gap: number,
  control: Control,
): Promise<PortfolioAnswer> {
  let solution: SwapSolution | undefined;
  let solver = "";
  try {
    ({ solution, solver } = await search.swap(plan, "auto", control, (progress) => {
      solution = progress;
    }));
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
  }
  if (solution === undefined) return { lineups: [], solver, isWhole: false, missed: "nothing in time" };
  const { lines, bound, alike } = solution;
  const { points } = plan.model.picks;
  const lineups = lines
    .map(({ picks }, line): PortfolioLineup => {
      const own = picks ?? plan.lines[line]!.current;
      return { picks: own, points: own.reduce((sum, pick) => sum + points[pick]!, 0) };
    })
    .sort((a, b) => b.points - a.points);
  const unsolved = lines.filter(({ obstacle }) => obstacle !== null).length;
  if (unsolved > 0)
    return { lineups: [], solver, isWhole: false, missed: `${unsolved} entries keep players who are out` };
  if (alike > 0)
    return { lineups: [], solver, isWhole: false, missed: `${alike} pairs of lineups overlap too much` };
  return { lineups, solver, isWhole: true, missed: missedGap(gap, sumOf(plan, lineups), bound) };
}

/** Entries with a portfolio's lineups, some of whose players the model no longer has. */
function swapPlanOf(plan: PortfolioPlan, lineups: readonly PortfolioLineup[], dropped: number): SwapPlan {
  const { model, unique, choices, avoid, shares } = plan;
  const { entry } = model.picks;
  const times = new Int32Array(model.entries);
  for (const { picks } of lineups) for (const pick of picks) times[entry[pick]!]! += 1;
  const out = new Set([...times.keys()].sort((a, b) => times[b]! - times[a]! || a - b).slice(0, dropped));
  const slots = model.picks.slots.map((own, pick) => (out.has(entry[pick]!) ? 0 : own));
  return {
    ...{ unique, choices, avoid, shares, method: "joint" },
    model: { ...model, picks: { ...model.picks, slots } },
    groups: [model.rules],
    lines: lineups.map(({ picks }) => {
      const current = picks.filter((pick) => !out.has(entry[pick]!));
      return { group: 0, entries: 1, current, state: current.length < picks.length ? "short" : "whole" };
    }),
  };
}

function sumOf({ model }: Pick<PortfolioPlan, "model">, lineups: readonly PortfolioLineup[]): number {
  return lineups.reduce(
    (sum, { picks }) => sum + picks.reduce((so, pick) => so + model.picks.points[pick]!, 0),
    0,
  );
}

function missedGap(asked: number, sum: number, bound: number | null): string | null {
  const gap = bound === null ? Number.POSITIVE_INFINITY : (bound - sum) / bound;
  return gap <= asked ? null : `gap ${(100 * gap).toFixed(3)}% of ${100 * asked}%`;
}
