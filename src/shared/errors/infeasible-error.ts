import { LineupError } from "./lineup-error.ts";

/** One member of a smallest set of rules and request fields that no lineup satisfies together. */
export interface Conflict {
  /** The constraint's name, as in `src/contests/constraints/`. */
  readonly constraint: string;
  /**
   * JSON pointer of the request field that the rule comes from, or into `/excludedSlots`; null if the rule is
   * the contest's own.
   */
  readonly pointer: string | null;
  /** The kind of rule, so that a program can offer a remedy. */
  readonly kind: ConflictKind;
  /**
   * GUID of the player that the rule is about: the one included, or excluded from a slot. Null for rules
   * about several.
   */
  readonly entry: string | null;
  /** Name of the slot that must be filled, or that the player must or must not sit in. */
  readonly slot: string | null;
  /** The rule's number: the cap, the slot's seats, or the minimum or maximum that it allows. */
  readonly limit: number | null;
  /**
   * For a cap: the cost of the cheapest lineup that keeps all other rules of the request and the contest,
   * null if there is none. For an included player: the player's salary.
   */
  readonly cost: number | null;
  readonly detail: string;
}

/**
 * The kinds of rules: `cap` on salaries, `seats` of a slot that must be filled, `once` per player, `excluded`
 * and `included` players, `minimum` of some players, `most-of-a-group` and `groups` for teams or games,
 * `pair` for two players of one team, `test` for a portfolio rule about single lineups, `share` for a
 * portfolio rule about how many lineups contain something or how much they differ.
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

/**
 * No lineup satisfies the request. `conflicts` is a smallest set of rules that contradict each other. Status
 * 422.
 */
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
