import type { Instance } from "../instance.ts";
import type { Scratch } from "../scratch.ts";
import type { Kinds } from "./kinds.ts";

/**
 * The options worth most of each kind and role, of as many candidates as a lineup has of the kind at the most. A lineup with
 * another option of that kind and role lacks one of these candidates, who is worth no less and can take the place.
 */
export interface TopPerClass {
  /** Those who have such an option, and whoever must be picked. */
  readonly candidates: readonly number[];
  /** Per kind and role, `kind * roles + role`, where its options begin among `options`, and how many there are. */
  readonly from: Int32Array;
  readonly count: Int32Array;
  readonly options: Int32Array;
}

/** Finds the top candidates of each kind among the options that are not out. */
export function topPerClass(
  { of, most }: Kinds,
  { size, roles, pick, required }: Instance,
  out: Uint8Array,
  worth: Float64Array,
  scratch: Scratch,
): TopPerClass {
  const groups = most.length * roles;
  const from = scratch.integers("top from", groups);
  const count = scratch.integers("top count", groups);
  let room = 0;
  for (let group = 0; group < groups; group += 1) {
    from[group] = room;
    count[group] = 0;
    room += most[Math.floor(group / roles)]!;
  }
  const options = scratch.integers("top", room);
  const candidates: number[] = [];
  for (let candidate = 0; candidate < size; candidate += 1) {
    if (required[candidate] === 1) {
      candidates.push(candidate);
      continue;
    }
    const kind = of[candidate]!;
    const wanted = most[kind]!;
    if (wanted === 0) continue;
    for (let role = 0; role < roles; role += 1) {
      const option = candidate * roles + role;
      if (out[option] === 1 || pick[option] === -1) continue;
      const group = kind * roles + role;
      const first = from[group]!;
      const own = worth[option]!;
      let at = first + count[group]!;
      if (count[group]! < wanted) count[group]! += 1;
      else if (own <= worth[options[at - 1]!]!) continue;
      else at -= 1;
      for (; at > first && worth[options[at - 1]!]! < own; at -= 1) options[at] = options[at - 1]!;
      options[at] = option;
    }
  }
  const isAmong = scratch.integers("top among", size).fill(0, 0, size);
  for (let group = 0; group < groups; group += 1)
    for (let at = from[group]!; at < from[group]! + count[group]!; at += 1) {
      const candidate = Math.floor(options[at]! / roles);
      if (isAmong[candidate] === 1) continue;
      isAmong[candidate] = 1;
      candidates.push(candidate);
    }
  return { candidates, from, count, options };
}
