import type { Slate, SlateEntry } from "../../src/formats/slate.ts";

/** Who answers: the path engine alone, the search with a choice of solver, or the whole optimizer with a worker. */
export type Means = "paths" | "auto" | "highs" | "optimizer";

/**
 * What a row times. `build`: from a parsed request to the model. `lineups`: the `count` best of it. A goal is in LP
 * relaxations, and null where the row only informs.
 */
export type Phase =
  | { readonly kind: "build"; readonly goal: null }
  | { readonly kind: "lineups"; readonly count: number; readonly goal: number | null };

/** What a request asks for beyond its pool. */
export interface Asked {
  readonly stack?: boolean;
  readonly include?: readonly SlateEntry[];
}

/** One request and what is timed of it. */
export interface BenchCase {
  readonly name: string;
  readonly slate: () => Slate;
  readonly ask?: (slate: Slate) => Asked;
  readonly by: Means;
  /** Whether no lineup is legal, and the answer is to say so. */
  readonly infeasible?: boolean;
  readonly phases: readonly Phase[];
}

export const build: Phase = { kind: "build", goal: null };

/** The `count` best lineups, to be found in at most `goal` LP relaxations. */
export function lineups(count: number, goal: number | null = null): Phase {
  return { kind: "lineups", count, goal };
}
