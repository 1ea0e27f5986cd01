import { POINT_UNITS } from "../../../model/model.ts";
import type { Program, Row as ProgramRow } from "../../../model/program.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";
import { greatestCommonDivisor } from "../../../shared/greatest-common-divisor.ts";
import type { HighsSolver } from "../../highs.ts";
import type { Interrupt } from "../../interrupt.ts";
import { type Column, columnsOf } from "../joint/columns.ts";
import { type Likeness, likenessOf } from "../joint/likeness.ts";
import type { LineupStream } from "../joint/lineup-stream.ts";
import type { Prices } from "../joint/prices.ts";
import { type Offer, priceLineups } from "../joint/pricing.ts";
import { counts, type Row, shareRow } from "../joint/rows.ts";
import { readShares } from "../joint/shares.ts";
import { type Kind, kindsOf, portfolioOf } from "./kinds.ts";
import type { SwapState } from "./state.ts";
import { type KindColumn, SwapMaster, type SwapMixture } from "./swap-master.ts";
import { certifiedSwap, pricesByKind } from "./swap-prices.ts";

/** What it takes to find the best of all swaps. */
export interface TogetherTools {
  readonly stream: LineupStream;
  readonly highs: Pick<HighsSolver, "linearProgram" | "solve">;
}

/** A swap is good enough when the bound is above its sum by no more than this part of it. */
const GAP = 0.0002;

/** A mixture so near to the bound, as a part of it, is rounded to see whether that is good enough. */
const NEARLY = 0.2 * GAP;

/** Lineups that join at a time, per kind; how deep is looked for them; and how often they are priced. */
const JOINING = 4;
const DEEPEST = 400;
const ROUNDS = 24;

/** A worth that is only so much more than what a line has is none, in units of points. */
const NEAR = 1e3;
/** A column that is in by no less is taken; and one that is all in. */
const NEARLY_IN = 0.7;
const IN = 1 - 1e-6;

/** Swaps out of more lineups than this are left to rounding; rows that keep two of them apart, at the most. */
const FEW = 400;
const MOST_CLASHES = 10_000;

/** What is known of the best of all swaps. */
export interface TogetherFound {
  /** Per line its picks, where something better was found. */
  readonly picks: readonly (readonly number[])[] | null;
  /** Units of points over all entries, proven; null where nothing is. */
  readonly bound: bigint | null;
}

/**
 * Looks for a swap with more points than lines have at the moment, which keep the plan: column generation over the kinds
 * of lines, a bound in whole numbers, rounding, and where few lineups matter the best of these.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function swapTogether(
  plan: SwapPlan,
  state: SwapState,
  { stream, highs }: TogetherTools,
  interrupt: Interrupt,
): Promise<TogetherFound> {
  const whole = portfolioOf(plan);
  const likeness = likenessOf(whole);
  const columnOf = columnsOf(whole);
  const kinds = kindsOf(plan);
  const shareRows = readShares(whole).map((read) => shareRow(read, whole.count));
  const program = highs.linearProgram();
  try {
    const master = new SwapMaster(program, kinds, likeness, shareRows);
    const start = kinds.flatMap(({ lines }, kind) =>
      lines.map((line): KindColumn => ({ kind, column: columnOf(state.held[line]!.picks) })),
    );
    master.add(start);
    const sumOf = (columns: readonly KindColumn[]) =>
      columns.reduce(
        (sum, { kind, column }) => sum + BigInt(kinds[kind]!.entries) * BigInt(column.points),
        0n,
      );
    const now = sumOf(start);
    let bound: bigint | null = null;
    let proof: readonly Prices[] | null = null;
    const price = (prices: readonly Prices[], kind: number, wanted: { best: number; floor: number }) =>
      priceLineups(
        { model: state.models[kinds[kind]!.group]!, stream, columnOf, isBarred: likeness.isBarred },
        prices[kind]!,
        {
          ...wanted,
          fresh: JOINING,
          isFresh: (column) => !master.has({ kind, column }),
          deepest: DEEPEST,
        },
      );
    const isNear = (sum: bigint) => bound !== null && Number(bound - sum) <= GAP * Math.abs(Number(bound));
    let mixture: SwapMixture | null = null;
    let isTried = false;
    for (let round = 0; round < ROUNDS; round += 1) {
      mixture = master.solve(interrupt);
      if (mixture === null) return { picks: null, bound };
      const prices = pricesByKind(master.rows, mixture, kinds, plan.model.picks.entry.length);
      const offers: Offer[] = [];
      const joining: KindColumn[] = [];
      for (const [kind, { lines, entries }] of kinds.entries()) {
        const floor = (mixture.ofKind[kind]! * POINT_UNITS) / entries + NEAR;
        const offer = await price(prices, kind, { best: lines.length, floor });
        offers.push(offer);
        const better = offer.priced.filter(
          ({ column, worth }) => worth > floor && !master.has({ kind, column }),
        );
        joining.push(...better.slice(0, JOINING).map(({ column }) => ({ kind, column })));
      }
      const proven = certifiedSwap(kinds, prices, offers);
      if (proven !== null && (bound === null || proven < bound)) [bound, proof] = [proven, prices];
      if (joining.length === 0 || isNear(now)) break;
      const isNearly =
        bound !== null && Number(bound) - worthOf(master, mixture, kinds) <= NEARLY * Math.abs(Number(bound));
      if (isNearly && !isTried) {
        isTried = true;
        const early = roundedOf(master, likeness, interrupt);
        if (early !== null && sumOf(early) > now && isNear(sumOf(early)))
          return { picks: assigned(plan, kinds, early), bound };
      }
      master.add(joining);
    }
    if (isNear(now)) return { picks: null, bound };
    const rounded = roundedOf(master, likeness, interrupt);
    const found = rounded === null || sumOf(rounded) <= now ? start : rounded;
    if (proof !== null && bound !== null && !isNear(sumOf(found))) {
      const open = Number(bound - sumOf(found));
      const few = await fewThatMatter(kinds, open, (kind, best) =>
        price(proof!, kind, { best, floor: Number.NEGATIVE_INFINITY }),
      );
      const best =
        few && bestOfFew(kinds, few, shareRows, likeness, (whole) => highs.solve(whole, interrupt));
      if (best !== null && sumOf(best) >= sumOf(found)) {
        const sum = sumOf(best);
        return { picks: sum > now ? assigned(plan, kinds, best) : null, bound: sum };
      }
    }
    return { picks: found === start ? null : assigned(plan, kinds, found), bound };
  } finally {
    program.dispose();
  }
}

/** Units of points of a mixture. */
function worthOf({ columns }: SwapMaster, { parts }: SwapMixture, kinds: readonly Kind[]): number {
  return columns.reduce(
    (sum, { kind, column }, at) => sum + parts[at]! * kinds[kind]!.entries * column.points,
    0,
  );
}

