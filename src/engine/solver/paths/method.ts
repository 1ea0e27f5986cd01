import type { Counter, GroupRule, Instance } from "./instance.ts";
import type { PathLimits } from "./limits.ts";
import { MOST_COUNTERS } from "./read-rules.ts";
import type { Cut } from "./side-rules.ts";

/**
 * How group rules that refuse too many lineups are kept by the trellis itself: by a counter for each set of groups that
 * was refused, as long as these are few, and by reading the candidates group by group for one rule that takes more.
 */
export class Method {
  /** The rule for which candidates are read group by group. */
  readByGroup: GroupRule | undefined;
  #cuts: Cut[] = [];
  #groupingAllowed = true;
  #cutsAllowed = true;
  readonly #limits: PathLimits;

  constructor(limits: PathLimits) {
    this.#limits = limits;
  }

  get counters(): Counter[] {
    return this.#cuts.map((cut) => cut.counter());
  }

  /** Whether another cut can be kept away. */
  canChange({ counters }: Instance): boolean {
    return this.#cutsAllowed && counters.length + this.#cuts.length < MOST_COUNTERS;
  }

  keepAway(cut: Cut): void {
    this.#cuts.push(cut);
    const alike = this.#cuts.filter(({ rule }) => rule === cut.rule).length;
    if (
      alike > this.#limits.cutsPerRule[cut.rule.kind] &&
      this.readByGroup === undefined &&
      this.#groupingAllowed
    )
      this.#readByGroup(cut.rule);
  }

  /** Undoes the last change, which made the trellis too large; false where there is none. */
  takeBack(): boolean {
    const last = this.#cuts.pop();
    if (last === undefined && this.readByGroup === undefined) return false;
    if (last === undefined) {
      this.readByGroup = undefined;
      this.#groupingAllowed = false;
    } else if (this.readByGroup === undefined && this.#groupingAllowed) {
      this.#readByGroup(last.rule);
    } else {
      this.#cutsAllowed = false;
    }
    return true;
  }

  #readByGroup(rule: GroupRule): void {
    this.readByGroup = rule;
    this.#cuts = this.#cuts.filter((cut) => cut.rule !== rule);
  }
}
