import { UnsupportedModelError } from "../../errors.ts";
import type { Automaton } from "./automaton.ts";
import type { AutomatonCache } from "./automaton-cache.ts";
import { classify } from "./classes.ts";
import { type Counter, type Instance, MOST_COUNTERS, withCounters } from "./instance.ts";
import { type Layers, layOut } from "./layers.ts";
import type { PathLimits } from "./limits.ts";
import { type Patience, Refusals } from "./refusals.ts";
import { type Relaxation, relax, relaxAt, slacks } from "./relaxation.ts";
import { BLUR, salaryTable } from "./salary-table.ts";
import type { Scratch } from "./scratch.ts";
import { type Cut, type SideRules, sideRules } from "./side-rules.ts";
import type { Walk } from "./walk.ts";

/** What is kept from one solve to the next. */
export interface Workshop {
  readonly scratch: Scratch;
  readonly automata: AutomatonCache;
  readonly walk: Walk;
  readonly limits: PathLimits;
}

/** A lineup found: the model's picks, the fixed ones included, and their points. */
export interface Found {
  readonly picks: readonly number[];
  readonly points: number;
}

export interface Wanted {
  readonly count: number;
  /** Lineups of fewer points are not wanted. */
  readonly floor: number;
  /** Refuses lineups, as the model's entries, that belong elsewhere. */
  readonly keep?: (entries: Int32Array, length: number) => boolean;
  /** Unlimited where absent. */
  readonly patience?: Patience;
}

/** More lineups were refused than the caller has patience for. */
export const IMPATIENT = "impatient";

/** The lineups found, the cut that is needed first, or the end of the caller's patience. */
type Outcome = Found[] | Cut | typeof IMPATIENT;

/** A walk was asked for more lineups than it had room for. */
const NO_ROOM = "no room";

/** How many lineups are visited between two chances to stop. */
const VISITS_PER_TURN = 512;

/**
 * The `count` best lineups of an instance, best first, its pair rules aside; all there are at or above the floor when
 * these are fewer. Yields now and then, so that the caller may stop it. Group rules are checked on each lineup; one
 * that refuses too many becomes a counter of the automaton.
 * @throws UnsupportedModelError when even so it does not get there.
 */
export function* enumerate(
  instance: Instance,
  wanted: Wanted,
  workshop: Workshop,
): Generator<void, Found[] | typeof IMPATIENT> {
  const rules = sideRules(instance);
  if (!rules.possible) return [];
  const refusals = new Refusals(workshop.limits, wanted.patience);
  let counters: readonly Counter[] = [];
  for (;;) {
    const roster = readRoster(withCounters(instance, counters), workshop);
    if (roster === null) return [];
    if (counters.length > 0 && roster.automaton.size > workshop.limits.states) {
      counters = counters.slice(0, -1);
      refusals.makeNoMoreCuts();
      continue;
    }
    const outcome = yield* certifiedBest(roster, wanted, rules, refusals, workshop);
    if (Array.isArray(outcome) || outcome === IMPATIENT) return outcome;
    counters = [...counters, outcome.counter()];
    if (instance.counters.length + counters.length >= MOST_COUNTERS) refusals.makeNoMoreCuts();
  }
}

/** An instance, its automaton and its relaxation over all candidates. */
export interface Roster {
  readonly instance: Instance;
  readonly classOf: Int32Array;
  readonly automaton: Automaton;
  readonly layers: Layers;
  readonly relaxation: Relaxation;
  /** Per layer, how far below the bound every lineup with its candidate lies. */
  readonly slack: Float64Array;
  /** The same, sorted; unreachable candidates last. */
  readonly ranked: Float64Array;
}

/** Null when nobody can fill the roster within the budget. */
export function readRoster(instance: Instance, { scratch, automata }: Workshop): Roster | null {
  const classified = classify(instance);
  const automaton = automata.get(classified);
  if (automaton === null) throw new UnsupportedModelError("paths", "its slots make too large an automaton");
  const everyone = Int32Array.from({ length: instance.size }, (_, candidate) => candidate);
  const layers = layOut(automaton, instance.roles, classified.classOf, everyone, scratch, "all");
  if (layers.start === -1) return null;
  const relaxation = relax(instance, layers, scratch, "all");
  if (relaxation === null) return null;
  const slack = slacks(layers, relaxation, scratch);
  const ranked = slack.slice(0, layers.length).sort();
  return { instance, classOf: classified.classOf, automaton, layers, relaxation, slack, ranked };
}

/**
 * Solves for lineups near the bound. What it finds is certified when the last lineup wanted lies above the threshold
 * that whatever was left out cannot reach; else the threshold is lowered.
 * @returns the lineups, or the cut that is needed first.
 */
