import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import { seatCount } from "../../../roster.ts";
import { type Column, columnsOf, shared } from "./columns.ts";

/** Which lineups are too much alike to be in one portfolio. */
export interface Likeness {
  /** Lineups with so many entries in common are too much alike; Infinity where only the same lineup is. */
  readonly common: number;
  /** Whether lineups of different picks may be too much alike at all. */
  readonly isAsked: boolean;
  /** Whether two different lineups may not both be in. */
  clash(one: Column, other: Column): boolean;
  /** Whether a lineup is too much like one that is entered already. */
  isBarred(column: Column): boolean;
}

/** Lines of several kinds may have the same lineup, which clashes with itself. */
export function likenessOf(plan: PortfolioPlan, kinds = 1): Likeness {
  const { model, unique, avoid, choices } = plan;
  const seats = seatCount(model.slots);
  const common = unique === 0 ? Number.POSITIVE_INFINITY : Math.max(0, seats + 1 - unique);
  const column = columnsOf(plan);
  const entered = avoid.map((picks) => column([...picks]));
  const names = new Set(entered.map(({ likeness }) => likeness));
  const areNear = (one: Column, other: Column) => shared(one.entries, other.entries) >= common;
  return {
    common,
    isAsked: unique > 0 || kinds > 1 || (choices !== null && new Set(choices).size < choices.length),
    clash: (one, other) => one.likeness === other.likeness || areNear(one, other),
    isBarred: (one) => names.has(one.likeness) || entered.some((other) => areNear(one, other)),
  };
}
