import type { ChosenLineups } from "../../../model/chosen-lineups.ts";
import type { Model } from "../../../model/model.ts";
import type { PortfolioLineup, PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { Solution } from "../../contract.ts";
import type { LineupSource } from "../lineup-source.ts";
import { withExclusions } from "./exclusions.ts";
import { tieBreak } from "./tie-break.ts";

/** Finds further lineups that the rules still allow, given the chosen ones. */
export interface Finder {
  /**
   * The best lineup that can be added to the chosen ones, the first one by `tieBreak` if several have the
   * same points; null if there is none. `model` is the plan's model, with other points if they are drawn.
   */
  next(model: Model, record: ChosenLineups): Promise<Solution | null>;
  /**
   * Whether a lineup exists that counts toward none of these full shares and, with `different`, does not
   * conflict with the chosen lineups.
   */
  exists(record: ChosenLineups, shares: readonly number[], different: boolean): Promise<boolean>;
}

/**
 * How many lineups to request at first: two, to see whether the best is tied. Each further request is for 4
 * times as many.
 */
const FIRST_COUNT = 2;

/** Solves the model once per lineup; added rules exclude conflicts with chosen lineups, and full shares. */
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
    const exclusions = { shares: record.fullShares(), apart: this.#apart(record) };
    return this.#first(withExclusions(this.#plan, model, exclusions), (picks) => record.hasRoomFor(picks));
  }

  async exists(record: ChosenLineups, shares: readonly number[], different: boolean): Promise<boolean> {
    const exclusions = { shares, apart: different ? this.#apart(record) : [] };
    const model = withExclusions(this.#plan, this.#plan.model, exclusions);
    return (await this.#first(model, (picks) => !different || !record.conflicts.hasConflict(picks))) !== null;
  }

  #apart({ lineups }: ChosenLineups): ArrayLike<number>[] {
    return [...this.#plan.avoid, ...lineups.map((lineup: PortfolioLineup) => lineup.picks)];
  }

  async #first(model: Model, isFree: (picks: readonly number[]) => boolean): Promise<Solution | null> {
    for (let asked = FIRST_COUNT; ; asked *= 4) {
      const found = await this.#best(model, asked);
      const isAll = found.length < asked;
      const last = isAll ? Number.NEGATIVE_INFINITY : found.at(-1)!.points;
      let first: Solution | null = null;
      // There may be more lineups with the last total; stop before it.
      for (const solution of found) {
        if (solution.points <= last || (first !== null && solution.points < first.points)) break;
        if (!isFree(solution.picks)) continue;
        if (first === null || this.#precedes(solution.picks, first.picks) < 0) first = solution;
      }
      if (first !== null || isAll) return first;
    }
  }
}
