import type { ContestBase, ContestPosition } from "../../shared/schema/contest.ts";

/** Cached position lookups, for lists that many requests share. */
const known = new WeakMap<readonly ContestPosition[], ReadonlyMap<string, ContestPosition>>();

/**
 * The contest's position with this name or alias (`LW` is `W` where the table says so). Case and surrounding
 * spaces are ignored.
 */
export function positionNamed(
  { positions }: Pick<ContestBase, "positions">,
  spelling: string,
): ContestPosition | undefined {
  return bySpelling(positions).get(spellingKey(spelling));
}

/** Like `positionNamed`, for the sport's positions that no slot of the contest accepts. */
export function unseatedNamed(
  { unseated }: Pick<ContestBase, "unseated">,
  spelling: string,
): ContestPosition | undefined {
  return bySpelling(unseated).get(spellingKey(spelling));
}

/** Normalizes the spelling of a position or slot for comparison. */
export function spellingKey(spelling: string): string {
  return spelling.trim().toUpperCase();
}

/** The index of the contest's slot with this name; -1 if there is none. */
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
