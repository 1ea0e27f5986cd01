/**
 * What tells candidates apart for the roster: the slots they may sit in, role by role, and the counters they
 * count in. Candidates of one class are interchangeable but for points and salary.
 */
export interface EntryClass {
  /** Bits of slots, one element per role; 0 where the class has no such role. */
  readonly slots: readonly number[];
  /** Bit j is set when members count in counter j. */
  readonly counts: number;
  /** How many of them can be picked at the most. */
  readonly members: number;
}

/** A counter as automata see it: how many are still needed, or still allowed. */
export interface CounterLimit {
  readonly kind: "atLeast" | "atMost";
  readonly limit: number;
}

/** The roster that automata read lineups for. */
export interface RosterShape {
  readonly seats: readonly number[];
  readonly roles: number;
  readonly classes: readonly EntryClass[];
  readonly counters: readonly CounterLimit[];
}
