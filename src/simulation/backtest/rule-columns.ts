import type { PoolFacts } from "../../portfolio/people.ts";
import { SELECTION_FIELDS } from "../../portfolio/selections.ts";
import { headerKey } from "../../shared/header-key.ts";

export function ruleColumns(facts: PoolFacts | undefined, portfolios: readonly unknown[]): string[] {
  const headers = new Map<string, string>();
  for (const cells of facts?.columns?.values() ?? [])
    for (const header of Object.keys(cells)) headers.set(headerKey(header), header);
  const named = new Set(portfolios.flatMap((one) => [...namesIn(one)]).map(headerKey));
  const read = [...headers].flatMap(([key, header]) => (named.has(key) ? [`"${header}"`] : []));
  return read.length === 0 ? [] : [`Columns used by rules: ${read.join(", ")}.`];
}

/** The fields of a portfolio's description whose values are headers of columns. */
const NAMING = ["column", "from"];

/**
 * Everything in a portfolio's description that may be a header: the values of the `NAMING` fields, and the
 * fields of selections.
 */
function* namesIn(described: unknown): Generator<string> {
  if (typeof described !== "object" || described === null) return;
  if (Array.isArray(described)) {
    for (const one of described) yield* namesIn(one);
    return;
  }
  for (const [field, value] of Object.entries(described)) {
    if (NAMING.includes(field) && typeof value === "string") yield value;
    else if (!SELECTION_FIELDS.includes(field)) yield field;
    yield* namesIn(value);
  }
}
