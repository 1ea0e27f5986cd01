import { UnsupportedModelError } from "../errors.ts";
import type { RuleData, RuleKind } from "./model.ts";

/** The rule of each kind; a table indexed by kind and a rule of that kind then match for the compiler. */
export type RuleByKind = { readonly [K in RuleKind]: Extract<RuleData, { kind: K }> };

/**
 * What a total map of readers has for a kind of rule. The compiler holds the map to every kind; a model from elsewhere
 * may bring others, and whoever cannot read a rule must not pass over it.
 * @throws UnsupportedModelError
 */
export function readerOf<Readers extends { readonly [K in RuleKind]: unknown }, K extends RuleKind>(
  readers: Readers,
  kind: K,
  solver: string,
): Readers[K] {
  if (Object.hasOwn(readers, kind)) return readers[kind];
  throw new UnsupportedModelError(solver, `it knows no rules of the kind ${kind}`);
}
