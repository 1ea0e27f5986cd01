import type { Model } from "../../../model/model.ts";
import { passes } from "../../../model/passes.ts";
import { satisfies } from "../../../model/satisfies.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";
import { picksThatPass } from "../sequential/record.ts";

/** A lineup as a line may have it, and what it means to the plan. */
export interface Held {
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
  readonly #mostCommon: number;
  /** Per pick the shares that it passes alone, and the shares that have to be asked. */
  readonly #sharesOf = new Map<number, number[]>();
  readonly #asked: number[] = [];
  readonly #avoid: readonly Held[];
  /** How far all shares together are from what is asked. */
  #amiss = 0;
  /** 1 for the entries of a lineup while others are compared with it. */
  readonly #marks: Uint8Array;

  constructor(plan: SwapPlan) {
    const { model, shares, unique, groups, lines, avoid } = plan;
    this.#plan = plan;
    const seats = model.slots.reduce((sum, { count }) => sum + count, 0);
    this.#mostCommon = unique === 0 ? Number.POSITIVE_INFINITY : seats - unique;
    this.models = groups.map((rules) => ({ ...model, rules }));
    for (const [share, { tests }] of shares.entries()) {
      const picks = picksThatPass(tests);
      if (picks === null) this.#asked.push(share);
      for (const pick of picks ?? []) this.#sharesOf.set(pick, [...(this.#sharesOf.get(pick) ?? []), share]);
    }
    this.#marks = new Uint8Array(model.entries);
    this.#avoid = avoid.map((picks) => this.#read([...picks], true));
    this.counts = new Int32Array(shares.length);
    for (const share of shares.keys()) this.#amiss += this.#amissOf(share, 0);
    this.held = lines.map(() => null);
    for (const [line, { current, group }] of lines.entries())
      if (current !== null) this.set(line, this.read(current, group));
  }

  /** A lineup, its picks ascending, as a line of the group would have it. */
  read(picks: readonly number[], group: number): Held {
    return this.#read(picks, satisfies(this.models[group]!, picks));
  }

  /** The same of a lineup that is known to keep the rules of its line. */
  readLegal(picks: readonly number[]): Held {
    return this.#read(picks, true);
  }

  #read(picks: readonly number[], isLegal: boolean): Held {
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
        ...this.#asked.filter((share) => shares[share]!.tests.every((test) => passes(test, picks))),
      ]),
      isLegal,
    };
  }

  set(line: number, held: Held | null): void {
    const { entries } = this.#plan.lines[line]!;
    const count = (share: number, by: number) => {
      this.#amiss -= this.#amissOf(share, this.counts[share]!);
      this.counts[share]! += by;
      this.#amiss += this.#amissOf(share, this.counts[share]!);
    };
    for (const share of this.held[line]?.shares ?? []) count(share, -entries);
    for (const share of held?.shares ?? []) count(share, entries);
    this.held[line] = held;
  }

  /** How far from the plan it would be if a line had this lineup; only what depends on the line. */
  standing(line: number, held: Held | null): Standing {
    const { entries } = this.#plan.lines[line]!;
    const own = this.held[line];
    let apart = this.#amiss;
    const change = (share: number, by: number) => {
      const count = this.counts[share]!;
      apart += this.#amissOf(share, count + by) - this.#amissOf(share, count);
    };
    for (const share of own?.shares ?? []) if (!held?.shares.has(share)) change(share, -entries);
    for (const share of held?.shares ?? []) if (!own?.shares.has(share)) change(share, entries);
    return {
      missing: Number(held === null),
      illegal: Number(held !== null && !held.isLegal),
      apart: apart + (held === null ? 0 : this.#alike(line, held)),
      points: entries * (held?.points ?? 0),
    };
  }

  #amissOf(share: number, count: number): number {
    const { least, most } = this.#plan.shares[share]!;
    return Math.max(0, count - most) + Math.max(0, least - count);
  }

  /** How many lineups of other lines, and of those entered elsewhere, are too much like one. */
  #alike(line: number, held: Held): number {
    for (const entry of held.entries) this.#marks[entry] = 1;
    let alike = 0;
    for (const [other, theirs] of this.held.entries())
      if (other !== line && theirs !== null && this.#isAlike(held, theirs)) alike += 1;
    for (const entered of this.#avoid) if (this.#isAlike(held, entered)) alike += 1;
    for (const entry of held.entries) this.#marks[entry] = 0;
    return alike;
  }

  /** Whether a lineup is too much like the one that is marked. */
  #isAlike(one: Held, other: Held): boolean {
    if (one.name === other.name) return true;
    if (this.#mostCommon === Number.POSITIVE_INFINITY) return false;
    if (this.#plan.unique === 1) return one.people === other.people;
    let common = 0;
    for (const entry of other.entries) common += this.#marks[entry]!;
    return common > this.#mostCommon;
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
