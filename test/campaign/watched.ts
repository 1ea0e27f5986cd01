import { AsyncLocalStorage } from "node:async_hooks";
import fc, { type RunDetails } from "fast-check";
import { standIn } from "../mutation/engine/outside.ts";
import type { Case } from "./case.ts";

/** What a property did in a run. */
export interface Ran {
  /** Which of its test's properties it is, from 0. */
  readonly nth: number;
  readonly cases: number;
  /** Whether time was left for all of its cases. */
  readonly isWhole: boolean;
  /** Null where it held. */
  readonly failed: { readonly seed: number; readonly path: string; readonly error: string } | null;
}

/** How properties are tried: from another seed than their own, or one case again. */
type Trying =
  | {
      readonly kind: "campaign";
      readonly seed: number;
      /** Until when the test may take, by `performance.now()`; what is then left of a property is not tried. */
      readonly until: number;
    }
  | { readonly kind: "replay"; readonly kept: Pick<Case, "nth" | "seed" | "path"> };

type Property = Parameters<typeof fc.check>[0];
type Parameters_ = NonNullable<Parameters<typeof fc.check>[1]>;

/** Stands in for fast-check: hears of every case, decides on the seeds, and keeps what fails. */
export class Watched {
  /** Whether what runs is a case of a property: properties within it are part of that case. */
  readonly #inCase = new AsyncLocalStorage<boolean>();
  readonly #seen: (given: readonly unknown[]) => void;
  #trying: Trying = { kind: "campaign", seed: 0, until: 0 };
  #ran: Ran[] = [];

  constructor(seen: (given: readonly unknown[]) => void) {
    this.#seen = seen;
    const property = this.#heard(fc.property as never);
    const asyncProperty = this.#heard(fc.asyncProperty as never);
    const check = (one: Property, parameters: Parameters_ = {}) => this.#check(one, parameters);
    const assert = (one: Property, parameters: Parameters_ = {}) =>
      this.#inCase.getStore() ? fc.assert(one, parameters) : settled(check(one, parameters));
    const names = { ...fc, property, asyncProperty, assert, check };
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
        if (this.#inCase.getStore()) return predicate(...values);
        if (this.#trying.kind === "campaign" && performance.now() >= this.#trying.until)
          throw new fc.PreconditionFailure(true);
        this.#seen(values);
        return this.#inCase.run(true, () => predicate(...values));
      };
      return make(...given.slice(0, -1), heard);
    };
  }

  #check(property: Property, own: Parameters_): RunDetails<unknown> | Promise<RunDetails<unknown>> {
    if (this.#inCase.getStore()) return fc.check(property, own) as RunDetails<unknown>;
    const nth = this.#ran.length;
    const parameters = this.#parametersOf(nth, own);
    const note = (details: RunDetails<unknown>): RunDetails<unknown> => {
      const { seed, counterexamplePath: path, numRuns: cases, errorInstance, interrupted } = details;
      const error = errorInstance instanceof Error ? errorInstance.message : `${errorInstance}`;
      // One that was stopped before its first case counts as failed with fast-check, by no case.
      const hasFailed = details.failed && !(interrupted && path === null);
      const failed = hasFailed ? { seed, path: path ?? "", error } : null;
      this.#ran[nth] = { nth, cases, isWhole: !interrupted, failed };
      return details;
    };
    this.#ran.push({ nth, cases: 0, isWhole: false, failed: null });
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

/** What `assert` gives back: what failed is known by then. */
function settled(details: RunDetails<unknown> | Promise<RunDetails<unknown>>): void | Promise<void> {
  return details instanceof Promise ? details.then(() => {}) : undefined;
}
