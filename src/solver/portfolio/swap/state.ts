import type { Model } from "../../../model/model.ts";
import { passes } from "../../../model/passes.ts";
import { satisfies } from "../../../model/satisfies.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";

/** A lineup as a line may have it, and what it means to the plan. */
export interface Held {
  readonly picks: readonly number[];
  /** Units of points. */
  readonly points: number;
  /** The same for lineups that the contest takes for one. */
  readonly name: string;
  readonly entries: ReadonlySet<number>;
  /** Indices of the shares whose tests it passes. */
  readonly shares: ReadonlySet<number>;
  /** Whether it keeps the rules of its line. */
  readonly isLegal: boolean;
}

/** How far lines are from keeping a plan, the most pressing first; and the points of all entries. */
export interface Standing {
  /** Lines without a lineup that can stay. */
  readonly missing: number;
  /** Lines whose lineup breaks a rule of theirs. */
  readonly illegal: number;
  /** Pairs of lines that are too much alike, and entries beyond or short of shares. */
  readonly apart: number;
  readonly points: number;
}

/** What every line has at the moment. */
export class SwapState {
  readonly held: (Held | null)[];
  /** Per share, how many entries pass its tests. */
  readonly counts: Int32Array;
  readonly models: readonly Model[];
  readonly #plan: SwapPlan;
  readonly #seats: number;

  constructor(plan: SwapPlan) {
    this.#plan = plan;
    this.#seats = plan.model.slots.reduce((sum, { count }) => sum + count, 0);
    this.models = plan.groups.map((rules) => ({ ...plan.model, rules }));
    this.counts = new Int32Array(plan.shares.length);
    this.held = plan.lines.map(() => null);
    for (const [line, { current, group }] of plan.lines.entries())
      if (current !== null) this.set(line, this.read(current, group));
  }

  /** A lineup, its picks ascending, as a line of the group would have it. */
  read(picks: readonly number[], group: number): Held {
    const { model, choices, shares } = this.#plan;
    const names = choices === null ? picks : picks.map((pick) => choices[pick]!).sort((a, b) => a - b);
    return {
      picks,
      points: picks.reduce((sum, pick) => sum + model.picks.points[pick]!, 0),
      name: names.join(),
      entries: new Set(picks.map((pick) => model.picks.entry[pick]!)),
      shares: new Set(
        [...shares.keys()].filter((share) => shares[share]!.tests.every((test) => passes(test, picks))),
      ),
      isLegal: satisfies(this.models[group]!, picks),
    };
  }

  set(line: number, held: Held | null): void {
    const { entries } = this.#plan.lines[line]!;
    for (const share of this.held[line]?.shares ?? []) this.counts[share]! -= entries;
    for (const share of held?.shares ?? []) this.counts[share]! += entries;
    this.held[line] = held;
  }

  isAlike(one: Held, other: Held): boolean {
    if (one.name === other.name) return true;
    if (this.#plan.unique === 0) return false;
    let common = 0;
    for (const entry of one.entries) if (other.entries.has(entry)) common += 1;
    return common > this.#seats - this.#plan.unique;
  }

  /** How far from the plan it would be if a line had this lineup; only what depends on the line. */
  standing(line: number, held: Held | null): Standing {
    const { lines, shares, avoid } = this.#plan;
    const { entries, group } = lines[line]!;
    const own = this.held[line];
    let apart = 0;
    for (const [share, { least, most }] of shares.entries()) {
      const count =
        this.counts[share]! +
        entries * (Number(held?.shares.has(share) ?? false) - Number(own?.shares.has(share) ?? false));
      apart += Math.max(0, count - most) + Math.max(0, least - count);
    }
    if (held !== null) {
      for (const [other, theirs] of this.held.entries())
        if (other !== line && theirs !== null && this.isAlike(held, theirs)) apart += 1;
      for (const entered of avoid) if (this.isAlike(held, this.read([...entered], group))) apart += 1;
    }
    return {
      missing: Number(held === null),
      illegal: Number(held !== null && !held.isLegal),
      apart,
      points: entries * (held?.points ?? 0),
    };
  }
}

/** Whether one standing is better than another: nearer to the plan, or as near with more points. */
export function isBetter(one: Standing, other: Standing): boolean {
  return (
    (other.missing - one.missing ||
      other.illegal - one.illegal ||
      other.apart - one.apart ||
      one.points - other.points) > 0
  );
}
