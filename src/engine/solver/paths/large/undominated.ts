import type { Instance } from "../instance.ts";

/**
 * Candidates of whom the best lineups have need, ascending. One candidate stands before another who sits wherever the
 * other may, counts as the other does, pays no less and costs no more; of equals the earlier. Before whom `ahead` stand,
 * `openSeats - 1` of them and one for each lineup wanted, is in none that is needed: of those ahead, as many as lineups
 * are wanted are not in the lineup, each may take the place, and the lineups that this gives are no worse. Nobody who
 * must be picked is left out, nor counts as being ahead. Holds only where nothing else is asked of lineups.
 */
export function undominated(instance: Instance, ahead: number): number[] {
  const { size, roles, points, required } = instance;
  const bestOf = new Float64Array(size);
  for (const candidate of bestOf.keys())
    for (let role = 0; role < roles; role += 1) bestOf[candidate]! += points[candidate * roles + role]!;
  const order = Array.from(bestOf.keys()).sort((a, b) => bestOf[b]! - bestOf[a]!);
  return order
    .filter((candidate, place) => {
      if (required[candidate] === 1) return true;
      let before = 0;
      for (let earlier = 0; earlier < place; earlier += 1) {
        const other = order[earlier]!;
        if (required[other] === 1 || !standsBefore(instance, other, candidate)) continue;
        before += 1;
        if (before === ahead) return false;
      }
      return true;
    })
    .sort((a, b) => a - b);
}

/** Whether one candidate can take another's seat in any lineup and make it no worse. */
function standsBefore(instance: Instance, one: number, other: number): boolean {
  const { roles, slots, points, salary, counters, entry } = instance;
  for (let role = 0; role < roles; role += 1) {
    const own = one * roles + role;
    const its = other * roles + role;
    if (slots[its] === 0) continue;
    if ((slots[its]! & ~slots[own]!) !== 0) return false;
    if (points[own]! < points[its]! || salary[own]! > salary[its]!) return false;
  }
  for (let index = 0; index < counters.length; index += 1) {
    const { member } = counters[index]!;
    if (member[entry[one]!] !== member[entry[other]!]) return false;
  }
  return true;
}
