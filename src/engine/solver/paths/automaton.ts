import { enter, levelAtFirst, type RawLevel, readClass } from "./raw-level.ts";
import type { RosterShape } from "./roster-shape.ts";

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
}

/** When it is given up: such a roster is not for paths. */
interface Most {
  /** States of all levels, merged or not. */
  readonly states: number;
  /** Bytes of rows that are looked at, which takes about as long. */
  readonly effort: number;
}

const MOST: Most = { states: 60_000, effort: 40_000_000 };

/**
 * Reads classes in the order given, then merges states with the same future. Returns null when it grows beyond reason.
 */
export function buildAutomaton(
  shape: RosterShape,
  order: readonly number[],
  { states, effort }: Most = MOST,
): Automaton | null {
  const first = levelAtFirst(shape);
  if (first === null) return null;
  let before: Pick<RawLevel, "seats" | "states"> = first;
  const levels: RawLevel[] = [];
  let [statesLeft, effortLeft] = [states, effort];
  for (const at of order.keys()) {
    const level = effortLeft < 0 ? null : readClass(shape, before, order.slice(at), statesLeft);
    if (level === null) return null;
    levels.push(level);
    statesLeft -= level.states.size;
    effortLeft -= level.effort;
    before = level;
  }
  const end = before.seats.reading([], []);
  return (
    end &&
    minimize(
      shape,
      order,
      levels,
      enter(before, end, () => 0),
    )
  );
}

/**
 * Merges states with the same future, last level first; within a level, those with fewer free seats first. `accepted`
 * is 0 for states after which the lineup is whole.
 */
function minimize(
  { roles }: RosterShape,
  order: readonly number[],
  rawLevels: readonly RawLevel[],
  accepted: Int32Array,
): Automaton {
  const levels: Level[] = [];
  let after = accepted;
  for (let at = rawLevels.length - 1; at >= 0; at -= 1) {
    const raw = rawLevels[at]!;
    const merged = new Int32Array(raw.states.size).fill(-1);
    const byFuture = new Map<string, number>();
    const take: number[] = [];
    const next: number[] = [];
    for (const state of byOpenSeats(raw)) {
      let future = `${after[state]}`;
      let isDead = after[state] === -1;
      for (let role = 0; role < roles; role += 1) {
        const target = raw.take[state * roles + role]!;
        const taken = target === -1 ? -1 : merged[target]!;
        future += `,${taken}`;
        isDead &&= taken === -1;
      }
      if (isDead) continue;
      const known = byFuture.get(future);
      if (known !== undefined) {
        merged[state] = known;
        continue;
      }
      merged[state] = byFuture.size;
      byFuture.set(future, byFuture.size);
      next.push(after[state]!);
      for (let role = 0; role < roles; role += 1) {
        const target = raw.take[state * roles + role]!;
        take.push(target === -1 ? -1 : merged[target]!);
      }
    }
    levels.unshift({
      entryClass: order[at]!,
      states: next.length,
      take: Int32Array.from(take),
      next: Int32Array.from(next),
    });
    after = raw.entered.map((state) => (state === -1 ? -1 : merged[state]!));
  }
  return {
    levels,
    start: after[0] ?? -1,
    size: levels.reduce((sum, level) => sum + level.states, 0),
  };
}

function byOpenSeats({ seats, states }: RawLevel): number[] {
  const open = Uint8Array.from({ length: states.size }, (_, state) =>
    seats.openSeats(states.bytes, state * seats.width),
  );
  return [...open.keys()].sort((a, b) => open[a]! - open[b]!);
}
