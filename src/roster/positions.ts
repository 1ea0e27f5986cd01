import type { ContestBase, ContestPosition } from "../schema/contest.ts";

/** Positions by their spellings, of lists that many requests share. */
const known = new WeakMap<readonly ContestPosition[], ReadonlyMap<string, ContestPosition>>();

/**
 * The contest's position that a spelling means, by name or alias (`LW` is `W` where the table says so). Case and
 * spaces around the spelling do not count.
 */
export function positionNamed(
  { positions }: Pick<ContestBase, "positions">,
  spelling: string,
): ContestPosition | undefined {
  return bySpelling(positions).get(spellingKey(spelling));
}

/** As `positionNamed`, of the sport's positions that no slot of the contest takes. */
export function unseatedNamed(
  { unseated }: Pick<ContestBase, "unseated">,
  spelling: string,
): ContestPosition | undefined {
  return bySpelling(unseated).get(spellingKey(spelling));
}

/** How spellings of positions and slots are compared. */
export function spellingKey(spelling: string): string {
  return spelling.trim().toUpperCase();
}

/** The index of the contest's slot of a name; -1 where there is none. */
export function slotNamed({ slots }: Pick<ContestBase, "slots">, spelling: string): number {
  const wanted = spellingKey(spelling);
  return slots.findIndex(({ name }) => spellingKey(name) === wanted);
}

function bySpelling(positions: readonly ContestPosition[]): ReadonlyMap<string, ContestPosition> {
  const found = known.get(positions);
  if (found !== undefined) return found;
  const spellings = new Map(
    positions.flatMap((position) =>
      [position.name, ...position.aliases].map((spelling) => [spellingKey(spelling), position] as const),
    ),
  );
  if (Object.isFrozen(positions)) known.set(positions, spellings);
  return spellings;
}
