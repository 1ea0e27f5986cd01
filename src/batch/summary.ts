import type { BatchRecord } from "./batch-record.ts";
import type { State } from "./outcome.ts";
import type { ResultLine } from "./row.ts";

/** The content of `summary.json`: the same for the same manifest, inputs, version, options and stamp. */
export interface Summary {
  readonly stamp: string;
  readonly engine: string;
  readonly manifest: { readonly sha256: string; readonly lines: number };
  readonly jobs: number;
  readonly states: Readonly<Record<State, number>>;
  readonly lineups: number;
  /** The number of jobs without lineups by error code. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly solvers: Readonly<Record<string, number>>;
}

/** Adds results up. */
export class SummaryCount {
  readonly #states = { done: 0, infeasible: 0, failed: 0 };
  readonly #reasons = new Map<string, number>();
  readonly #solvers = new Map<string, number>();
  #lineups = 0;

  add({ state, lineups = 0, reason, solver }: ResultLine): void {
    this.#states[state] += 1;
    this.#lineups += lineups;
    if (reason !== undefined) increase(this.#reasons, reason);
    if (solver !== undefined) increase(this.#solvers, solver);
  }

  of({ stamp, engine, manifest }: Pick<BatchRecord, "stamp" | "engine" | "manifest">): Summary {
    const { done, infeasible, failed } = this.#states;
    return {
      stamp,
      engine,
      manifest: { sha256: manifest.sha256, lines: manifest.lines },
      jobs: done + infeasible + failed,
      states: { ...this.#states },
      lineups: this.#lineups,
      reasons: sorted(this.#reasons),
      solvers: sorted(this.#solvers),
    };
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
