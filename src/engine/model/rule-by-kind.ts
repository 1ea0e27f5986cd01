import { UnsupportedModelError } from "../../shared/errors.ts";
import type { RuleData, RuleKind } from "./model.ts";

/**
 * The rule type of each kind, so that the compiler matches a table indexed by kind with rules of that kind.
 */
export type RuleByKind = { readonly [K in RuleKind]: Extract<RuleData, { kind: K }> };

/**
 * Looks up a kind of rule in a complete map of readers. The compiler checks that the map has every kind, but
 * a model from elsewhere may contain others, which must not be skipped.
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