function* certifiedBest(
  roster: Roster,
  wanted: Wanted,
  rules: SideRules,
  refusals: Refusals,
  workshop: Workshop,
): Generator<void, Outcome> {
  const { bound } = roster.relaxation;
  let depth = firstDepth(roster, wanted.count);
  for (let round = 1; ; round += 1) {
    const reach = round > MOST_ROUNDS ? Number.NEGATIVE_INFINITY : bound - depth;
    const outcome = yield* bestAbove(
      roster,
      Math.max(reach, wanted.floor),
      wanted,
      rules,
      refusals,
      workshop,
    );
    if (!Array.isArray(outcome)) return outcome;
    if (outcome.length === wanted.count || reach <= wanted.floor) return outcome;
    depth = nextDepth(roster, depth, outcome, wanted.count);
  }
}

/** After this many thresholds there is none, and everything is searched. */
const MOST_ROUNDS = 8;

/** How far below the bound the first threshold lies: near enough to leave few candidates. A bad guess costs time only. */
function firstDepth({ instance, ranked }: Roster, count: number): number {
  const seats = instance.seats.reduce((sum, open) => sum + open, 0);
  const kept = 2 * seats + Math.ceil(4 * Math.log2(count));
  return ranked[Math.min(kept, ranked.length - 1)] ?? 0;
}

/**
 * The number of lineups grows about with the third power of the depth below the best one; from the few found, that
 * tells how deep to go.
 */
function nextDepth(
  { instance, relaxation }: Roster,
  depth: number,
  found: readonly Found[],
  count: number,
): number {
  const best = found[0];
  if (best === undefined || found.length < 4) return Math.max(2 * depth, Math.abs(relaxation.bound) * 1e-3);
  const over = relaxation.bound - (best.points - instance.fixedPoints);
  const growth = ((1.3 * count) / found.length) ** (1 / 3);
  return over + (depth - over) * Math.min(3, Math.max(1.15, growth));
}

/** The best lineups of at least `threshold` points, at most as many as are wanted. */
function* bestAbove(
  roster: Roster,
  threshold: number,
  wanted: Wanted,
  rules: SideRules,
  refusals: Refusals,
  workshop: Workshop,
): Generator<void, Outcome> {
  const { instance, automaton, classOf, relaxation } = roster;
  const { scratch, walk, limits } = workshop;
  const layers = layOut(
    automaton,
    instance.roles,
    classOf,
    candidatesAbove(roster, threshold),
    scratch,
    "few",
  );
  if (layers.start === -1) return [];
  const few = relaxAt(relaxation.price, instance, layers, scratch, "few");
  const table = salaryTable(instance, layers, few, threshold, scratch, limits.cells);
  const everyOneCounts = rules.idle && table.exact && wanted.keep === undefined;
  for (let room = everyOneCounts ? wanted.count : 4 * wanted.count + limits.room; ; room *= 4) {
    walk.begin(instance, layers, table, threshold, room);
    const outcome = yield* visit(instance, layers, wanted, rules, refusals, walk, room);
    if (everyOneCounts || outcome !== NO_ROOM) return outcome === NO_ROOM ? [] : outcome;
  }
}

/** Takes a walk's lineups one by one, at most `room` of them, until as many as are wanted are found legal. */
function* visit(
  instance: Instance,
  layers: Layers,
  wanted: Wanted,
  rules: SideRules,
  refusals: Refusals,
  walk: Walk,
  room: number,
): Generator<void, Outcome | typeof NO_ROOM> {
  const { roles, fixed, fixedPoints, model } = instance;
  const found: Found[] = [];
  const entries = new Int32Array(fixed.length + walk.lineup.length);
  for (const [index, pick] of fixed.entries()) entries[index] = model.picks.entry[pick]!;
  for (let visits = 1; found.length < wanted.count; visits += 1) {
    if (visits > room) return NO_ROOM;
    if (visits % VISITS_PER_TURN === 0) yield;
    const points = walk.next();
    if (points === Number.NEGATIVE_INFINITY) break;
    const picks = [...fixed];
    let salary = 0;
    for (let index = 0; index < walk.lineupLength; index += 1) {
      const pick = walk.lineup[index]!;
      const candidate = layers.candidate[Math.floor(pick / roles)]!;
      const at = candidate * roles + (pick % roles);
      picks.push(instance.pick[at]!);
      salary += instance.salary[at]!;
      entries[fixed.length + index] = instance.entry[candidate]!;
    }
    const kept = salary <= instance.budget && wanted.keep?.(entries, picks.length) !== false;
    const cut = kept ? rules.judge(entries, picks.length) : null;
    if (kept && cut === null) found.push({ picks, points: points + fixedPoints });
    else if (refusals.exhaustPatience(found.length)) return IMPATIENT;
    else if (cut !== null && refusals.callFor(cut, found.length)) return cut;
  }
  return found;
}

/** Everybody through whom a lineup of `threshold` points may lead. */
function candidatesAbove({ layers, relaxation, slack }: Roster, threshold: number): number[] {
  const allowed = relaxation.bound - threshold + BLUR;
  const candidates: number[] = [];
  for (let layer = 0; layer < layers.length; layer += 1) {
    if (slack[layer]! <= allowed) candidates.push(layers.candidate[layer]!);
  }
  return candidates;
}
