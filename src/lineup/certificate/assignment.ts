/** The best assignment of options to seats, each to at most one, with a price per seat that proves it. */
export interface Assignment {
  readonly total: number;
  /** Per seat, the index of its option. */
  readonly chosen: readonly number[];
  /** Per seat: an option's worth in any seat is at most the seat's price plus the option's worth above it. */
  readonly prices: readonly number[];
}

/** The worth, far below any real one, of an option in a seat it cannot take. */
const IMPOSSIBLE = -1e18;

/** The Hungarian method, seat by seat; `worth` is -Infinity if an option cannot sit in the seat. */
export function assign<Option>(
  seats: readonly number[],
  options: readonly Option[],
  worth: (option: Option, slot: number) => number,
): Assignment {
  const size = options.length;
  // Row and column 0 mean "none"; costs are negated worths.
  const rowPrice = new Float64Array(seats.length + 1);
  const columnPrice = new Float64Array(size + 1);
  const rowOf = new Int32Array(size + 1);
  const before = new Int32Array(size + 1);
  for (let row = 1; row <= seats.length; row += 1) {
    const least = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(size + 1);
    rowOf[0] = row;
    let column = 0;
    do {
      used[column] = 1;
      const reached = rowOf[column]!;
      let next = 0;
      let step = Number.POSITIVE_INFINITY;
      for (let other = 1; other <= size; other += 1) {
        if (used[other] === 1) continue;
        const value = worth(options[other - 1]!, seats[reached - 1]!);
        const cost = -(value === Number.NEGATIVE_INFINITY ? IMPOSSIBLE : value);
        const reduced = cost - rowPrice[reached]! - columnPrice[other]!;
        if (reduced < least[other]!) {
          least[other] = reduced;
          before[other] = column;
        }
        if (least[other]! < step) {
          step = least[other]!;
          next = other;
        }
      }
      for (let other = 0; other <= size; other += 1) {
        if (used[other] === 1) {
          rowPrice[rowOf[other]!]! += step;
          columnPrice[other]! -= step;
        } else least[other]! -= step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      rowOf[column] = rowOf[before[column]!]!;
      column = before[column]!;
    }
  }
  const chosen = new Array<number>(seats.length).fill(-1);
  for (let column = 1; column <= size; column += 1)
    if (rowOf[column] !== 0) chosen[rowOf[column]! - 1] = column - 1;
  return {
    total: chosen.reduce((sum, option, seat) => sum + worth(options[option]!, seats[seat]!), 0),
    chosen,
    prices: seats.map((_, seat) => -rowPrice[seat + 1]!),
  };
}
