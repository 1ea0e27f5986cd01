import { classify } from "../classes.ts";
import { type Frontiers, frontiersOf } from "../frontiers.ts";
import { layOutByGroup } from "../group-trellis.ts";
import { groupingOf } from "../grouping.ts";
import { Guard } from "../guard.ts";
import { type Instance, restrictTo } from "../instance.ts";
import { Lineups } from "../lineups.ts";
import type { Workshop } from "../roster.ts";
import type { Trellis } from "../trellis.ts";
import {
  everyOneCounts,
  NO_ROOM,
  type Outcome,
  type Search,
  type Task,
  TOO_COARSE,
  visit,
} from "../visit.ts";
import { windowsOf } from "../windows.ts";
import type { Arrivals } from "./arrivals.ts";
import { type Narrowing, narrow } from "./narrow.ts";

/** How often a threshold is tried, and how far from what was searched towards what is too deep. */
const MOST_TRIES = 6;
const NEARER = 0.35;

/** So many lineups come near a threshold that a higher one is the better choice. */
const TOO_DEEP = "too deep";

/**
 * The best lineups of at least the threshold, where rounded tables lead nowhere: windows are narrowed until the
 * completions in them are few. Candidates are first read class by class, which takes few states, and then the dearest
 * first: what is left for those to come has few values, since they cost little, and what those before them cost has few,
 * since they are few. Where that is too much as well, a threshold nearer to the ceiling may have enough lineups. Group
 * rules are guarded. Null where it leads nowhere either.
 */
export function* bestNarrowed(
  task: Task,
  { threshold, ceiling, candidates }: Search,
  byClass: Trellis,
): Generator<void, Outcome | null> {
  const { roster, wanted, workshop } = task;
  const { bound, slack } = roster.relaxation;
  const found = yield* bestWithin(task, threshold, byClass);
  if (found !== TOO_DEEP) return found;
  let [tooDeep, searched] = [threshold, ceiling];
  for (let tries = 0, least = threshold; tries < MOST_TRIES; tries += 1) {
    const hopeful = candidates.filter((candidate) => slack[candidate]! <= bound - least);
    const trellis = layOutDearestFirst(roster.instance, hopeful, workshop);
    if (trellis === null) return null;
    const outcome = yield* bestWithin(task, least, trellis);
    if (outcome === TOO_DEEP) tooDeep = least;
    else if (!(outcome instanceof Lineups) || outcome.length === wanted.count || least === threshold)
      return outcome;
    else searched = least;
    least = Math.ceil(searched - (searched - tooDeep) * NEARER);
  }
  return null;
}

function* bestWithin(
  task: Task,
  threshold: number,
  trellis: Trellis,
): Generator<void, Outcome | typeof TOO_DEEP> {
  const { roster, wanted, workshop } = task;
  const { instance } = roster;
  const { limits, walk } = workshop;
  const windows = windowsOf(instance, trellis, roster.relaxation, threshold, workshop.scratch);
  const table = yield* fewCompletions(task, { instance, trellis, windows, threshold });
  if (table === null) return TOO_DEEP;
  const isPlain = everyOneCounts(task);
  const guard = isPlain ? undefined : new Guard(instance);
  const room = isPlain ? wanted.count : Number.POSITIVE_INFINITY;
  walk.begin({ instance, trellis, windows, table, threshold, room, guard });
  const outcome = yield* visit(task, Number.POSITIVE_INFINITY, limits.narrowedNodes);
  return outcome === NO_ROOM || outcome === TOO_COARSE ? TOO_DEEP : outcome;
}

/** The frontiers within windows that are narrowed for as long as there are too many completions. */
function* fewCompletions(
  { roster: { relaxation }, workshop: { scratch, limits } }: Task,
  plan: Omit<Narrowing, "most">,
): Generator<void, Frontiers | null> {
  let known: Arrivals | undefined;
  for (const arrivals of narrow({ ...plan, most: limits.narrowed }, scratch)) {
    yield;
    known = arrivals;
    const few = frontiersOf({ ...plan, relaxation, arrivals, most: limits.frontiers }, scratch);
    if (few !== null) return few;
  }
  return frontiersOf({ ...plan, relaxation, arrivals: known, most: limits.narrowedFrontiers }, scratch);
}

/** Null where the seats have too many states. */
function layOutDearestFirst(
  instance: Instance,
  candidates: readonly number[],
  { automata, scratch }: Workshop,
): Trellis | null {
  const { roles, salary, model } = instance;
  const classified = classify(restrictTo(instance, candidates));
  const seating = automata.seating(classified);
  if (seating === null) return null;
  const classOf = new Int32Array(instance.size);
  for (const [at, candidate] of candidates.entries()) classOf[candidate] = classified.classOf[at]!;
  const dearest = new Float64Array(instance.size);
  for (const candidate of candidates)
    for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
      dearest[candidate] = Math.max(dearest[candidate]!, salary[option]!);
  // A rule that asks for nothing leaves the order of candidates as it is.
  const everybody = new Int32Array(model.entries);
  const grouping = groupingOf(instance, { kind: "groupsMinimum", groups: everybody, minimum: 0 });
  const classes = classified.shape.classes.length;
  const dearestFirst = candidates.toSorted((a, b) => dearest[b]! - dearest[a]! || a - b);
  const plan = { instance, seating, grouping, classOf, classes, candidates: dearestFirst };
  return layOutByGroup(plan, scratch, "dearest");
}
