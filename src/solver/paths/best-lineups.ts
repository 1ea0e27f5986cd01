import { UnsupportedModelError } from "../../errors.ts";
import { candidatesWithin, deeper, enough, firstDepth, highestTotal, thinned } from "./depth.ts";
import { type Frontiers, frontiersOf } from "./frontiers.ts";
import { Guard } from "./guard.ts";
import { type Instance, withCounters } from "./instance.ts";
import type { PathLimits } from "./limits.ts";
import { Lineups } from "./lineups.ts";
import { Method } from "./method.ts";
import { type Allowance, Refusals } from "./refusals.ts";
import { type Roster, readRoster, TOO_LARGE, type Workshop } from "./roster.ts";
import { cellsAt, type SalaryTable, salaryTable, shiftFor } from "./salary-table.ts";
import { type Cut, type SideRules, sideRules } from "./side-rules.ts";
import type { Trellis } from "./trellis.ts";
import { ENDED, FOUND } from "./walk.ts";
import { windowsOf } from "./windows.ts";

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

/** More lineups were refused than the caller indulges. */
export const REFUSED_TOO_OFTEN = "refused too often";
/** A walk was asked for more lineups than it had room for. */
const NO_ROOM = "no room";
/** A walk was led astray too often by its table. */
const TOO_COARSE = "too coarse";

/** The lineups found, the cut that is needed first, or the end of the caller's allowance. */
type Outcome = Lineups | Cut | typeof REFUSED_TOO_OFTEN;

/** How many steps of a walk lie between two chances to stop. */
const STEPS_PER_TURN = 512;

/** A table that is too coarse is followed by one of so much smaller a shift. */
const FINER = 2;

/** After this many depths there is none, and everything is searched. */
const MOST_ROUNDS = 8;

interface Task {
  readonly roster: Roster;
  readonly wanted: Wanted;
  readonly rules: SideRules;
  readonly refusals: Refusals;
  readonly workshop: Workshop;
  /** Keeps the group rules where the trellis cannot. */
  readonly guard: Guard | undefined;
}

/**
 * The `count` best lineups of an instance, best first, its pair rules aside; all there are at or above the floor when
 * these are fewer. Yields now and then, so that the caller may stop it. Group rules are checked on each lineup; one
 * that refuses too many becomes part of the trellis (see `Method`), or is guarded where that grows too large.
 * @throws UnsupportedModelError when even so it does not get there.
 */
export function* bestLineups(
  instance: Instance,
  wanted: Wanted,
  workshop: Workshop,
): Generator<void, Lineups | typeof REFUSED_TOO_OFTEN> {
  const rules = sideRules(instance);
  if (!rules.possible) return noLineups(instance);
  const refusals = new Refusals(workshop.limits, wanted.allowance);
  const method = new Method(workshop.limits);
  const isPlain = rules.idle && wanted.keep === undefined;
  for (;;) {
    const roster = readRoster(withCounters(instance, method.counters), workshop, {
      groupRule: method.readByGroup,
      plainCount: isPlain ? wanted.count : undefined,
      isLarge: wanted.isLarge,
    });
    if (roster === null) return noLineups(instance);
    if (roster === TOO_LARGE || (method.counters.length > 0 && roster.size > workshop.limits.states)) {
      if (!method.takeBack()) throw tooLarge();
      continue;
    }
    const isGuarded = !rules.idle && (roster.size > workshop.limits.states || !method.canChange(instance));
    if (isGuarded) refusals.makeNoMoreCuts();
    const guard = isGuarded ? new Guard(instance) : undefined;
    const outcome = yield* certifiedBest({ roster, wanted, rules, refusals, workshop, guard });
    if (outcome instanceof Lineups || outcome === REFUSED_TOO_OFTEN) return outcome;
    method.keepAway(outcome);
  }
}

export function tooLarge(): UnsupportedModelError {
  return new UnsupportedModelError("paths", "its slots make too large an automaton");
}

export function noLineups({ fixed, openSeats }: Instance): Lineups {
  return new Lineups(fixed.length + openSeats);
}

