import { AsyncLocalStorage } from "node:async_hooks";
import fc, { type RunDetails } from "fast-check";
import { standIn } from "../mutation/engine/outside.ts";
import type { Case } from "./case.ts";

/** The outcome of a property in one run. */
export interface Ran {
  /** The index of the property in its test. */
  readonly nth: number;
  readonly cases: number;
  /** Whether all of its cases ran within the time. */
  readonly isWhole: boolean;
  /** Null if the property passed. */
  readonly failed: { readonly seed: number; readonly path: string; readonly error: string } | null;
}

/** How to run properties: with another seed, or a single case again. */
type Trying =
  | {
      readonly kind: "campaign";
      readonly seed: number;
      /** The test's deadline, by `performance.now()`; cases after it are skipped. */
      readonly until: number;
    }
  | { readonly kind: "replay"; readonly kept: Pick<Case, "nth" | "seed" | "path"> };

type Property = Parameters<typeof fc.check>[0];
type Parameters_ = NonNullable<Parameters<typeof fc.check>[1]>;

/** Replaces fast-check: watches every case, sets the seeds and saves failures. */
export class Watched {
  /** Whether a case is running; properties within it belong to that case. */
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

  /** Starts a test. */
  begin(trying: Trying): void {
    this.#trying = trying;
    this.#ran = [];
  }

  /** The outcomes of the test's properties. */
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
      // fast-check reports a property stopped before its first case as failed, without a case.
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
    // Its other properties are not run again.
    return nth === trying.kept.nth ? { ...own, seed, path, endOnFailure: true } : { ...own, numRuns: 0 };
  }
}

/** The result of `assert`; failures are already recorded by then. */
function settled(details: RunDetails<unknown> | Promise<RunDetails<unknown>>): void | Promise<void> {
  return details instanceof Promise ? details.then(() => {}) : undefined;
}
