import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type { Program, Row as ProgramRow } from "../../../model/program.ts";
import type { Interrupt } from "../../interrupt.ts";
import { isAllIn, isAny } from "../joint/near.ts";
import type { Prices } from "../joint/prices.ts";
import { counts, type Row } from "../joint/rows.ts";
import type { SwapBench } from "./swap-bench.ts";
import type { KindColumn, SwapMixture } from "./swap-master.ts";

/** A column that is in by no less is taken. */
const NEARLY_IN = 0.7;

/** How often lineups are priced between two takings. */
const ROUNDS = 3;

/**
 * Rounds a mixture: takes columns that are nearly in, mixes again with these, and so on; with `regrow` lineups that go
 * with them may join meanwhile. Null where that ends nowhere. Leaves the master as it was, but for columns that joined.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function roundedOf(
  bench: SwapBench,
  { regrow }: { readonly regrow: boolean },
  interrupt: Interrupt,
): Promise<readonly KindColumn[] | null> {
  const { master, kinds, likeness } = bench;
  const taken = new Set<number>();
  try {
    for (;;) {
      const mixture = regrow ? await regrown(bench, interrupt) : master.solve(interrupt);
      if (mixture === null) return null;
      const parts = [...master.columns.keys()].filter((at) => isAny(mixture.parts[at]!));
      if (parts.every((at) => isAllIn(mixture.parts[at]!))) {
        const columns = parts.map((at) => master.columns[at]!);
        const isWhole = kinds.every(
          ({ lines }, kind) => columns.filter((one) => one.kind === kind).length === lines.length,
        );
        return isWhole ? columns : null;
      }
      const open = parts
        .filter((at) => !taken.has(at))
        .sort((a, b) => mixture.parts[b]! - mixture.parts[a]! || a - b);
      const [first] = open;
      if (first === undefined) return null;
      const least = Math.min(NEARLY_IN, mixture.parts[first]!);
      for (const at of open) {
        if (mixture.parts[at]! < least) break;
        const { column } = master.columns[at]!;
        const isLike = [...taken].some((other) => likeness.clash(column, master.columns[other]!.column));
        if (isLike && at !== first) continue;
        taken.add(at);
        master.hold(at, 1);
      }
    }
  } finally {
    for (const at of taken) master.hold(at, 0);
  }
}

async function regrown(bench: SwapBench, interrupt: Interrupt): Promise<SwapMixture | null> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const grown = await bench.grow(interrupt);
    if (grown === null || grown.joining.length === 0) return grown?.mixture ?? null;
    bench.master.add(grown.joining);
  }
  return bench.master.solve(interrupt);
}

/** Swaps out of more lineups than this are left to rounding; rows that keep two of them apart, at the most. */
export const FEW = 400;
const MOST_CLASHES = 10_000;

/** Per kind the lineups of a swap that is better by no more than `open` units; null where these are many. */
export async function fewThatMatter(
  bench: SwapBench,
  prices: readonly Prices[],
  open: number,
): Promise<readonly KindColumn[] | null> {
  const found: KindColumn[] = [];
  for (const [kind, { lines, entries }] of bench.kinds.entries()) {
    const { priced, seen, rest } = await bench.price(prices, kind, {
      best: FEW + 1,
      floor: Number.NEGATIVE_INFINITY,
    });
    const least = (priced[lines.length - 1]?.worth ?? rest) - open / entries;
    if (rest !== Number.NEGATIVE_INFINITY && rest >= least) return null;
    // All of those that the contest takes for one: shares may tell them apart.
    for (const { column, worth } of seen.toSorted((a, b) => b.worth - a.worth))
      if (worth >= least) found.push({ kind, column });
    if (found.length > FEW) return null;
  }
  return found;
}

/** The best swap out of few lineups, by a binary program with a column for each; null where that is too large, or none. */
export function bestOfFew(
  { kinds, shareRows, likeness }: SwapBench,
  lineups: readonly KindColumn[],
  solve: (program: Program) => readonly number[] | null,
): readonly KindColumn[] | null {
  const grid = lineups.reduce((divisor, { column }) => greatestCommonDivisor(divisor, column.points), 0) || 1;
  const entriesOf = (at: number) => kinds[lineups[at]!.kind]!.entries;
  const every = [...lineups.keys()];
  const row = (columns: readonly number[], lower: number, upper: number, isWeighed = false): ProgramRow => ({
    columns: Int32Array.from(columns),
    values: Float64Array.from(columns, (at) => (isWeighed ? entriesOf(at) : 1)),
    lower,
    upper,
  });
  const having = (share: Row) => every.filter((at) => counts(share, lineups[at]!.column));
  const rows = [
    ...kinds.map(({ lines }, kind) =>
      row(
        every.filter((at) => lineups[at]!.kind === kind),
        lines.length,
        lines.length,
      ),
    ),
    ...shareRows.map((share) => row(having(share), share.lower, share.upper, true)),
  ];
  for (const one of every)
    for (const other of every.slice(one + 1)) {
      const [a, b] = [lineups[one]!.column, lineups[other]!.column];
      if (!likeness.clash(a, b)) continue;
      if (rows.length > MOST_CLASHES) return null;
      rows.push(row([one, other], 0, 1));
    }
  const found = solve({
    pickCount: lineups.length,
    upper: new Float64Array(lineups.length).fill(1),
    whole: new Uint8Array(lineups.length).fill(1),
    gain: Float64Array.from(every, (at) => (entriesOf(at) * lineups[at]!.column.points) / grid),
    grid,
    error: 0,
    full: true,
    rows,
  });
  return found?.map((at) => lineups[at]!) ?? null;
}
