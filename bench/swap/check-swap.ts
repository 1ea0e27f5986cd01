import type { Slate } from "../../src/files/slate.ts";
import type { SwapEntry, SwappedLineups } from "../../src/portfolio/swap/swap-lineups.ts";
import { WrongAnswerError } from "../check/wrong-answer.ts";

/**
 * Recomputes a swap's claims: salaries, locked seats, points, differences between lineups, and exposures.
 * @throws WrongAnswerError
 */
export function checkSwap(
  { entries: pool }: Slate,
  points: ReadonlyMap<string, number>,
  entries: readonly SwapEntry[],
  { entries: swapped, bound }: SwappedLineups,
  most: number | null,
): void {
  const salaries = new Map(pool.map(({ uuid, salary }) => [uuid, salary]));
  const counts = new Map<string, number>();
  const names = new Set<string>();
  let sum = 0;
  for (const [index, { before, after }] of swapped.entries()) {
    const { seats, points: claimed } = (after ?? before)!;
    for (const [seat, held] of entries[index]!.seats.entries())
      if (held?.locked && !seats.some(({ uuid }) => uuid === held.uuid))
        throw new WrongAnswerError(`Entry ${index + 1} loses the locked seat ${seat + 1}.`);
    const uuids = seats.map(({ uuid }) => uuid);
    const spent = uuids.reduce((total, uuid) => total + salaries.get(uuid)!, 0);
    if (spent > 50_000) throw new WrongAnswerError(`Entry ${index + 1} costs ${spent}.`);
    const worth = uuids.reduce((total, uuid) => total + points.get(uuid)!, 0);
    if (Math.abs(worth - claimed) > 1e-6)
      throw new WrongAnswerError(`Entry ${index + 1} claims ${claimed} points and has ${worth}.`);
    sum += worth;
    names.add(uuids.toSorted().join());
    for (const uuid of uuids) counts.set(uuid, (counts.get(uuid) ?? 0) + 1);
  }
  if (names.size < swapped.length) throw new WrongAnswerError("Two entries have the same lineup.");
  if (most !== null && Math.max(...counts.values()) > most)
    throw new WrongAnswerError(`A player is in more than ${most} lineups.`);
  if (bound !== null && sum > bound + 1e-6)
    throw new WrongAnswerError(`The sum ${sum} is above the bound ${bound}.`);
}
