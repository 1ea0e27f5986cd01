import { LineupError } from "./lineup-error.ts";

/** One member of a smallest set of rules and request fields that no lineup satisfies together. */
export interface Conflict {
  /** The constraint's name, as in `src/constraints/`. */
  readonly constraint: string;
  /** JSON pointer of the request field the rule comes from, or of `/excludedSlots`; null where it is the contest's own. */
  readonly pointer: string | null;
  /** What the rule asks for, so that a remedy can be offered. */
  readonly kind: ConflictKind;
  /** GUID of the entry that the rule is about: who is included, or excluded from a slot. Null for rules about more than one. */
  readonly entry: string | null;
  /** Name of the slot that is to be filled, or that the entry is to sit in, or not. */
  readonly slot: string | null;
  /** The rule's number: the cap, the slot's seats, the least or the most that it allows. */
  readonly limit: number | null;
  /**
   * Of a cap, what the cheapest lineup costs that keeps all other rules of the request and the contest, null where none
   * does; of an included entry, its salary.
   */
  readonly cost: number | null;
  readonly detail: string;
}

/**
 * `cap` the salaries, `seats` a slot's seats are taken, `once` nobody twice, `excluded` and `included` entries,
 * `minimum` of some entries, `most-of-a-group` and `groups` teams or games, `pair` two of one team, `test` a rule of a portfolio,
 * `share` how many of a portfolio's lineups something is in, or by how much they differ.
 */
export type ConflictKind =
  | "cap"
  | "seats"
  | "once"
  | "excluded"
  | "included"
  | "minimum"
  | "most-of-a-group"
  | "groups"
  | "pair"
  | "test"
  | "share";

/** No lineup satisfies the request. `conflicts` is a smallest set of rules that contradict each other. Status 422. */
export class InfeasibleError extends LineupError {
  override readonly name = "InfeasibleError";
  readonly conflicts: readonly Conflict[];

  constructor(detail: string, conflicts: readonly Conflict[]) {
    const pointer = conflicts.find((conflict) => conflict.pointer !== null)?.pointer;
    super(detail, {
      code: "infeasible",
      kind: "infeasible",
      status: 422,
      title: "No legal lineup",
      source: pointer == null ? undefined : { pointer },
      meta: { conflicts },
    });
    this.conflicts = conflicts;
  }
}
