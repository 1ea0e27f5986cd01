import type { Instance } from "./instance.ts";
import { Lineups } from "./lineups.ts";
import type { Allowance, Refusals } from "./refusals.ts";
import type { Roster, Workshop } from "./roster.ts";
import type { Cut, SideRules } from "./side-rules.ts";
import { ENDED, FOUND } from "./walk.ts";

/** How many steps of a walk lie between two chances to stop. */
const STEPS_PER_TURN = 512;

export interface Wanted {
  readonly count: number;
  /** Lineups of fewer points, the fixed picks' aside, are not wanted. */
  readonly floor: number;
  /** Refuses lineups, as the model's entries, that belong elsewhere. */
  readonly keep?: (entries: Int32Array) => boolean;
  /** Unlimited where absent. */
  readonly allowance?: Allowance;
  /** Whether the automaton of all candidates is known to be large. */
  readonly isLarge?: boolean;
}

/** What is wanted of a roster, and what whoever looks for it takes along. */
export interface Task {
  readonly roster: Roster;
  readonly wanted: Wanted;
  readonly rules: SideRules;
  readonly refusals: Refusals;
  readonly workshop: Workshop;
}

/** More lineups were refused than the caller indulges. */
export const REFUSED_TOO_OFTEN = "refused too often";
/** A walk was asked for more lineups than it had room for. */
export const NO_ROOM = "no room";
/** A walk was led astray too often by its table. */
export const TOO_COARSE = "too coarse";

/** The lineups found, the cut that is needed first, or the end of the caller's allowance. */
export type Outcome = Lineups | Cut | typeof REFUSED_TOO_OFTEN;

/** Where lineups are looked for. */
export interface Search {
  readonly threshold: number;
  /** Fewer lineups than are wanted have as many points. */
  readonly ceiling: number;
  /** Everybody who is in a lineup of at least the threshold, ascending. */
  readonly candidates: readonly number[];
}

export function noLineups({ fixed, openSeats }: Instance): Lineups {
  return new Lineups(fixed.length + openSeats);
}

/** Whether every lineup that a walk finds is wanted. */
export function everyOneCounts({ rules, wanted }: Pick<Task, "rules" | "wanted">): boolean {
  return rules.idle && wanted.keep === undefined;
}

/** Takes a walk's lineups one by one, at most `room` of them, until as many as are wanted are found legal. */
export function* visit(
  { roster: { instance }, wanted, rules, refusals, workshop: { walk, limits } }: Task,
  room: number,
  mostNodes: number,
): Generator<void, Outcome | typeof NO_ROOM | typeof TOO_COARSE> {
  const { fixed, fixedPoints, model, pick } = instance;
  const found = noLineups(instance);
  const picks = new Int32Array(fixed.length + instance.openSeats);
  picks.set(fixed);
  const entries = picks.map((fixedPick) => model.picks.entry[fixedPick]!);
  let visits = 0;
  for (let steps = 1; found.length < wanted.count; steps += 1) {
    if (steps % STEPS_PER_TURN === 0) yield;
    const step = walk.step();
    if (step === ENDED) break;
    if (step !== FOUND) {
      if (walk.births > mostNodes + limits.nodesPerLineup * visits) return TOO_COARSE;
      continue;
    }
    visits += 1;
    if (visits > room) return NO_ROOM;
    for (let index = 0; index < walk.length; index += 1) {
      const chosen = pick[walk.lineup[index]!]!;
      picks[fixed.length + index] = chosen;
      entries[fixed.length + index] = model.picks.entry[chosen]!;
    }
    const kept = wanted.keep?.(entries) !== false;
    const cut = kept ? rules.judge(entries) : null;
    if (kept && cut === null) found.add(picks, walk.points + fixedPoints);
    else if (refusals.exceedAllowance(found.length)) return REFUSED_TOO_OFTEN;
    else if (cut !== null && refusals.callFor(cut, found.length)) return cut;
  }
  return found;
}
