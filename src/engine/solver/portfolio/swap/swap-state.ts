import { passesAll } from "../../../model/lineup-test.ts";
import type { Model } from "../../../model/model.ts";
import { satisfies } from "../../../model/satisfies.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";
import { seatCount } from "../../../roster.ts";
import { picksThatPass } from "../sequential/chosen-lineups.ts";

/** A lineup as a line may have it, and what it means to the plan. */
export interface AssignedLineup {
  readonly picks: readonly number[];
  /** Units of points. */
  readonly points: number;
  /** The same for lineups that the contest takes for one. */
  readonly name: string;
  /** Ascending and distinct; and the same for lineups of the same entries. */
  readonly entries: readonly number[];
  readonly people: string;
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
  readonly #mostCommon: number;
  /** Per pick the shares that it passes alone, and the shares that have to be asked. */
  readonly #sharesOf = new Map<number, number[]>();
  readonly #asked: number[] = [];
  readonly #avoid: readonly AssignedLineup[];
  /** Per lineup how many of those entered elsewhere are too much like it. */
  readonly #avoided = new WeakMap<AssignedLineup, number>();
  /** How far all shares together are from what is asked. */
  #amiss = 0;
  /** 1 for the entries of a lineup while others are compared with it. */
  readonly #marks: Uint8Array;

  constructor(plan: SwapPlan) {
    const { model, shares, unique, groups, lines, avoid } = plan;
    this.#plan = plan;
    const seats = seatCount(model.slots);
    this.#mostCommon = unique === 0 ? Number.POSITIVE_INFINITY : seats - unique;
    this.models = groups.map((rules) => ({ ...model, rules }));
    for (const [share, { tests }] of shares.entries()) {
      const picks = picksThatPass(tests);
      if (picks === null) this.#asked.push(share);
      for (const pick of picks ?? []) this.#sharesOf.set(pick, [...(this.#sharesOf.get(pick) ?? []), share]);
    }
    this.#marks = new Uint8Array(model.entries);
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
    const { model, choices, shares } = this.#plan;
    const names = choices === null ? picks : picks.map((pick) => choices[pick]!).sort((a, b) => a - b);
    const entries = [...new Set(picks.map((pick) => model.picks.entry[pick]!))].sort((a, b) => a - b);
    return {
      picks,
      points: picks.reduce((sum, pick) => sum + model.picks.points[pick]!, 0),
      name: names.join(),
      entries,
      people: entries.join(),
      shares: new Set([
        ...picks.flatMap((pick) => this.#sharesOf.get(pick) ?? []),
        ...this.#asked.filter((share) => passesAll(shares[share]!.tests, picks)),
      ]),
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
    for (const entry of held.entries) this.#marks[entry] = 1;
    const alike = Uint8Array.from(others, (other) => Number(this.#isAlike(held, other)));
    for (const entry of held.entries) this.#marks[entry] = 0;
    return alike;
  }

  /** The same for lineups that the plan does not tell apart, but for their points. */
  kindOf({ entries, name, people, shares }: AssignedLineup): string {
    const isOne = this.#plan.choices === null && entries.length > this.#mostCommon;
    return `${isOne ? "" : name};${people};${[...shares].sort((a, b) => a - b)}`;
  }

  #alikeTo(held: AssignedLineup, others: readonly AssignedLineup[]): number {
    return this.likeOf(held, others).reduce((alike, one) => alike + one, 0);
  }

  /** Whether a lineup is too much like the one that is marked. */
  #isAlike(one: AssignedLineup, other: AssignedLineup): boolean {
    if (one.name === other.name) return true;
    if (this.#mostCommon === Number.POSITIVE_INFINITY) return false;
    if (this.#plan.unique === 1) return one.people === other.people;
    let common = 0;
    for (const entry of other.entries) common += this.#marks[entry]!;
    return common > this.#mostCommon;
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
