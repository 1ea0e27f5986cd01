/** Counts which rules appeared together in the random cases of properties. */
export class RulePairs {
  readonly #counts = new Map<string, number>();

  /** Counts each pair of rules of a case, by their kinds or by the fields of a request. */
  see(given: readonly unknown[]): void {
    for (const value of given) {
      const names = [...new Set(rulesOf(value))].sort();
      for (const [at, one] of names.entries())
        for (const other of names.slice(at + 1)) {
          const pair = `${one} + ${other}`;
          this.#counts.set(pair, (this.#counts.get(pair) ?? 0) + 1);
        }
    }
  }

  /** The pairs and their numbers of cases, rarest first. */
  rarestFirst(): readonly (readonly [pair: string, cases: number])[] {
    return [...this.#counts].sort(([a, few], [b, many]) => few - many || (a < b ? -1 : 1));
  }
}

const REQUEST_FIELDS = ["include", "exclude", "positions", "stack", "cap"];

/** The rules of a model or request among a property's arguments. */
function rulesOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { rules, model, body } = value as { rules?: unknown; model?: unknown; body?: unknown };
  if (Array.isArray(rules))
    return rules.flatMap((rule: { kind?: unknown }) => (rule?.kind ? [`${rule.kind}`] : []));
  if (model !== undefined) return rulesOf(model);
  if (typeof body !== "object" || body === null) return [];
  const asked = body as Record<string, unknown>;
  return REQUEST_FIELDS.filter((field) => isAsked(asked[field])).map((field) => `request: ${field}`);
}

function isAsked(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined && value !== false;
  return Object.values(value).some((inner) => !Array.isArray(inner) || inner.length > 0);
}
