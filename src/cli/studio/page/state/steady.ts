/** Values for the page's parts. A part is rendered again only when one of its values changes. */
import { computed, type ReadonlySignal } from "@preact/signals";

/** A computed record that stays the same object while its fields stay the same. */
export function steady<Fields extends object>(compute: () => Fields): ReadonlySignal<Fields> {
  let last: Fields | undefined;
  return computed(() => {
    const next = compute();
    const names = Object.keys(next) as (keyof Fields)[];
    if (last === undefined || names.some((name) => next[name] !== last![name])) last = next;
    return last;
  });
}

/** The steady records of players, each made when it is first asked for. */
export function byPlayer<Fields extends object>(
  compute: (player: number) => Fields,
): (player: number) => Fields {
  const made: ReadonlySignal<Fields>[] = [];
  return (player) => {
    made[player] ??= steady(() => compute(player));
    return made[player].value;
  };
}
