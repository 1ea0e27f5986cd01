import type { Model } from "../../model/model.ts";
import type { Problem } from "../../problem/problem.ts";
import type { fieldSchema, Payouts } from "../../schema/contest-play.ts";
import type * as z from "../../schema/zod.ts";
import type { Search } from "../../search/search.ts";
import type { Control } from "../../solver/contract.ts";
import { type DrawTerms, drawSourceOf } from "../draw-source.ts";
import { Tally } from "../tally.ts";
import { type EnteredLineup, LineupReader } from "./entered.ts";
import { countsIn, drawnOpponents, type FieldFit, givenOpponents, type Opponents } from "./opponents.ts";
import { cents, prizesOf, summedPrizes } from "./prizes.ts";
import { type AllReturns, type EntryReturns, ReturnsSum } from "./returns.ts";

/** Whom a contest is played against, read. */
export type FieldTerms =
  | { readonly lineups: readonly EnteredLineup[] }
  | {
      readonly size: number;
      /** Percent, by GUID; by default, of the best lineups of draws. */
      readonly ownership?: ReadonlyMap<string, number> | undefined;
      readonly leastSalary?: number | undefined;
    };

/** Reads whom a contest is played against. */
export function fieldTerms(field: z.output<typeof fieldSchema>): FieldTerms {
  if ("lineups" in field) return field;
  const { ownership } = field;
  return { ...field, ownership: ownership && new Map(ownership.map(({ uuid, percent }) => [uuid, percent])) };
}

/** How a contest is played. */
export interface ContestTerms extends DrawTerms {
  readonly draws: number;
  readonly entries: readonly EnteredLineup[];
  readonly payouts: Payouts;
  readonly field: FieldTerms;
}

/** What entries can expect of a contest. */
export interface ContestResult {
  readonly draws: number;
  readonly seed: number;
  readonly fee: number;
  /** What all places are paid together, and how many places. */
  readonly prizes: number;
  readonly places: number;
  readonly field: {
    readonly size: number;
    /** How many different lineups it has. */
    readonly distinct: number;
    /** How many given lineups have somebody without points, and are left out. */
    readonly leftOut: number;
    /** Null where the lineups are given. */
    readonly fit: FieldFit | null;
    /** Where its ownership is from. */
    readonly source: "ownership" | "draws" | "lineups";
  };
  /** In the order in which they were given. */
  readonly entries: readonly EntryReturns[];
  readonly all: AllReturns;
}

/** How many draws say how often somebody is in the best lineup, where no ownership is given. */
const OWNERSHIP_DRAWS = 2_048;
/** Of which multiples of the fee it is told how often they are reached, up to the first prize. */
const MULTIPLES = [1, 2, 5, 10, 100, 1_000, 10_000, 100_000];

/** Plays a contest over draws of its slate. `onDraws` hears how many draws are done. */
export async function playContest(
  problem: Problem,
  model: Model,
  terms: ContestTerms,
  { search, control }: { readonly search: Search; readonly control: Control },
  onDraws: (done: number) => void,
): Promise<ContestResult> {
  const { payouts, entries, draws, seed } = terms;
  const source = drawSourceOf(problem, model, terms);
  const reader = new LineupReader(problem, model);
  const own = reader.readAll(entries, "entries");
  const opponents = await opponentsOf(problem, model, { ...terms, own, reader, source }, { search, control });
  const { field, size } = opponents;
  const prizes = prizesOf(payouts, size + entries.length);
  const fee = cents(payouts.fee);
  const amounts = Float64Array.from(MULTIPLES.map((one) => one * fee).filter((one) => one <= prizes[0]!));
  const sum = new ReturnsSum();
  const plan = {
    source,
    entryOf: model.picks.entry,
    seats: reader.seats,
    field,
    own,
    prizes: summedPrizes(prizes),
    amounts,
  };
  await search.contest({ plan, from: 0, draws }, control, (returns) => {
    sum.add(returns);
    onDraws(sum.draws);
  });
  const drawn = countsIn(field, own, reader.seats);
  const duplicates = drawn.map((count, at) => ({
    expected: opponents.duplicates?.[at] ?? null,
    drawn: count,
  }));
  return {
    draws,
    seed,
    fee: payouts.fee,
    prizes: prizes.reduce((all, one) => all + one, 0) / 100,
    places: prizes.length,
    field: {
      size,
      distinct: field.weights.length,
      leftOut: opponents.leftOut,
      fit: opponents.fit,
      source: "lineups" in terms.field ? "lineups" : terms.field.ownership ? "ownership" : "draws",
    },
    entries: sum.entries(entries, amounts, duplicates),
    all: sum.all(payouts.fee * entries.length),
  };
}

interface OpponentTerms extends Pick<ContestTerms, "field" | "seed"> {
  readonly own: Uint16Array;
  readonly reader: LineupReader;
  readonly source: ReturnType<typeof drawSourceOf>;
}

async function opponentsOf(
  problem: Problem,
  model: Model,
  { field, seed, own, reader, source }: OpponentTerms,
  { search, control }: { readonly search: Search; readonly control: Control },
): Promise<Opponents> {
  if ("lineups" in field) return givenOpponents(field.lineups, reader, seed);
  let { ownership } = field;
  if (ownership === undefined) {
    const tally = new Tally(model, 1);
    await search.draws({ model, source, draws: OWNERSHIP_DRAWS, top: 1 }, control, (portion) =>
      tally.add(portion),
    );
    ownership = new Map(
      problem.entries.map(({ uuid }, entry) => [uuid, (100 * tally.entries[entry]!) / tally.draws]),
    );
  }
  const { size, leastSalary } = field;
  return drawnOpponents(problem, { size, ownership, leastSalary, seed, own }, search, control);
}
