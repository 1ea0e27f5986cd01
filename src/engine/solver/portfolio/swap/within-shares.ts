import type { Model, Rule } from "../../../model/model.ts";
import { failing } from "../failing.ts";
import { ORIGIN, ruleOf } from "../rule-of.ts";
import { picksThatPass } from "../sequential/record.ts";
import type { Limit } from "./limits.ts";

/**
 * A model whose lineups keep limits of shares; that they differ from others is not said. Who must not be picked at all is
 * forbidden, which takes no test of lineups.
 * @throws UnsupportedModelError for a share that takes too many words.
 */
export function withinShares(model: Model, limits: readonly Limit[]): Model {
  const forbidden = new Set<number>();
  const rules: Rule[] = [];
  for (const limit of limits) {
    if (limit.kind === "apart") continue;
    const { tests } = limit.share;
    const entries = limit.kind === "fail" ? wholeEntries(model, picksThatPass(tests)) : null;
    for (const entry of entries ?? []) forbidden.add(entry);
    if (entries !== null) continue;
    rules.push(...(limit.kind === "pass" ? tests : failing(tests)).map(ruleOf));
  }
  if (forbidden.size === 0 && rules.length === 0) return model;
  return {
    ...model,
    rules: [...model.rules, { kind: "forbid", entries: [...forbidden], origin: ORIGIN }, ...rules],
  };
}

/** The entries that picks are all the picks of; null where they are no such picks. */
function wholeEntries({ picks: { entry } }: Model, picks: Int32Array | null): ReadonlySet<number> | null {
  if (picks === null) return null;
  const entries = new Set(Array.from(picks, (pick) => entry[pick]!));
  const all = entry.reduce((count, one) => count + Number(entries.has(one)), 0);
  return all === picks.length ? entries : null;
}
