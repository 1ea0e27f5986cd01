import type { RuleData, RuleKind } from "./model.ts";

/** The rule of each kind; a table indexed by kind and a rule of that kind then match for the compiler. */
export type RuleByKind = { readonly [K in RuleKind]: Extract<RuleData, { kind: K }> };
