/**
 * A class of candidates: the slots that they may fill in each role, and the counters that count them.
 * Candidates of one class are interchangeable except for points and salary.
 */
export interface EntryClass {
  /** Bits of slots, one element per role; 0 if the class does not have the role. */
  readonly slots: readonly number[];
  /** Bit j is set when members count in counter j. */
  readonly counts: number;
  /** The maximum number of the class's candidates in a lineup. */
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
