import type { LeftOut, LeftOutReason } from "./slate.ts";

const PHRASES: Readonly<Record<LeftOutReason, string>> = {
  injured: "marked as out",
  "game-started": "whose game has started",
  "game-over": "whose game is over",
  "game-off": "whose game is off",
  "game-unknown": "without a game",
};

/** Why someone cannot be drafted, in words. */
export function describeReason(reason: LeftOutReason): string {
  return PHRASES[reason];
}

/** How many of those marked as out are named. */
const NAMED = 8;

/**
 * How many were left out and why, such as `2 marked as out (1 O, 1 IR: Ado Kessby, Bor Lander), 40 whose game has
 * started`; of many marked as out the dearest are named.
 */
export function describeLeftOut(leftOut: readonly LeftOut[]): string {
  return [...countBy(leftOut, ({ reason }) => reason)]
    .map(([reason, count]) => {
      if (reason !== "injured") return `${count} ${PHRASES[reason]}`;
      const marked = leftOut.filter((other) => other.reason === reason);
      const marks = [...countBy(marked, ({ detail }) => detail)].map(([mark, times]) => `${times} ${mark}`);
      return `${count} ${PHRASES[reason]} (${marks.join(", ")}: ${dearest(marked)})`;
    })
    .join(", ");
}

function dearest(leftOut: readonly LeftOut[]): string {
  const names = leftOut
    .toSorted((a, b) => b.listing.salary - a.listing.salary)
    .map(({ listing }) => listing.name);
  const more = names.length > NAMED ? [`and ${names.length - NAMED} more`] : [];
  return [...names.slice(0, NAMED), ...more].join(", ");
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
