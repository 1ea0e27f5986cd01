import type { AutomatonCache } from "./automaton-cache.ts";
import { type Classified, classify } from "./classes.ts";
import { layOutByGroup } from "./group-trellis.ts";
import { groupingOf } from "./grouping.ts";
import type { GroupRule, Instance } from "./instance.ts";
import type { PathLimits } from "./limits.ts";
import { ifLoaded } from "./ordered/load.ts";
import { type Relaxation, relax } from "./relaxation.ts";
import type { Scratch } from "./scratch.ts";
import { layOut, type Trellis } from "./trellis.ts";
import type { Walk } from "./walk.ts";

/** What is kept from one solve to the next. */
export interface Workshop {
  readonly scratch: Scratch;
  readonly automata: AutomatonCache;
  readonly walk: Walk;
  readonly limits: PathLimits;
}

/** An instance, a way to lay out its candidates, and its relaxation over all of them. */
export interface Roster {
  readonly instance: Instance;
  /** Per candidate, its class. */
  readonly classOf: Int32Array;
  /** How large its automaton is; 0 where the trellis needs none. */
  readonly size: number;
  readonly layOut: Layout;
  readonly relaxation: Relaxation;
}

/** Lays out candidates (ascending); the trellis lasts until the next one of that name. Null where it is too large. */
export type Layout = (candidates: readonly number[], name: string) => Trellis | null;

/** The trellis that a group rule was to be part of, or the automaton, is too large. */
export const TOO_LARGE = "too large";

/** What a roster is read for. */
interface Purpose {
  /** Where given, candidates are read group by group. */
  readonly groupRule?: GroupRule | undefined;
  /** How many lineups are wanted, where nothing is asked of them but what the instance's slots and counters say. */
  readonly plainCount?: number | undefined;
  /** Where true, the automaton of all candidates is known to be large. */
  readonly isLarge?: boolean | undefined;
  /** Where true, groups count for nothing. */
  readonly seatsAlone?: boolean;
}

/** Reads an instance. Null when nobody can fill the roster within the budget. */
export function readRoster(
  instance: Instance,
  workshop: Workshop,
  { groupRule, plainCount, isLarge, seatsAlone = false }: Purpose = {},
): Roster | null | typeof TOO_LARGE {
  const { limits } = workshop;
  const large = groupRule === undefined ? ifLoaded() : undefined;
  if (isLarge && large) return large.sieve(instance, workshop, seatsAlone);
  const { pool } = instance;
  const classified = pool?.classified(instance) ?? classify(instance);
  const layout =
    groupRule === undefined
      ? layoutByClass(instance, classified, workshop)
      : layoutByGroup(instance, classified, groupRule, workshop);
  if (large && (layout === null || layout.size > limits.sieved))
    return large.sieve(instance, workshop, seatsAlone);
  const everybody =
    large && layout !== null && layout.size > limits.undominated && plainCount !== undefined
      ? large.undominated(instance, instance.openSeats - 1 + plainCount)
      : Array.from({ length: instance.size }, (_, candidate) => candidate);
  if (layout === null) return TOO_LARGE;
  const trellis = pool?.trellis(instance, layout, everybody) ?? layout.layOut(everybody, "all");
  if (trellis === null) return TOO_LARGE;
  const relaxation = trellis.start === -1 ? null : relax(instance, trellis, workshop.scratch);
  if (relaxation === null) return null;
  return { instance, classOf: classified.classOf, ...layout, relaxation };
}

type SizedLayout = Pick<Roster, "layOut" | "size"> | null;

function layoutByClass(
  instance: Instance,
  classified: Classified,
  { automata, scratch }: Workshop,
): SizedLayout {
  const automaton = automata.get(classified);
  if (automaton === null) return null;
  const { classOf } = classified;
  return {
    size: automaton.size,
    layOut: (candidates, name) => layOut({ instance, automaton, classOf, candidates }, scratch, name),
  };
}

function layoutByGroup(
  instance: Instance,
  classified: Classified,
  rule: GroupRule,
  { automata, scratch }: Workshop,
): SizedLayout {
  const seating = automata.seating(classified);
  if (seating === null) return null;
  const { classOf, shape } = classified;
  const fixed = { instance, seating, grouping: groupingOf(instance, rule), classOf };
  const classes = shape.classes.length;
  return {
    size: 0,
    layOut: (candidates, name) => layOutByGroup({ ...fixed, classes, candidates }, scratch, name),
  };
}
