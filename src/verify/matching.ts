/**
 * A largest matching of left nodes to seats by augmenting paths. `choices[left]` lists the seats that the left node
 * may take; each seat is taken once.
 * @returns for each left node its seat, or null.
 */
export function largestMatching(choices: readonly (readonly number[])[]): (number | null)[] {
  const takenBy = new Map<number, number>();
  const augment = (left: number, tried: Set<number>): boolean =>
    choices[left]!.some((seat) => {
      if (tried.has(seat)) return false;
      tried.add(seat);
      const other = takenBy.get(seat);
      if (other !== undefined && !augment(other, tried)) return false;
      takenBy.set(seat, left);
      return true;
    });
  for (const left of choices.keys()) augment(left, new Set());
  const seats = new Array<number | null>(choices.length).fill(null);
  for (const [seat, left] of takenBy) seats[left] = seat;
  return seats;
}
