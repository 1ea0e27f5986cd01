/** Values for the page's parts. A part is rendered again only when one of its values changes. */
import { computed, type ReadonlySignal } from "@preact/signals";

/** A computed signal whose value stays the same object while its fields are unchanged. */
export function steady<Fields extends object>(compute: () => Fields): ReadonlySignal<Fields> {
  let last: Fields | undefined;
  return computed(() => {
    const next = compute();
    const names = Object.keys(next) as (keyof Fields)[];
    if (last === undefined || names.some((name) => next[name] !== last![name])) last = next;
    return last;
  });
}

/** Returns a function that computes a `steady` record for a player at the first call, and then keeps it. */
export function byPlayer<Fields extends object>(
  compute: (player: number) => Fields,
): (player: number) => Fields {
  const made: ReadonlySignal<Fields>[] = [];
  return (player) => {
    made[player] ??= steady(() => compute(player));
    return made[player].value;
  };
}
