import { LANES, NARROW_TABLE } from "./kernel.ts";

/** Where a score board's parts lie in the kernel's memory, in bytes, and where the last of them ends. */
export type BoardLayout = ReturnType<typeof boardLayout>;

/** What the parts hold, in elements. */
interface BoardSizes {
  /** Numbers of picks: of the field's lineups, of its sample, of the own lineups. */
  readonly lineups: number;
  readonly sample: number;
  readonly own: number;
  readonly picks: number;
  /** Lineups whose scores are written. */
  readonly scored: number;
  /** Counters of each draw. */
  readonly range: number;
}

export function boardLayout({ lineups, sample, own, picks, scored, range }: BoardSizes) {
  return inLines({
    before: NARROW_TABLE,
    // One more row, of somebody who scores nothing.
    narrow: 2 * LANES * (picks + 1),
    lineups: 2 * lineups,
    sample: 2 * sample,
    own: 2 * own,
    scores: 4 * LANES * scored,
    table: 4 * LANES * picks,
    cuts: 4 * LANES,
    tops: 4 * LANES,
    narrowCuts: 2 * LANES,
    narrowTops: 2 * LANES,
    histogram: 4 * LANES * range,
  });
}

const LINE = 64;

/** One part after another, each at a whole cache line. */
function inLines<Part extends string>(
  sizes: Readonly<Record<Part, number>>,
): Readonly<Record<Part | "end", number>> {
  const at: Record<string, number> = {};
  let end = 0;
  for (const [part, size] of Object.entries<number>(sizes)) {
    at[part] = end;
    end += Math.ceil(size / LINE) * LINE;
  }
  return { ...at, end } as Record<Part | "end", number>;
}
