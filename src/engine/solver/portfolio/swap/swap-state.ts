import { keysOf, type LineupKeys, PairRule } from "../../../model/lineup-conflicts.ts";
import type { Model } from "../../../model/model.ts";
import { PassedShares } from "../../../model/passed-shares.ts";
import { satisfies } from "../../../model/satisfies.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";

/** A lineup that a line can have, and what the plan needs to know of it. */
export interface AssignedLineup extends LineupKeys {
  readonly picks: readonly number[];
  /** Units of points. */
  readonly points: number;
  /** Indices of the shares whose tests it passes. */
  readonly shares: ReadonlySet<number>;
  /** Whether it keeps the rules of its line. */
  readonly isLegal: boolean;
  /** Whether nobody of it is gone. */
  readonly isWhole: boolean;
}

/** How far lines are from keeping a plan, the most pressing first; and the points of all entries. */
export interface Violations {
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
  readonly held: AssignedLineup[];
  /** Per share, how many entries pass its tests. */
  readonly counts: Int32Array;
  readonly models: readonly Model[];
  readonly #plan: SwapPlan;
  readonly #pairRule: PairRule;
  readonly #passed: PassedShares;
  readonly #keysOf: (picks: readonly number[]) => LineupKeys;
  readonly #avoid: readonly AssignedLineup[];
  /** Per lineup how many of those entered elsewhere are too much like it. */
  readonly #avoided = new WeakMap<AssignedLineup, number>();
  /** How far all shares together are from what is asked. */
  #amiss = 0;

  constructor(plan: SwapPlan) {
    const { model, shares, groups, lines, avoid } = plan;
    this.#plan = plan;
    this.#pairRule = new PairRule(plan);
    this.#passed = new PassedShares(plan);
    this.#keysOf = keysOf(plan);
    this.models = groups.map((rules) => ({ ...model, rules }));
    this.#avoid = avoid.map((picks) => this.readLegal([...picks]));
    this.counts = new Int32Array(shares.length);
    for (const share of shares.keys()) this.#amiss += this.#amissOf(share, 0);
    this.held = lines.map(({ current, group, state }) =>
      state === "whole"
        ? this.read(current, group)
        : this.#read(current, state === "fixed", state === "fixed"),
    );
    for (const line of lines.keys()) this.#count(line, 1);
  }

  /** A lineup, its picks ascending, as a line of the group would have it. */
  read(picks: readonly number[], group: number): AssignedLineup {
    return this.#read(picks, satisfies(this.models[group]!, picks), true);
  }

  /** The same of a lineup that is known to keep the rules of its line. */
  readLegal(picks: readonly number[]): AssignedLineup {
    return this.#read(picks, true, true);
  }

  #read(picks: readonly number[], isLegal: boolean, isWhole: boolean): AssignedLineup {
    const { points } = this.#plan.model.picks;
    return {
      ...this.#keysOf(picks),
      picks,
      points: picks.reduce((sum, pick) => sum + points[pick]!, 0),
      shares: new Set(this.#passed.of(picks)),
      isLegal,
      isWhole,
    };
  }

  set(line: number, held: AssignedLineup): void {
    this.#count(line, -1);
    this.held[line] = held;
    this.#count(line, 1);
  }

  setAll(held: readonly AssignedLineup[]): void {
    for (const [line, own] of held.entries()) this.set(line, own);
  }

  #count(line: number, times: 1 | -1): void {
    const { entries } = this.#plan.lines[line]!;
    for (const share of this.held[line]!.shares) {
      this.#amiss -= this.#amissOf(share, this.counts[share]!);
      this.counts[share]! += times * entries;
      this.#amiss += this.#amissOf(share, this.counts[share]!);
    }
  }

  /** How far from the plan all lines are as they are. */
  whole(): Violations {
    return {
      missing: this.held.filter(({ isWhole }) => !isWhole).length,
      illegal: this.held.filter(({ isWhole, isLegal }) => isWhole && !isLegal).length,
      apart: this.#amiss + this.alike(),
      points: this.held.reduce((sum, { points }, line) => sum + this.#plan.lines[line]!.entries * points, 0),
    };
  }

  /** How many pairs of lineups overlap too much, those entered elsewhere included; but not of lineups that are fixed. */
  alike(): number {
    let alike = 0;
    const isFixed = (line: number) => this.#plan.lines[line]!.state === "fixed";
    for (const [line, held] of this.held.entries()) {
      const before = this.held.filter((_, other) => other < line && !(isFixed(line) && isFixed(other)));
      alike += this.#alikeTo(held, before) + (isFixed(line) ? 0 : this.avoided(held));
    }
    return alike;
  }

  /** How far from the plan it would be if a line had this lineup; only what depends on the line. */
  violations(line: number, held: AssignedLineup): Violations {
    const { entries } = this.#plan.lines[line]!;
    const own = this.held[line]!;
    let apart = this.#amiss;
    const change = (share: number, by: number) => {
      const count = this.counts[share]!;
      apart += this.#amissOf(share, count + by) - this.#amissOf(share, count);
    };
    for (const share of own.shares) if (!held.shares.has(share)) change(share, -entries);
    for (const share of held.shares) if (!own.shares.has(share)) change(share, entries);
    return {
      missing: Number(!held.isWhole),
      illegal: Number(held.isWhole && !held.isLegal),
      apart: apart + this.#alike(line, held),
      points: entries * held.points,
    };
  }

  #amissOf(share: number, count: number): number {
    const { least, most } = this.#plan.shares[share]!;
    return Math.max(0, count - most) + Math.max(0, least - count);
  }

  /** How many lineups of other lines, and of those entered elsewhere, are too much like one. */
  #alike(line: number, held: AssignedLineup): number {
    return this.#alikeTo(held, this.held) + this.avoided(held) - this.#alikeTo(held, [this.held[line]!]);
  }

  /** How many lineups entered elsewhere are too much like one. */
  avoided(held: AssignedLineup): number {
    let alike = this.#avoided.get(held);
    if (alike === undefined) {
      alike = this.#alikeTo(held, this.#avoid);
      this.#avoided.set(held, alike);
    }
    return alike;
  }

  /** 1 for each lineup that is too much like one, and for itself. */
  likeOf(held: AssignedLineup, others: readonly AssignedLineup[]): Uint8Array {
    return Uint8Array.from(others, (other) => Number(this.#pairRule.conflict(held, other)));
  }

  /** The same for lineups that the plan does not tell apart, but for their points. */
  kindOf({ entries, identity, shares }: AssignedLineup): string {
    const name = entries.length >= this.#pairRule.conflictSize ? "" : identity;
    return `${name};${entries};${[...shares].sort((a, b) => a - b)}`;
  }

  #alikeTo(held: AssignedLineup, others: readonly AssignedLineup[]): number {
    return this.likeOf(held, others).reduce((alike, one) => alike + one, 0);
  }
}

/** Whether anything of the plan is not kept. */
export function isAmiss({ missing, illegal, apart }: Violations): boolean {
  return Math.max(missing, illegal, apart) > 0;
}

/** Whether one violations is better than another: nearer to the plan, or as near with more points. */
export function isBetter(one: Violations, other: Violations): boolean {
  return (
    (other.missing - one.missing ||
      other.illegal - one.illegal ||
      other.apart - one.apart ||
      one.points - other.points) > 0
  );
}
