import { POINT_UNITS } from "../engine/model/model.ts";
import type { PortfolioProgress } from "../engine/model/portfolio-plan.ts";
import type { Control } from "../engine/solver/interrupt.ts";
import { roundedPoints } from "../lineup/document/priced-lineup.ts";
import { InvalidRequestError, TimeLimitError } from "../shared/errors.ts";
import { pointerOf } from "../shared/pointer.ts";
import type { Exposure, Portfolio } from "../shared/schema/portfolio.ts";
import type { RuleCost } from "../shared/schema/portfolio-result.ts";
import { type Listed, rulePaths } from "./description.ts";
import { wholeOf } from "./ended-early.ts";
import type { Answered, Solving } from "./outcome.ts";
import { type Lines, type Path, placeWords, requestPointer } from "./places.ts";
import { type PlannedPortfolio, planPortfolio } from "./plan.ts";
import { exposureWords } from "./share-words.ts";
import type { WrittenShare } from "./shares.ts";

const SINGLE = ["unique", "avoid", "salary"] as const;
const COLUMNS = "columns";

/**
 * Computes what each rule of a portfolio's description costs: the mean points per lineup of a portfolio
 * without the rule, null if none is found in time. For a joint portfolio, this is at least the mean with
 * the rule, because the portfolio itself also keeps all other rules.
 * @throws AbortedError, UnsupportedModelError, SolverFailedError, ClosedError
 */
export async function costsOf(
  planned: PlannedPortfolio,
  answered: Answered,
  { search, control }: Pick<Solving, "search" | "control">,
  report: (found: readonly RuleCost[], of: number) => void,
): Promise<RuleCost[]> {
  const { description, asked } = planned;
  const hasColumns = planned.shares.some(({ path }) => path[0] === COLUMNS);
  const paths = [...rulePaths(description, SINGLE), ...(hasColumns ? [[COLUMNS]] : [])];
  const costs: RuleCost[] = [];
  for (const path of paths) {
    report([...costs], paths.length);
    costs.push({
      pointer: requestPointer(path),
      what: wordsOf(path, description, asked.portfolioLines),
      // Unused time of one rule goes to the others.
      ...(await meanWithout(path, planned, answered, {
        search,
        control: partOfTime(control, 1 / (paths.length - costs.length)),
      })),
    });
  }
  return costs;
}

/** Returns a control whose time is the given fraction of the remaining time; unchanged without a deadline. */
export function partOfTime(control: Control, part: number): Control {
  if (control.deadline === undefined) return control;
  const now = performance.now();
  return { ...control, deadline: now + part * (control.deadline - now) };
}

function wordsOf(path: Path, description: Portfolio, lines: Lines | undefined): string {
  const [field, index] = path;
  if (field === COLUMNS) return "minimum and maximum exposures from file columns";
  const place = placeWords(path, lines);
  const written = typeof index === "number" ? description[field as Listed]?.[index] : undefined;
  const name = (written as { readonly name?: unknown } | undefined)?.name;
  if (name !== undefined) return `${place}, ${name}`;
  return field === "exposure" ? `${place}: ${exposureWords(written as Exposure)}` : place;
}

async function meanWithout(
  path: Path,
  planned: PlannedPortfolio,
  answered: Answered,
  { search, control }: Pick<Solving, "search" | "control">,
): Promise<Pick<RuleCost, "meanWithout" | "error" | "atLeast">> {
  const { method } = planned;
  const { gap, solver = "auto" } = planned.asked;
  const kept = planned.kept?.lineups ?? [];
  const keptUnits = kept.reduce((sum, { points }) => sum + points, 0);
  const mean = (lineups: readonly { readonly points: number }[]) =>
    roundedPoints(
      lineups.reduce((sum, { points }) => sum + points, keptUnits) / (lineups.length + kept.length),
    );
  const meanOf = (bound: number) => (bound + keptUnits) / (planned.plan.count + kept.length) / POINT_UNITS;
  const own = mean(answered.lineups);
  /** How far the difference may be off, in points per lineup; null without a bound. */
  const errorOf = (found: number, bound: number | null) => {
    if (bound === null || answered.bound === null) return null;
    const open = [meanOf(answered.bound) - own, meanOf(bound) - found];
    return Math.max(0, Math.ceil(Math.max(...open) * 1e4) / 1e4);
  };
  const free = { meanWithout: own, error: errorOf(own, answered.bound) };
  if (isFree(path, planned, answered)) return free;
  const without = planWithout(path, planned);
  if (without === null) return { meanWithout: null, error: null };
  const isJoint = method === "joint";
  let last: PortfolioProgress | null = null;
  const report = (progress: PortfolioProgress) => {
    last = progress;
  };
  try {
    const { outcome } = await search.portfolio(without.plan, { method, gap }, solver, control, report);
    if (outcome.kind === "short") return { meanWithout: null, error: null };
    const { lineups, bound } = outcome.solution;
    const found = isJoint ? Math.max(own, mean(lineups)) : mean(lineups);
    return { meanWithout: found, error: errorOf(found, bound) };
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    if (!isJoint) return { meanWithout: null, error: null };
    const whole = wholeOf(error, last, without.plan);
    const found = whole === null ? own : Math.max(own, mean(whole.lineups));
    return { meanWithout: found, error: errorOf(found, whole?.bound ?? null), atLeast: true };
  }
}

/** Whether no search is needed, because all the rule's shares have a dual price of 0. */
function isFree(path: Path, { shares }: PlannedPortfolio, { prices }: Answered): boolean {
  const pointer = pointerOf(path);
  const isHere = (share: WrittenShare) => pointerOf(share.path) === pointer;
  // The shares of one place are either all from an `each` or a column, or a single one.
  const first = shares.find(isHere);
  // Removing a player's own exposure puts the player back under the exposure of all players.
  if (prices === null || first === undefined || (first.entry !== null && !first.isOfEach)) return false;
  return shares.every((share, index) => !isHere(share) || prices[index] === 0);
}

function planWithout(path: Path, { description, asked }: PlannedPortfolio): PlannedPortfolio | null {
  const [field, index] = path;
  const { facts } = asked;
  try {
    if (field === COLUMNS)
      return planPortfolio({ ...asked, facts: facts && { ...facts, exposures: undefined } }, description);
    const rest =
      typeof index === "number"
        ? (description[field as Listed] as readonly unknown[]).filter((_, at) => at !== index)
        : undefined;
    return planPortfolio(asked, { ...description, [field as string]: rest } as Portfolio);
  } catch (error) {
    // A description that is refused without the rule has no portfolio to compare with.
    if (error instanceof InvalidRequestError) return null;
    throw error;
  }
}
