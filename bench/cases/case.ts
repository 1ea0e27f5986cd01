import type { ContestTable } from "../../src/contests/constraints/readers/contest-table.ts";
import type { Slate, SlateEntry } from "../../src/files/slate.ts";
import type { PortfolioAsked } from "../portfolios/plan.ts";

/**
 * Who answers: the path engine alone, the search with a choice of solver, the whole optimizer with a worker, or an open
 * slate of it, each time with new points.
 */
export type Means = "paths" | "auto" | "highs" | "optimizer" | "slate";

/**
 * What a row times. `build`: from a parsed request to the model. `lineups`: the `count` best of it. A goal is in LP
 * relaxations, and null where the row only informs.
 */
export type Phase =
  | { readonly kind: "build"; readonly goal: null }
  | { readonly kind: "lineups"; readonly count: number; readonly goal: number | null };

export const build: Phase = { kind: "build", goal: null };

/** The `count` best lineups, to be found in at most `goal` LP relaxations. */
export function lineups(count: number, goal: number | null = null): Phase {
  return { kind: "lineups", count, goal };
}

/** What a request asks for beyond its pool. */
export interface Asked {
  readonly stack?: boolean;
  readonly include?: readonly SlateEntry[];
  /** Minimums by position. */
  readonly positions?: Readonly<Record<string, number>>;
  readonly cap?: number;
}

/** A request over the pool of a salary file. */
export interface SlateRequest {
  readonly slate: () => Slate;
  /** Changes the contest's rules, for a contest of one's own. */
  readonly rules?: (table: ContestTable) => ContestTable;
  readonly ask?: (slate: Slate) => Asked;
}

/** A request of a contest that nobody plays; both are drawn from a seed. */
export interface SeededRequest {
  readonly seed: number;
}

export type BenchRequest = SlateRequest | SeededRequest;

/** What is timed of a request, and how its answers are checked. */
export interface CaseTerms {
  readonly name: string;
  readonly by: Means;
  /** Whether no lineup is legal, and the answer is to say so. */
  readonly infeasible?: boolean;
  /** The constraint without which other lineups would be the best. */
  readonly binds?: string;
  /** Whether nobody else gets to the end of a proof in minutes: lineups are checked, but not proved best. */
  readonly unproved?: boolean;
  /** Lineups that are built one by one under rules of a portfolio, in place of the best. */
  readonly portfolio?: PortfolioAsked;
  readonly phases: readonly Phase[];
}

/** One request and what is timed of it. */
export type BenchCase = BenchRequest & CaseTerms;

/** A salary file whose lineups are found in a process of their own, and how much memory that may take. */
export interface MemoryCase {
  readonly name: string;
  /** Path of the salary file. */
  readonly file: string;
  readonly means: MemoryMeans;
  readonly count: number;
  /** Millions of bytes. */
  readonly goal: number;
}

/** The path engine alone, or the whole optimizer without a worker. */
export type MemoryMeans = "paths" | "optimizer";

/** A command that is run from its start to its end. */
export interface StartupCase {
  readonly name: string;
  /** Node's arguments. */
  readonly args: readonly string[];
  /** In runs of Node that does nothing. */
  readonly goal: number;
  /** Says what it printed that shows it right. @throws WrongAnswerError */
  check(output: string): string;
}

/** What one run of the bench goes through. */
export interface Suite {
  readonly timed: readonly BenchCase[];
  readonly memory: readonly MemoryCase[];
  readonly startup: readonly StartupCase[];
}
