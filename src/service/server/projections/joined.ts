import { Recent } from "../../../shared/recent.ts";
import { joinProjections } from "../../../shared/schema/checked-projections.ts";
import type { FantasyPerformanceDocument } from "../../../shared/schema/performances.ts";

/** How many sets of games are remembered. */
const REMEMBERED = 100;

interface Join {
  readonly parts: readonly FantasyPerformanceDocument[];
  readonly whole: FantasyPerformanceDocument;
}

/** Joins games' documents into one, and remembers the last joins: equal parts give the same object. */
export class Joins {
  readonly #joins = new Recent<Join>(REMEMBERED);

  join(key: string, parts: readonly FantasyPerformanceDocument[]): FantasyPerformanceDocument {
    const known = this.#joins.get(key);
    if (known?.parts.length === parts.length && parts.every((part, index) => part === known.parts[index]))
      return known.whole;
    const whole = joinProjections(parts);
    this.#joins.set(key, { parts, whole });
    return whole;
  }
}
