import { PassedShares } from "../../../model/chosen-lineups.ts";
import { keysOf, type LineupKeys, PairRule } from "../../../model/lineup-conflicts.ts";
import type { Model } from "../../../model/model.ts";
import { satisfies } from "../../../model/satisfies.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";

/** A lineup that contest entries have or can get in a swap, with the data that the plan's checks need. */
export interface AssignedLineup extends LineupKeys {
  readonly picks: readonly number[];
  /** The points of one contest entry with the lineup, in units. */
  readonly points: number;
  /** Indices of the shares whose tests the lineup passes. */
  readonly shares: ReadonlySet<number>;
  /** Whether the lineup keeps the rules of its group (see `SwapPlan.groups`), or is fixed. */
  readonly isLegal: boolean;
  /** Whether all players of the lineup are still available, or it is fixed. */
  readonly isWhole: boolean;
  /** How many lineups entered elsewhere (the plan's `avoid`) conflict with it. */
  readonly entered: number;
}

/** How far a swap violates its plan, the most important first, and the points of all entries. */
export interface Violations {
  readonly missing: number;
  readonly illegal: number;
  /** Pairs of lineups that conflict, plus contest entries above or below limits of shares. */
  readonly breaches: number;
  readonly points: number;
}

export class SwapState {
  readonly held: AssignedLineup[];
  /** Per share, the number of contest entries whose lineup passes its tests. */
  readonly counts: Int32Array;
  /** Per group, the plan's model with the rules of the group. */
  readonly models: readonly Model[];
  readonly #plan: SwapPlan;
  readonly #pairRule: PairRule;
  readonly #passed: PassedShares;
  readonly #keysOf: (picks: readonly number[]) => LineupKeys;
  readonly #avoid: readonly AssignedLineup[];
  #shareBreaches = 0;

  constructor(plan: SwapPlan) {
    const { model, shares, groups, lines, avoid } = plan;
    this.#plan = plan;
    this.#pairRule = new PairRule(plan);
    this.#passed = new PassedShares(plan);
    this.#keysOf = keysOf(plan);
    this.models = groups.map((rules) => ({ ...model, rules }));
    this.#avoid = avoid.map((picks) => this.readLegal([...picks]));
    this.counts = new Int32Array(shares.length);
    for (const share of shares.keys()) this.#shareBreaches += this.#breachesOf(share, 0);
    this.held = lines.map(({ current, group, state }) =>
      state === "whole"
        ? this.read(current, group)
        : this.#read(current, state === "fixed", state === "fixed"),
    );
    for (const line of lines.keys()) this.#count(line, 1);
  }

  read(picks: readonly number[], group: number): AssignedLineup {
    return this.#read(picks, satisfies(this.models[group]!, picks), true);
  }

  /** Like `read`, for a lineup that is known to keep the rules of its group. */
  readLegal(picks: readonly number[]): AssignedLineup {
    return this.#read(picks, true, true);
  }

  #read(picks: readonly number[], isLegal: boolean, isWhole: boolean): AssignedLineup {
    const { points } = this.#plan.model.picks;
    const keys = this.#keysOf(picks);
    let entered: number | undefined;
    const conflictsEntered = () => this.#conflictsWith(keys, this.#avoid);
    return {
      ...keys,
      picks,
      points: picks.reduce((sum, pick) => sum + points[pick]!, 0),
      shares: new Set(this.#passed.of(picks)),
      isLegal,
      isWhole,
      get entered() {
        entered ??= conflictsEntered();
        return entered;
      },
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
      this.#shareBreaches -= this.#breachesOf(share, this.counts[share]!);
      this.counts[share]! += times * entries;
      this.#shareBreaches += this.#breachesOf(share, this.counts[share]!);
    }
  }

  total(conflicts = this.conflicts()): Violations {
    return {
      missing: this.held.filter(({ isWhole }) => !isWhole).length,
      illegal: this.held.filter(({ isWhole, isLegal }) => isWhole && !isLegal).length,
      breaches: this.#shareBreaches + conflicts,
      points: this.held.reduce((sum, { points }, line) => sum + this.#plan.lines[line]!.entries * points, 0),
    };
  }

  /**
   * How many pairs of lineups conflict, of two lines or of a line and a lineup entered elsewhere. Pairs in
   * which neither lineup can change do not count.
   */
  conflicts(): number {
    let count = 0;
    const isFixed = (line: number) => this.#plan.lines[line]!.state === "fixed";
    for (const [line, held] of this.held.entries()) {
      const before = this.held.filter((_, other) => other < line && !(isFixed(line) && isFixed(other)));
      count += this.#conflictsWith(held, before) + (isFixed(line) ? 0 : held.entered);
    }
    return count;
  }

  /**
   * The violations if `line` had this lineup. Breaches of shares are counted over all lines; everything else
   * (conflicts, `missing`, `illegal` and `points`) is about `line` alone.
   */
  violations(line: number, held: AssignedLineup): Violations {
    const { entries } = this.#plan.lines[line]!;
    const own = this.held[line]!;
    let breaches = this.#shareBreaches;
    const change = (share: number, by: number) => {
      const count = this.counts[share]!;
      breaches += this.#breachesOf(share, count + by) - this.#breachesOf(share, count);
    };
    for (const share of own.shares) if (!held.shares.has(share)) change(share, -entries);
    for (const share of held.shares) if (!own.shares.has(share)) change(share, entries);
    return {
      missing: Number(!held.isWhole),
      illegal: Number(held.isWhole && !held.isLegal),
      breaches: breaches + this.conflictsOf(line, held),
      points: entries * held.points,
    };
  }

  #breachesOf(share: number, count: number): number {
    const { least, most } = this.#plan.shares[share]!;
    return Math.max(0, count - most) + Math.max(0, least - count);
  }

  conflictsOf(line: number, held: AssignedLineup): number {
    return (
      this.#conflictsWith(held, this.held) + held.entered - this.#conflictsWith(held, [this.held[line]!])
    );
  }

  #conflictsWith(held: LineupKeys, others: readonly AssignedLineup[]): number {
    return others.reduce((count, other) => count + Number(this.#pairRule.conflict(held, other)), 0);
  }
}

export function isViolated({ missing, illegal, breaches }: Violations): boolean {
  return Math.max(missing, illegal, breaches) > 0;
}

/** Fewer violations, the more important ones first, or the same and more points. */
export function isBetter(one: Violations, other: Violations): boolean {
  return (
    (other.missing - one.missing ||
      other.illegal - one.illegal ||
      other.breaches - one.breaches ||
      one.points - other.points) > 0
  );
}
