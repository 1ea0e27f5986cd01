import type { ChosenLineups } from "../../../model/chosen-lineups.ts";
import type { Model } from "../../../model/model.ts";
import type { PortfolioLineup, PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { Solution } from "../../contract.ts";
import type { LineupSource } from "../lineup-source.ts";
import { withHeld } from "./room-left.ts";
import { tieBreak } from "./tie-break.ts";

/** Finds lineups that there is room for beside those recorded. */
export interface Finder {
  /** The first of a model's lineups by the contract's order (the plan's model with points of its own); null where there is none. */
  next(model: Model, record: ChosenLineups): Promise<Solution | null>;
  /** Whether there is any when only these full shares hold, and maybe that lineups differ. */
  exists(record: ChosenLineups, shares: readonly number[], different: boolean): Promise<boolean>;
}

/** How many lineups are asked for at first, to see whether the best has its equal; then four times as many. */
const FIRST_ASKED = 2;

/** Finds a plan's lineups by solving the model anew for each, with rules that keep the next from those before it. */
export class BySteps implements Finder {
  readonly #plan: PortfolioPlan;
  readonly #best: LineupSource;
  readonly #precedes: ReturnType<typeof tieBreak>;

  constructor(plan: PortfolioPlan, best: LineupSource) {
    this.#plan = plan;
    this.#best = best;
    this.#precedes = tieBreak(plan.model);
  }

  async next(model: Model, record: ChosenLineups): Promise<Solution | null> {
    const held = { shares: record.fullShares(), apart: this.#apart(record) };
    return this.#first(withHeld(this.#plan, model, held), (picks) => record.hasRoomFor(picks));
  }

  async exists(record: ChosenLineups, shares: readonly number[], different: boolean): Promise<boolean> {
    const held = { shares, apart: different ? this.#apart(record) : [] };
    const model = withHeld(this.#plan, this.#plan.model, held);
    return (await this.#first(model, (picks) => !different || !record.conflicts.hasConflict(picks))) !== null;
  }

  #apart({ lineups }: ChosenLineups): ArrayLike<number>[] {
    return [...this.#plan.avoid, ...lineups.map((lineup: PortfolioLineup) => lineup.picks)];
  }

  async #first(model: Model, isFree: (picks: readonly number[]) => boolean): Promise<Solution | null> {
    for (let asked = FIRST_ASKED; ; asked *= 4) {
      const found = await this.#best(model, asked);
      const isAll = found.length < asked;
      const last = isAll ? Number.NEGATIVE_INFINITY : found.at(-1)!.points;
      let first: Solution | null = null;
      // Of the lineups of the last total there may be more.
      for (const solution of found) {
        if (solution.points <= last || (first !== null && solution.points < first.points)) break;
        if (!isFree(solution.picks)) continue;
        if (first === null || this.#precedes(solution.picks, first.picks) < 0) first = solution;
      }
      if (first !== null || isAll) return first;
    }
  }
}