/**
 * Solves for lineups near the bound. Enough of them are the best there are: whoever was left out is in none with more
 * points than the depth allows. Else it looks deeper.
 */
function* certifiedBest(task: Task): Generator<void, Outcome> {
  const { roster, wanted } = task;
  const { bound } = roster.relaxation;
  let depth = firstDepth(roster, wanted.count);
  for (let round = 1; ; round += 1) {
    const reach = round > MOST_ROUNDS ? Number.NEGATIVE_INFINITY : Math.floor(bound - depth);
    const threshold = Math.max(reach, wanted.floor);
    const everybody = candidatesWithin(roster, bound - threshold);
    for (let share = 1; ; share *= 4) {
      const candidates = thinned(roster, depth, everybody, share * enough(roster, wanted.count));
      const outcome = yield* bestAbove(task, threshold, candidates);
      if (!(outcome instanceof Lineups) || outcome.length === wanted.count) return outcome;
      if (candidates.length < everybody.length) continue;
      if (reach <= wanted.floor) return outcome;
      depth = Math.max(deeper(roster, depth, outcome, wanted.count), bound - highestTotal(roster));
      break;
    }
  }
}

/** The best lineups of at least `threshold` points that these candidates make, at most as many as are wanted. */
function* bestAbove(task: Task, threshold: number, candidates: readonly number[]): Generator<void, Outcome> {
  const { roster, wanted, rules, workshop, guard } = task;
  const { instance, relaxation } = roster;
  const { scratch, limits, walk } = workshop;
  const trellis = roster.layOut(candidates, "few");
  if (trellis === null) throw tooLarge();
  if (trellis.start === -1) return noLineups(instance);
  const least = Math.max(threshold, -instance.mostPoints * instance.openSeats);
  const windows = windowsOf(instance, trellis, relaxation, least, scratch);
  const finest = shiftFor(limits.mostCells, trellis, windows);
  let shift = shiftFor(firstCells(limits, wanted, trellis), trellis, windows);
  const plan = { instance, trellis, relaxation, windows, threshold: least };
  const finer = () => Math.max(finest, shift - FINER);
  let table: SalaryTable | Frontiers =
    (shift === 0 ? null : frontiersOf({ ...plan, most: limits.frontiers }, scratch)) ??
    salaryTable(instance, trellis, windows, shift, scratch);
  const everyOneCounts = rules.idle && wanted.keep === undefined;
  let room = everyOneCounts ? wanted.count : 4 * wanted.count + limits.room;
  for (;;) {
    const isExact = table.slop === 0;
    const isLast = isExact || shift === finest;
    const mostNodes = isLast
      ? limits.mostNodes
      : limits.nodes + Math.ceil(cellsAt(finer(), trellis, windows) / limits.cellsPerNode);
    walk.begin({ instance, trellis, windows, table, threshold: least, room, guard });
    const limited = table.slop < Number.POSITIVE_INFINITY && guard === undefined && !everyOneCounts;
    const outcome = yield* visit(task, limited ? room : Number.POSITIVE_INFINITY, mostNodes);
    if (outcome === NO_ROOM) {
      room *= 4;
    } else if (outcome === TOO_COARSE) {
      const frontiers = isExact ? null : frontiersOf({ ...plan, most: limits.mostFrontiers }, scratch);
      if (frontiers === null && isLast)
        throw new UnsupportedModelError("paths", "too many lineups all but keep its budget");
      shift = finer();
      table = frontiers ?? salaryTable(instance, trellis, windows, shift, scratch);
    } else {
      return outcome;
    }
  }
}

/** A trellis of many states needs as many cells, and a few for each. */
function firstCells(
  { cells, cellsPerLineup, mostCells }: PathLimits,
  { count }: Wanted,
  { states }: Trellis,
) {
  return Math.min(mostCells, Math.max(cells + cellsPerLineup * count, 8 * states));
}

/** Takes a walk's lineups one by one, at most `room` of them, until as many as are wanted are found legal. */
function* visit(
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
