/**
 * A class of candidates: the slots that they may fill in each role, and the counters that count them.
 * Candidates of one class are interchangeable except for points and salary.
 */
export interface EntryClass {
  /** Per role, the slots that a candidate may fill, as bits; 0 if candidates of the class lack the role. */
  readonly slots: readonly number[];
  /** Bit j is set if counter j counts the candidates of the class. */
  readonly counts: number;
  /** The maximum number of the class's candidates in a lineup. */
  readonly members: number;
}

/** A limit on the candidates that a counter counts: a lineup needs at least, or may have at most, `limit`. */
export interface CounterLimit {
  readonly kind: "atLeast" | "atMost";
  readonly limit: number;
}

/** What an automaton is built from: the seats of each slot, the classes of candidates, and the counters. */
export interface RosterShape {
  readonly seats: readonly number[];
  readonly roles: number;
  readonly classes: readonly EntryClass[];
  readonly counters: readonly CounterLimit[];
}
