import type { LeftOut, LeftOutReason } from "./slate.ts";

const PHRASES: Readonly<Record<LeftOutReason, string>> = {
  injured: "marked as out",
  "game-started": "whose game has started",
  "game-over": "whose game is over",
  "game-off": "whose game is off",
  "game-unknown": "without a game",
};

/** How many were left out and why, such as `12 marked as out (9 O, 3 IR), 40 whose game has started`. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string {
  return [...countBy(leftOut, ({ reason }) => reason)]
    .map(([reason, count]) => {
      if (reason !== "injured") return `${count} ${PHRASES[reason]}`;
      const marks = countBy(
        leftOut.filter((other) => other.reason === reason),
        ({ detail }) => detail,
      );
      return `${count} ${PHRASES[reason]} (${[...marks].map(([mark, times]) => `${times} ${mark}`).join(", ")})`;
    })
    .join(", ");
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
