import type { ContestBase, ContestPosition } from "../schema/contest.ts";

/**
 * The contest's position that a spelling means, by name or alias (`LW` is `W` where the table says so). Letters
 * count as they stand; spaces around the spelling do not.
 */
export function positionNamed(
  table: Pick<ContestBase, "positions">,
  spelling: string,
): ContestPosition | undefined {
  const wanted = spelling.trim();
  return table.positions.find(({ name, aliases }) => name === wanted || aliases.includes(wanted));
}
