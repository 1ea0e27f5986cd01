import type { Automaton } from "../automaton.ts";
import type { Instance } from "../instance.ts";
import type { Tracker } from "./trackers.ts";

/** Candidates of one kind sit wherever the others do and count as they do: any of them can take another's place. */
export interface Kinds {
  /** Per candidate, his kind. */
  readonly of: Int32Array;
  /** Per kind, how many of it a lineup has at the most. */
  readonly most: Int32Array;
}

/** The kinds of an instance's candidates, by class and by what trackers count. */
export function kindsOf(
  { roles }: Instance,
  automaton: Automaton,
  classOf: Int32Array,
  trackers: readonly Tracker[],
): Kinds {
  let kinds: Kinds = { of: classOf, most: mostOfClasses(automaton, roles) };
  for (const { member } of trackers) {
    const { of, most } = kinds;
    const numbers = new Int32Array(most.length << roles).fill(-1);
    const refined: number[] = [];
    const refinedOf = of.map((kind, candidate) => {
      let at = kind;
      for (let role = 0; role < roles; role += 1) at = 2 * at + member[candidate * roles + role]!;
      if (numbers[at] === -1) numbers[at] = refined.push(most[kind]!) - 1;
      return numbers[at]!;
    });
    kinds = { of: refinedOf, most: Int32Array.from(refined) };
  }
  return kinds;
}

const kept = new WeakMap<Automaton, Int32Array>();

/** Per class of an automaton, how many of it a lineup has at the most. */
function mostOfClasses(automaton: Automaton, roles: number): Int32Array {
  const known = kept.get(automaton);
  if (known !== undefined) return known;
  const most = new Int32Array(automaton.levels.length);
  for (const level of automaton.levels) most[level.entryClass] = longest(level, roles);
  kept.set(automaton, most);
  return most;
}

/** How often one of a level can be taken after another. */
function longest({ take, states }: Automaton["levels"][number], roles: number): number {
  const lengths = new Int32Array(states).fill(-1);
  const from = (state: number): number => {
    if (lengths[state] !== -1) return lengths[state]!;
    let most = 0;
    for (let role = 0; role < roles; role += 1) {
      const taken = take[state * roles + role]!;
      if (taken !== -1) most = Math.max(most, 1 + from(taken));
    }
    lengths[state] = most;
    return most;
  };
  return lengths.map((_, state) => from(state)).reduce((a, b) => Math.max(a, b), 0);
}
