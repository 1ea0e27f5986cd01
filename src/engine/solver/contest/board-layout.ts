import { LANES, NARROW_TABLE } from "./kernel.ts";

/** The byte offsets of a score board's parts in the kernel's memory, and the end of the last part. */
export type BoardLayout = ReturnType<typeof boardLayout>;

/** The sizes of the parts, in elements. */
interface BoardSizes {
  /** Numbers of picks: in the field's lineups, in its sample, and in the own lineups. */
  readonly lineups: number;
  readonly sample: number;
  readonly own: number;
  readonly picks: number;
  /** The number of lineups whose scores are written. */
  readonly scored: number;
  /** The number of counters per draw. */
  readonly range: number;
}

export function boardLayout({ lineups, sample, own, picks, scored, range }: BoardSizes) {
  return inLines({
    before: NARROW_TABLE,
    // One extra row for an empty pick, which scores nothing.
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

/** Lays out consecutive parts, each aligned to a cache line. */
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
