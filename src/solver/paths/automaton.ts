/**
 * What tells candidates apart for the roster: the slots they may sit in, role by role, and the counters they
 * count in. Candidates of one class are interchangeable but for points and salary.
 */
export interface EntryClass {
  /** Bits of slots, one element per role; 0 where the class has no such role. */
  readonly slots: readonly number[];
  /** Bit j is set when members count in counter j. */
  readonly counts: number;
}

/** A counter as the automaton sees it: how many are still needed, or still allowed. */
export interface CounterLimit {
  readonly kind: "atLeast" | "atMost";
  readonly limit: number;
}

/** The roster an automaton reads lineups for. */
export interface RosterShape {
  readonly seats: readonly number[];
  readonly roles: number;
  readonly classes: readonly EntryClass[];
  readonly counters: readonly CounterLimit[];
}

/** The states while the candidates of one class are read; -1 is the dead state. */
interface Level {
  /** Index into `RosterShape.classes`. */
  readonly entryClass: number;
  readonly states: number;
  /** State after picking in a role, `state * roles + role`. */
  readonly take: Int32Array;
  /** State of the next level, once the class is read; of the one accepting state, 0, after the last. */
  readonly next: Int32Array;
}

/** The minimal deterministic automaton that accepts exactly the lineups that can be seated; `start` is -1 when none can. */
export interface Automaton {
  readonly levels: readonly Level[];
  readonly start: number;
  /** The sum of the levels' states, which is what an order of classes is judged by. */
  readonly size: number;
  /** How many states were made to find these. */
  readonly effort: number;
}

/** Gives up once the subset construction has made this many states; such a roster is not for paths. */
const MOST_RAW_STATES = 60_000;

/** One raw state: every way the seats may still be free, and what the counters have left. */
export interface RawState {
  readonly free: readonly string[];
  readonly counters: readonly number[];
}

interface RawLevel {
  readonly states: RawState[];
  readonly index: Map<string, number>;
  /** Raw states after picking, `state * roles + role`; -1 is dead. */
  readonly take: number[];
  /** Raw states of the next level. */
  readonly next: number[];
}

/**
 * Reads classes in the order given: subset construction over the seats still free, then minimized backwards.
 * Returns null when it grows beyond reason.
 */
export function buildAutomaton(shape: RosterShape, order: readonly number[]): Automaton | null {
  const futures = Array.from({ length: order.length + 1 }, (_, at) => futureOf(shape, order.slice(at)));
  const rawLevels: RawLevel[] = [];
  let entering = [startOf(shape)];
  let made = 0;
  for (let at = 0; at < order.length; at += 1) {
    const level: RawLevel = { states: [], index: new Map(), take: [], next: [] };
    const entered = entering.map((state) => add(level, normalize(shape, futures[at]!, state)));
    rawLevels.at(-1)?.next.push(...entered);
    expand(shape, shape.classes[order[at]!]!, futures[at]!, level);
    rawLevels.push(level);
    entering = level.states;
    made += entering.length;
    if (made > MOST_RAW_STATES) return null;
  }
  const accepted = entering.map((state) =>
    normalize(shape, futures[order.length]!, state) === null ? -1 : 0,
  );
  const last = rawLevels.at(-1);
  if (last === undefined) return { levels: [], start: accepted[0]!, size: 1, effort: 1 };
  last.next.push(...accepted);
  return { ...minimize(shape, order, rawLevels), effort: made };
}

/** Nobody picked yet. */
export function startOf({ seats, counters }: RosterShape): RawState {
  return { free: [String.fromCharCode(...seats)], counters: counters.map(({ limit }) => limit) };
}

/** Adds to a level the states that picking from its class leads to. */
function expand(shape: RosterShape, entryClass: EntryClass, future: Future, level: RawLevel): void {
  for (let index = 0; index < level.states.length; index += 1) {
    for (let role = 0; role < shape.roles; role += 1) {
      const taken = pick(shape, level.states[index]!, entryClass, role);
      level.take.push(add(level, taken && normalize(shape, future, taken)));
    }
  }
}

function add(level: RawLevel, state: RawState | null): number {
  if (state === null) return -1;
  const key = keyOf(state);
  const known = level.index.get(key);
  if (known !== undefined) return known;
  level.index.set(key, level.states.length);
  level.states.push(state);
  return level.states.length - 1;
}

/** Spells a state whose ways are sorted: equal keys, equal states. */
export function keyOf(state: RawState): string {
  return `${state.counters.join(",")}|${state.free.join("")}`;
}

