import fc, { type RunDetails } from "fast-check";
import { standIn } from "../mutation/engine/outside.ts";
import type { Case } from "./case.ts";

/** What a property did in a run. */
export interface Ran {
  /** Which of its test's properties it is, from 0. */
  readonly nth: number;
  readonly cases: number;
  /** Null where it held. */
  readonly failed: { readonly seed: number; readonly path: string; readonly error: string } | null;
}

/** How properties are tried: from another seed than their own, or one case again. */
type Trying =
  | { readonly kind: "campaign"; readonly seed: number }
  | { readonly kind: "replay"; readonly kept: Pick<Case, "nth" | "seed" | "path"> };

type Property = Parameters<typeof fc.check>[0];
type Parameters_ = NonNullable<Parameters<typeof fc.check>[1]>;

/** Stands in for fast-check: hears of every case, decides on the seeds, and keeps what fails. */
export class Watched {
  readonly #seen: (given: readonly unknown[]) => void;
  #trying: Trying = { kind: "campaign", seed: 0 };
  #ran: Ran[] = [];

  constructor(seen: (given: readonly unknown[]) => void) {
    this.#seen = seen;
    const property = this.#heard(fc.property as never);
    const asyncProperty = this.#heard(fc.asyncProperty as never);
    const assert = (one: Property, parameters: Parameters_ = {}) => this.#assert(one, parameters);
    const names = { ...fc, property, asyncProperty, assert };
    standIn("fast-check", { ...names, default: names });
  }

  /** Begins a test. */
  begin(trying: Trying): void {
    this.#trying = trying;
    this.#ran = [];
  }

  /** What the properties of the test did. */
  end(): readonly Ran[] {
    return this.#ran;
  }

  #heard(make: (...given: unknown[]) => unknown): (...given: unknown[]) => unknown {
    return (...given) => {
      const predicate = given.at(-1) as (...values: unknown[]) => unknown;
      const heard = (...values: unknown[]) => {
        this.#seen(values);
        return predicate(...values);
      };
      return make(...given.slice(0, -1), heard);
    };
  }

  #assert(property: Property, own: Parameters_): void | Promise<void> {
    const nth = this.#ran.length;
    const parameters = this.#parametersOf(nth, own);
    const note = (details: RunDetails<unknown>) => {
      const { failed, seed, counterexamplePath: path, numRuns, errorInstance } = details;
      const error = errorInstance instanceof Error ? errorInstance.message : `${errorInstance}`;
      this.#ran[nth] = { nth, cases: numRuns, failed: failed ? { seed, path: path ?? "", error } : null };
    };
    this.#ran.push({ nth, cases: 0, failed: null });
    const details = fc.check(property, parameters) as RunDetails<unknown> | Promise<RunDetails<unknown>>;
    return details instanceof Promise ? details.then(note) : note(details);
  }

  #parametersOf(nth: number, own: Parameters_): Parameters_ {
    const trying = this.#trying;
    if (trying.kind === "campaign") return { ...own, seed: trying.seed, endOnFailure: true };
    const { seed, path } = trying.kept;
    // Its other properties have nothing to tell again.
    return nth === trying.kept.nth ? { ...own, seed, path, endOnFailure: true } : { ...own, numRuns: 0 };
  }
}
