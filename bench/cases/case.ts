import type {
  ContestTable,
  ContestTableInput,
} from "../../src/contests/constraints/readers/contest-table.ts";
import type { Slate, SlateEntry } from "../../src/files/slate.ts";
import type { PortfolioAsked } from "../portfolios/plan.ts";

/**
 * What answers: the path engine alone, the search with a choice of solver, the whole optimizer with a
 * worker, or its open slate with new points each time.
 */
export type Means = "paths" | "auto" | "highs" | "optimizer" | "slate";

/**
 * What a row times. `build`: from a parsed request to the model. `lineups`: its `count` best lineups. Goals
 * are in LP relaxations; null if the row is informative only.
 */
export type Phase =
  | { readonly kind: "build"; readonly goal: null }
  | { readonly kind: "lineups"; readonly count: number; readonly goal: number | null };

export const build: Phase = { kind: "build", goal: null };

/** The `count` best lineups, to be found within `goal` LP relaxations. */
export function lineups(count: number, goal: number | null = null): Phase {
  return { kind: "lineups", count, goal };
}

/** What a request asks for besides its pool. */
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
  /** The contest's table, if the catalog does not have it. */
  readonly table?: ContestTableInput;
  /** Changes the contest's rules, for a custom contest. */
  readonly rules?: (table: ContestTable) => ContestTable;
  readonly ask?: (slate: Slate) => Asked;
}

/** A request for an invented contest; a seed generates both. */
export interface SeededRequest {
  readonly seed: number;
}

export type BenchRequest = SlateRequest | SeededRequest;

/** The timed parts of a request, and the checks of its answers. */
export interface CaseTerms {
  readonly name: string;
  readonly by: Means;
  /** Whether no lineup is legal, which the answer must report. */
  readonly infeasible?: boolean;
  /** The constraint without which other lineups would be the best. */
  readonly binds?: string;
  /**
   * Whether no other solver completes a proof within minutes: lineups are checked, but not proved optimal.
   */
  readonly unproved?: boolean;
  /** Lineups built one by one under the rules of a portfolio, instead of the best ones. */
  readonly portfolio?: PortfolioAsked;
  readonly phases: readonly Phase[];
}

/** One request and its timed parts. */
export type BenchCase = BenchRequest & CaseTerms;

/** A salary file whose lineups are found in a separate process, and its memory goal. */
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

/** A command timed from its start to its end. */
export interface StartupCase {
  readonly name: string;
  /** Node's arguments. */
  readonly args: readonly string[];
  /** In runs of Node that does nothing. */
  readonly goal: number;
  /**
   * Describes the output that shows that it is right.
   * @throws WrongAnswerError
   */
  check(output: string): string;
}

/** The cases of one run of the bench. */
export interface Suite {
  readonly timed: readonly BenchCase[];
  readonly memory: readonly MemoryCase[];
  readonly startup: readonly StartupCase[];
}
