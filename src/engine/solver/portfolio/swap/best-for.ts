import type { SwapPlan } from "../../../model/swap-plan.ts";
import type { LineupSource } from "../lineup-source.ts";
import { BySteps } from "../sequential/by-steps.ts";
import { Record } from "../sequential/record.ts";
import { type Limit, limitsOf, planOf } from "./limits.ts";
import { type Held, isBetter, type SwapState } from "./state.ts";

/** How many of what the others ask may be dropped one by one before all of it is. */
const MOST_DROPPED = 3;

/** What it takes to find a line's best. */
interface BestForTools {
  readonly best: LineupSource;
  /** Whether too much has been solved for to look for more than a lineup. */
  readonly isSpent: () => boolean;
}

/**
 * The best lineup of a line beside the others as they are: it keeps all that they ask, or all but as few as can be. Null
 * where the line's group has no lineup, or it takes too long. @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function bestFor(
  plan: SwapPlan,
  state: SwapState,
  line: number,
  { best, isSpent }: BestForTools,
): Promise<Held | null> {
  const { group } = plan.lines[line]!;
  const keeping = async (limits: readonly Limit[]): Promise<Held | null> => {
    const asked = planOf(plan, state, group, limits);
    const found = await new BySteps(asked, best).next(asked.model, new Record(asked));
    return found && state.read(found.picks, group);
  };
  const limits = limitsOf(plan, state, line);
  const whole = await keeping(limits);
  if (whole !== null || limits.length === 0) return whole;
  if ((await best(state.models[group]!, 1)).length === 0) return null;

  /** The best that keeps all but so many, found by dropping one of each set that cannot be kept together. */
  const without = async (kept: readonly Limit[], drops: number): Promise<Held | null> => {
    if (isSpent()) return null;
    if (drops === 0) return keeping(kept);
    const conflict = await conflictOf(kept, keeping);
    let found: Held | null = null;
    for (const limit of conflict) {
      const rest = kept.filter((other) => other !== limit);
      const held = await without(rest, (await keeping(rest)) === null ? drops - 1 : 0);
      if (held === null) continue;
      if (found === null || isBetter(state.standing(line, held), state.standing(line, found))) found = held;
    }
    return found;
  };
  for (let drops = 1; drops <= MOST_DROPPED; drops += 1) {
    const found = await without(limits, drops);
    if (found !== null) return found;
  }
  return keeping([]);
}

/** A smallest set of limits that no lineup keeps together, out of those that none does. */
async function conflictOf(
  limits: readonly Limit[],
  keeping: (limits: readonly Limit[]) => Promise<Held | null>,
): Promise<readonly Limit[]> {
  let conflict = limits;
  for (const limit of limits) {
    const rest = conflict.filter((other) => other !== limit);
    if ((await keeping(rest)) === null) conflict = rest;
  }
  return conflict;
}