/** The state after picking one of a class in a role; null where no seat or no counter allows it. */
export function pick(
  shape: RosterShape,
  state: RawState,
  entryClass: EntryClass,
  role: number,
): RawState | null {
  const bits = entryClass.slots[role]!;
  if (bits === 0) return null;
  const counters = state.counters.slice();
  for (const [index, counter] of shape.counters.entries()) {
    if (((entryClass.counts >> index) & 1) === 0) continue;
    if (counter.kind === "atLeast") counters[index] = Math.max(0, counters[index]! - 1);
    else if (counters[index] === 0) return null;
    else counters[index]! -= 1;
  }
  const free = new Set<string>();
  for (const vector of state.free) {
    for (let slot = 0; slot < shape.seats.length; slot += 1) {
      const seats = vector.charCodeAt(slot);
      if (seats === 0 || ((bits >> slot) & 1) === 0) continue;
      free.add(vector.slice(0, slot) + String.fromCharCode(seats - 1) + vector.slice(slot + 1));
    }
  }
  return free.size === 0 ? null : { free: [...free], counters };
}

/**
 * One spelling for states that the classes still to come cannot tell apart: seats that nobody left can take make a
 * way dead, slots that the same classes can take are one, and counters that can no longer change are dropped.
 */
function normalize(shape: RosterShape, { takers, twin, counted }: Future, state: RawState): RawState | null {
  const free = new Set<string>();
  for (const vector of state.free) {
    const merged = new Array<number>(vector.length).fill(0);
    let dead = false;
    for (let slot = 0; slot < vector.length; slot += 1) {
      const seats = vector.charCodeAt(slot);
      if (seats > 0 && takers[slot] === "") dead = true;
      merged[twin[slot]!]! += seats;
    }
    if (!dead) free.add(String.fromCharCode(...merged));
  }
  if (free.size === 0) return null;
  const spellings = [...free].sort();
  let open = 0;
  for (let slot = 0; slot < shape.seats.length; slot += 1) open += spellings[0]!.charCodeAt(slot);
  const counters = state.counters.slice();
  for (const [index, { kind }] of shape.counters.entries()) {
    const left = counters[index]!;
    const reachable = ((counted >> index) & 1) === 1 ? open : 0;
    if (kind === "atLeast" && left > reachable) return null;
    if (kind === "atMost" && left < 0) return null;
    if (kind === "atMost") counters[index] = Math.min(left, reachable);
  }
  return { free: spellings, counters };
}

/** What the classes still to come can do. */
interface Future {
  /** Per slot, which of them can take it in which role, as a key. */
  readonly takers: readonly string[];
  /** Per slot, the first slot with the same takers. */
  readonly twin: readonly number[];
  /** Bits of the counters that one of them counts in. */
  readonly counted: number;
}

function futureOf(shape: RosterShape, order: readonly number[]): Future {
  const takers = shape.seats.map((_, slot) => {
    const takes = (index: number, role: number) => ((shape.classes[index]!.slots[role]! >> slot) & 1) === 1;
    return order
      .flatMap((index) =>
        shape.classes[index]!.slots.flatMap((_, role) => (takes(index, role) ? [`${index}.${role}`] : [])),
      )
      .join(" ");
  });
  const twin = takers.map((key) => takers.indexOf(key));
  const counted = order.reduce((bits, index) => bits | shape.classes[index]!.counts, 0);
  return { takers, twin, counted };
}

/** Merges states with the same future, last level first; within a level, those with fewer free seats first. */
function minimize(
  shape: RosterShape,
  order: readonly number[],
  rawLevels: readonly RawLevel[],
): Omit<Automaton, "effort"> {
  const { roles } = shape;
  const levels: Level[] = [];
  let mergedNext: readonly number[] = [0];
  for (let at = rawLevels.length - 1; at >= 0; at -= 1) {
    const raw = rawLevels[at]!;
    const merged = new Array<number>(raw.states.length).fill(-1);
    const byFuture = new Map<string, number>();
    const take: number[] = [];
    const next: number[] = [];
    for (const state of byOpenSeats(raw.states)) {
      const after = raw.next[state] === -1 ? -1 : mergedNext[raw.next[state]!]!;
      const taken: number[] = [];
      for (let role = 0; role < roles; role += 1) {
        const target = raw.take[state * roles + role]!;
        taken.push(target === -1 ? -1 : merged[target]!);
      }
      if (after === -1 && taken.every((target) => target === -1)) continue;
      const future = `${after}|${taken.join(",")}`;
      const known = byFuture.get(future);
      if (known !== undefined) {
        merged[state] = known;
        continue;
      }
      merged[state] = byFuture.size;
      byFuture.set(future, byFuture.size);
      take.push(...taken);
      next.push(after);
    }
    levels.unshift({
      entryClass: order[at]!,
      states: next.length,
      take: Int32Array.from(take),
      next: Int32Array.from(next),
    });
    mergedNext = merged;
  }
  const size = levels.reduce((sum, level) => sum + level.states, 0);
  const start = mergedNext[0] ?? -1;
  return { levels, start, size };
}

/** How many seats are free, which is the same in every way. */
export function openSeatsOf({ free: [way = ""] }: RawState): number {
  return [...way].reduce((sum, seats) => sum + seats.charCodeAt(0), 0);
}

function byOpenSeats(states: readonly RawState[]): number[] {
  const open = states.map(openSeatsOf);
  return [...states.keys()].sort((a, b) => open[a]! - open[b]!);
}
