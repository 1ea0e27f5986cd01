import { type Model, POINT_UNITS } from "../../../model/model.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { type Column, columnsOf } from "../joint/columns.ts";
import { type Likeness, likenessOf } from "../joint/likeness.ts";
import type { LineupStream } from "../joint/lineup-stream.ts";
import { type Prices, paidAtMost, pricesOf } from "../joint/prices.ts";
import { freshOf, type Offer, priceLineups, type Search } from "../joint/pricing.ts";
import { type Row, shareRow } from "../joint/rows.ts";
import { readShares } from "../joint/shares.ts";
import { type Kind, kindsOf, portfolioOf } from "./kinds.ts";
import { type KindColumn, SwapMaster, type SwapMixture } from "./swap-master.ts";

/** What lineups of each kind pay, per entry: a line of several entries counts once for uniqueness. */
function pricesByKind(
  rows: readonly Row[],
  { ofRow }: SwapMixture,
  kinds: readonly Kind[],
  picks: number,
): readonly Prices[] {
  const known = new Map<number, Prices>();
  return kinds.map(({ entries }) => {
    const duals = ofRow.map((dual, at) => (isShare(rows[at]!) ? dual : dual / entries));
    const prices = known.get(entries) ?? pricesOf(rows, duals, picks);
    known.set(entries, prices);
    return prices;
  });
}

/**
 * No swap has more units of points than this, whatever the prices: what lines are worth and what they pay, and those pay
 * no more than each row's price times its side. Null where a kind has not so many lineups.
 */
function certifiedSwap(
  kinds: readonly Kind[],
  prices: readonly Prices[],
  offers: readonly Offer[],
): bigint | null {
  let bound = 0n;
  for (const [kind, { entries, lines }] of kinds.entries()) {
    const { priced, rest } = offers[kind]!;
    for (let index = 0; index < lines.length; index += 1) {
      const most = Math.max(priced[index]?.worth ?? Number.NEGATIVE_INFINITY, rest);
      if (most === Number.NEGATIVE_INFINITY) return null;
      bound += BigInt(entries) * BigInt(most);
    }
  }
  const paid = new Map<Row, bigint>();
  for (const [kind, { entries }] of kinds.entries())
    for (const price of prices[kind]!.list) {
      const { row } = price;
      const pays = paidAtMost(price) * (isShare(row) ? 1n : BigInt(entries));
      const before = paid.get(row);
      // Of those that a row of uniqueness keeps apart one is in, whichever pays most.
      if (before === undefined || pays > before) paid.set(row, pays);
    }
  for (const pays of paid.values()) bound += pays;
  return bound;
}

function isShare({ kind }: Row): boolean {
  return kind === "picks" || kind === "test";
}

/** Lineups that join at a time, per kind; and how deep is looked for them. */
const JOINING = 4;
const DEEPEST = 400;

/** A worth that is only so much more than what a line has is none, in units of points. */
const NEAR = 1e3;

/** What it takes to mix lineups for lines. */
export interface BenchInputs {
  readonly plan: SwapPlan;
  /** One for each of the plan's groups. */
  readonly models: readonly Model[];
  readonly stream: LineupStream;
  readonly program: LinearProgram;
  /** What it costs to break a row by one, in points. */
  readonly fine: number;
}

/** One step of column generation. */
export interface SwapRound {
  readonly mixture: SwapMixture;
  readonly prices: readonly Prices[];
  /** Units of points over all entries, proven; null where a kind has not so many lineups. */
  readonly proven: bigint | null;
  /** Lineups that would make the mixture better. */
  readonly joining: readonly KindColumn[];
}

/** The mixture of lineups for lines, with what it takes to make it grow. */
export class SwapBench {
  readonly plan: SwapPlan;
  readonly kinds: readonly Kind[];
  readonly likeness: Likeness;
  readonly shareRows: readonly Row[];
  readonly master: SwapMaster;
  readonly columnOf: (picks: readonly number[]) => Column;
  readonly #models: readonly Model[];
  readonly #stream: LineupStream;

  constructor({ plan, models, stream, program, fine }: BenchInputs) {
    const whole = portfolioOf(plan);
    this.plan = plan;
    this.kinds = kindsOf(plan);
    this.likeness = likenessOf(whole);
    this.shareRows = readShares(whole).map((read) => shareRow(read, whole.count));
    this.master = new SwapMaster(program, {
      kinds: this.kinds,
      likeness: this.likeness,
      shareRows: this.shareRows,
      fine,
    });
    this.columnOf = columnsOf(whole);
    this.#models = models;
    this.#stream = stream;
  }

  /** Units of points over all entries. */
  sumOf(columns: readonly KindColumn[]): bigint {
    return columns.reduce(
      (sum, { kind, column }) => sum + BigInt(this.kinds[kind]!.entries) * BigInt(column.points),
      0n,
    );
  }

  /** The lineups of a kind that are worth most at some prices: `best` of them for sure, and fresh ones above `floor`. */
  price(
    prices: readonly Prices[],
    kind: number,
    { best, floor }: { readonly best: number; readonly floor: number },
  ): Promise<Search> {
    const { likeness } = this;
    const model = this.#models[this.kinds[kind]!.group]!;
    return priceLineups(
      { model, stream: this.#stream, columnOf: this.columnOf, isBarred: likeness.isBarred },
      prices[kind]!,
      { best, ...this.#freshFor(kind, floor), deepest: DEEPEST, stride: 1 },
    );
  }

  #freshFor(kind: number, floor: number) {
    const isFresh = (column: Column) => !this.master.has({ kind, column });
    return { fresh: JOINING, isFresh, floor };
  }

  /**
   * Mixes, and finds what would make the mixture better; null where nothing keeps the rows.
   * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
   */
  async grow(interrupt: Interrupt): Promise<SwapRound | null> {
    const { master, kinds, plan } = this;
    const mixture = master.solve(interrupt);
    if (mixture === null) return null;
    const prices = pricesByKind(master.rows, mixture, kinds, plan.model.picks.entry.length);
    const offers: Offer[] = [];
    const joining: KindColumn[] = [];
    for (const [kind, { lines, entries }] of kinds.entries()) {
      const floor = (mixture.ofKind[kind]! * POINT_UNITS) / entries + NEAR;
      const offer = await this.price(prices, kind, { best: lines.length, floor });
      offers.push(offer);
      const better = freshOf(offer.priced, this.#freshFor(kind, floor));
      joining.push(...better.map((column) => ({ kind, column })));
    }
    return { mixture, prices, proven: certifiedSwap(kinds, prices, offers), joining };
  }
}
