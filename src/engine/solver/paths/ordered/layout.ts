import type { Automaton } from "../automaton.ts";
import type { AutomatonCache } from "../automaton-cache.ts";
import { classify } from "../classes.ts";
import { type Counter, type Instance, withCounters } from "../instance.ts";
import type { Scratch } from "../scratch.ts";
import { layOut, type Trellis } from "../trellis.ts";
import type { Terms } from "./branch.ts";
import { type Kinds, kindsOf } from "./kinds.ts";
import { layOutTracked } from "./tracked-trellis.ts";
import { digitsOf, type Tracker } from "./trackers.ts";

/** Trackers that take more numbers together are no counters of the automaton: it would be larger than it is worth. */
const MOST_NUMBERS = 24;
const MOST_SIZE = 400;

/** Once so many different automata keep trackers, trellises keep those for which it would take more. */
const MOST_AUTOMATA = 6;

/** An automaton that keeps some trackers as its counters, and those left for the trellis to keep. */
export interface Layout {
  readonly automaton: Automaton;
  /** Per candidate, a class of the automaton. */
  readonly classOf: Int32Array;
  readonly trackers: readonly Tracker[];
  readonly kinds: Kinds;
}

/** The layout of an automaton and trackers. */
export function layoutBy(
  instance: Instance,
  { automaton, classOf, trackers }: Omit<Layout, "kinds">,
): Layout {
  return { automaton, classOf, trackers, kinds: kindsOf(instance, automaton, classOf, trackers) };
}

/**
 * How a branch's candidates are laid out. Branches of one test are alike but for who is in which class, so that most
 * share one automaton; what all branches have to keep is kept by the trellis. `used` has the keys of automata of others.
 */
export function layoutOf(
  instance: Instance,
  { trackers, split }: Terms,
  plain: Layout,
  automata: AutomatonCache,
  used: Set<string>,
): Layout {
  const counted: Tracker[] = [];
  const counters: Counter[] = [];
  for (const tracker of trackers) {
    if (!split.has(tracker) || digitsOf([...counted, tracker]).size > MOST_NUMBERS) continue;
    const own = countersOf(instance, tracker);
    if (own === null) continue;
    counted.push(tracker);
    counters.push(...own);
  }
  const uncounted = { ...plain, trackers };
  if (counted.length === 0) return layoutBy(instance, uncounted);
  const classified = classify(withCounters(instance, counters));
  if (used.size === MOST_AUTOMATA && !used.has(classified.key)) return layoutBy(instance, uncounted);
  used.add(classified.key);
  const automaton = automata.get(classified);
  if (automaton === null || automaton.size > MOST_SIZE) return layoutBy(instance, uncounted);
  return layoutBy(instance, {
    automaton,
    classOf: classified.classOf,
    trackers: trackers.filter((tracker) => !counted.includes(tracker)),
  });
}

/** A tracker as counters of entries; null where only some of an entry's options are members. */
function countersOf(instance: Instance, { member, least, most }: Tracker): Counter[] | null {
  const { entry, roles, size, pick, model } = instance;
  const flags = new Uint8Array(model.entries);
  for (let candidate = 0; candidate < size; candidate += 1) {
    let [options, members] = [0, 0];
    for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1) {
      if (pick[option] === -1) continue;
      options += 1;
      members += member[option]!;
    }
    if (members > 0 && members < options) return null;
    if (members > 0) flags[entry[candidate]!] = 1;
  }
  return [
    ...(least > 0 ? [{ kind: "atLeast" as const, member: flags, limit: least }] : []),
    ...(most < Number.POSITIVE_INFINITY ? [{ kind: "atMost" as const, member: flags, limit: most }] : []),
  ];
}

/**
 * Lays out some candidates, none of whom picks an option that is `out` where trackers are left for the trellis; else
 * options of candidates who have others in are laid out as well.
 * @throws UnsupportedModelError where the trellis is too large.
 */
export function layOutBy(
  { automaton, classOf, trackers }: Layout,
  {
    instance,
    candidates,
    out,
  }: { readonly instance: Instance; readonly candidates: readonly number[]; readonly out: Uint8Array },
  scratch: Scratch,
  name: string,
): Trellis {
  const plan = { instance, automaton, classOf, candidates };
  return trackers.length === 0
    ? layOut(plan, scratch, name)
    : layOutTracked({ ...plan, trackers, out }, scratch, name);
}
