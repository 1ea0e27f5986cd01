import type { UnsupportedModelError } from "../../../shared/errors.ts";
import { candidatesWithin, enough, firstDepth, nextDepth, nextTotal, thinned } from "./depth.ts";
import { type Frontiers, frontiersOf } from "./frontiers.ts";
import { Guard } from "./guard.ts";
import { type Instance, withCounters } from "./instance.ts";
import type { PathLimits } from "./limits.ts";
import { Lineups } from "./lineups.ts";
import { Method } from "./method.ts";
import { ifLoaded } from "./ordered/load.ts";
import { Refusals } from "./refusals.ts";
import { readRoster, TOO_LARGE, type Workshop } from "./roster.ts";
import { cellsAt, type SalaryTable, salaryTable, shiftFor } from "./salary-table.ts";
import { sideRules } from "./side-rules.ts";
import type { Trellis } from "./trellis.ts";
import { unsupported } from "./unsupported.ts";
import {
  everyOneCounts,
  NO_ROOM,
  noLineups,
  type Outcome,
  REFUSED_TOO_OFTEN,
  type Search,
  type Task,
  TOO_COARSE,
  visit,
  type Wanted,
} from "./visit.ts";
import { windowsOf } from "./windows.ts";

/** A table that is too coarse is followed by one of so much smaller a shift. */
const FINER = 2;

/** After this many depths there is none, and everything is searched. */
const MOST_ROUNDS = 8;

/** A task, and what keeps the group rules where the trellis cannot. */
interface Guarded extends Task {
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
  const isPlain = everyOneCounts({ rules, wanted });
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
  return unsupported("its slots make too large an automaton");
}

/**
 * Solves for lineups near the bound. Enough of them are the best there are: whoever was left out is in none with more
 * points than the depth allows. Else it looks deeper.
 */
function* certifiedBest(task: Guarded): Generator<void, Outcome> {
  const { roster, wanted } = task;
  const { bound } = roster.relaxation;
  let depth = firstDepth(roster, wanted.count);
  let ceiling = bound;
  for (let round = 1; ; round += 1) {
    const reach = round > MOST_ROUNDS ? Number.NEGATIVE_INFINITY : Math.floor(bound - depth);
    const threshold = Math.max(reach, wanted.floor);
    const everybody = candidatesWithin(roster, bound - threshold);
    for (let share = 1; ; share *= 4) {
      const candidates = thinned(roster, depth, everybody, share * enough(roster, wanted.count));
      const outcome = yield* bestAbove(task, { threshold, ceiling, candidates });
      if (!(outcome instanceof Lineups) || outcome.length === wanted.count) return outcome;
      if (candidates.length < everybody.length) continue;
      if (reach <= wanted.floor) return outcome;
      ceiling = threshold;
      depth = Math.max(nextDepth(roster, wanted, depth, outcome), bound - nextTotal(roster, threshold));
      break;
    }
  }
}

/** The best lineups of at least `threshold` points that these candidates make, at most as many as are wanted. */
function* bestAbove(task: Guarded, search: Search): Generator<void, Outcome> {
  const { roster, wanted, workshop, guard } = task;
  const { instance, relaxation } = roster;
  const { scratch, limits, walk } = workshop;
  const trellis = roster.layOut(search.candidates, "few");
  if (trellis === null) throw tooLarge();
  if (trellis.start === -1) return noLineups(instance);
  const threshold = Math.max(search.threshold, -instance.mostPoints * instance.openSeats);
  const findWindows = () => windowsOf(instance, trellis, relaxation, threshold, scratch);
  let windows = findWindows();
  const finest = shiftFor(limits.mostCells, trellis, windows);
  let shift = shiftFor(firstCells(limits, wanted, trellis), trellis, windows);
  const finer = () => Math.max(finest, shift - FINER);
  const frontiers = (most: number) =>
    frontiersOf({ instance, trellis, relaxation, windows, threshold, most }, scratch);
  let table: SalaryTable | Frontiers =
    (shift === 0 ? null : frontiers(limits.frontiers)) ??
    salaryTable(instance, trellis, windows, shift, scratch);
  const isPlain = everyOneCounts(task);
  let room = isPlain ? wanted.count : 4 * wanted.count + limits.room;
  // Where an exact table can be had, that is quicker.
  let narrowed = finest > 0 ? ifLoaded()?.bestNarrowed : undefined;
  for (;;) {
    const isExact = table.slop === 0;
    const isLast = isExact || shift === finest;
    const mostNodes = isLast
      ? limits.mostNodes
      : limits.nodes + Math.ceil(cellsAt(finer(), trellis, windows) / limits.cellsPerNode);
    walk.begin({ instance, trellis, windows, table, threshold, room, guard });
    const limited = table.slop < Number.POSITIVE_INFINITY && guard === undefined && !isPlain;
    const outcome = yield* visit(task, limited ? room : Number.POSITIVE_INFINITY, mostNodes);
    if (outcome === NO_ROOM) {
      room *= 4;
      continue;
    }
    if (outcome !== TOO_COARSE) return outcome;
    if (narrowed !== undefined && !isExact) {
      const found = yield* narrowed(task, { ...search, threshold }, trellis);
      if (found !== null) return found;
      narrowed = undefined;
      windows = findWindows();
    }
    const finerFrontiers = isExact ? null : frontiers(limits.mostFrontiers);
    if (finerFrontiers === null && isLast) throw unsupported("too many lineups all but keep its budget");
    shift = finer();
    table = finerFrontiers ?? salaryTable(instance, trellis, windows, shift, scratch);
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