/** Rounds a mixture: takes columns that are nearly in, solves again with these, and so on; null where that ends nowhere. */
function roundedOf(
  master: SwapMaster,
  likeness: Likeness,
  interrupt: Interrupt,
): readonly KindColumn[] | null {
  const taken = new Set<number>();
  try {
    for (;;) {
      const mixture = master.solve(interrupt);
      if (mixture === null) return null;
      const parts = [...master.columns.keys()].filter((at) => mixture.parts[at]! > 1 - IN);
      if (parts.every((at) => mixture.parts[at]! >= IN)) return parts.map((at) => master.columns[at]!);
      const open = parts
        .filter((at) => !taken.has(at))
        .sort((a, b) => mixture.parts[b]! - mixture.parts[a]! || a - b);
      const least = Math.min(NEARLY_IN, mixture.parts[open[0]!]!);
      for (const at of open) {
        if (mixture.parts[at]! < least) break;
        const { column } = master.columns[at]!;
        if ([...taken].some((other) => likeness.clash(column, master.columns[other]!.column))) continue;
        taken.add(at);
        master.hold(at, 1);
      }
    }
  } finally {
    for (const at of taken) master.hold(at, 0);
  }
}

/** Per kind the lineups of a swap that is better by no more than `open` units; null where these are many. */
async function fewThatMatter(
  kinds: readonly Kind[],
  open: number,
  price: (kind: number, best: number) => Promise<Offer>,
): Promise<readonly KindColumn[] | null> {
  const found: KindColumn[] = [];
  for (const [kind, { lines, entries }] of kinds.entries()) {
    const { priced, rest } = await price(kind, FEW + 1);
    const least = (priced[lines.length - 1]?.worth ?? rest) - open / entries;
    if (rest !== Number.NEGATIVE_INFINITY && rest >= least) return null;
    for (const { column, worth } of priced) if (worth >= least) found.push({ kind, column });
    if (found.length > FEW) return null;
  }
  return found;
}

/** The best swap out of few lineups, by a binary program with a column for each; null where that is too large, or none. */
function bestOfFew(
  kinds: readonly Kind[],
  lineups: readonly KindColumn[],
  shareRows: readonly Row[],
  likeness: Likeness,
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

/** Lineups by line: a line that can have its own lineup again has it. */
function assigned(
  { lines }: SwapPlan,
  kinds: readonly Kind[],
  columns: readonly KindColumn[],
): readonly (readonly number[])[] {
  const picks = new Array<readonly number[]>(lines.length);
  for (const [kind, own] of kinds.entries()) {
    const left: Column[] = columns.filter((one) => one.kind === kind).map(({ column }) => column);
    for (const line of own.lines) {
      const at = left.findIndex(({ key }) => key === lines[line]!.current?.join());
      if (at !== -1) picks[line] = left.splice(at, 1)[0]!.picks;
    }
    for (const line of own.lines) picks[line] ??= left.shift()!.picks;
  }
  return picks;
}
