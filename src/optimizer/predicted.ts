import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { InvalidRequestError } from "../shared/errors.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";
import { seatsOf } from "../shared/schema/lineups.ts";
import {
  OWN_ENTRIES,
  type Prediction,
  type Span,
  type StrategySlate,
} from "../simulation/backtest/backtest.ts";
import { lineupsIn, ownedBy } from "../simulation/backtest/past-contest.ts";
import { type PastField, settled, settledDocument, settledEntry } from "../simulation/backtest/past-field.ts";
import type { EnteredLineup } from "../simulation/contest/entered.ts";
import type { AllReturns } from "../simulation/contest/prizes.ts";
import type { HistoryOptions, OpenContest, Optimizer, PastSlate } from "./contract.ts";

const DRAWS = 1_024;
/** Payouts may have 10,000 tiers; so many tell percentiles well enough. */
const MOST_TIERS = 1_000;

export type Predictor = ReturnType<typeof predictorOf>;

/** Says what was to expect of lineups before lock; the opponents are drawn once for each slate. */
export function predictorOf(
  player: Pick<Optimizer, "openContest">,
  { signal, timeLimit, seed }: HistoryOptions,
) {
  const opened = new Map<PastSlate, Promise<OpenContest>>();

  function open(slate: PastSlate, size: number): Promise<OpenContest> {
    const { past: _, users: __, columns: ___, id: ____, ownership = [], payouts: _____, ...known } = slate;
    const field = { size, ownership: ownership.length === 0 ? undefined : ownership, others: 0 };
    const opening =
      opened.get(slate) ?? player.openContest({ ...known, field }, { signal, timeLimit, seed, draws: DRAWS });
    opened.set(slate, opening);
    return opening;
  }

  return async (
    slate: PastSlate,
    { field: { length: size } }: PastField,
    entries: readonly EnteredLineup[],
    isReal = false,
  ): Promise<Prediction | null> => {
    if (size === 0 || entries.length === 0) return null;
    const play = await open(slate, size);
    const [all, own] = [size + entries.length, entries.length];
    const tiers = Math.min(MOST_TIERS, all);
    const placeOf = (tier: number) => Math.round((tier * all) / tiers);
    const ranks = {
      fee: 1,
      payouts: Array.from({ length: tiers }, (_, tier) => ({
        places: `${placeOf(tier) + 1}..${placeOf(tier + 1)}`,
        amount: all - (placeOf(tier) + 1 + placeOf(tier + 1)) / 2,
      })),
    };
    const ranked = await play({ entries, isReal, payouts: ranks });
    const paid = slate.payouts && (await play({ entries, isReal, payouts: slate.payouts }));
    return {
      // A payment is the number of entries below; each pair of own entries has one of them below.
      percentile: spanOf(ranked, (amount) => Math.min(1, Math.max(0, (amount / own - (own - 1) / 2) / size))),
      profit: paid ? spanOf(paid, (amount) => amount / paid.cost - 1) : null,
    };
  };
}

/** What was to expect of lineups before lock, and what happened. */
export async function achieved(
  predict: Predictor,
  slate: PastSlate,
  field: PastField,
  document: FantasyLineupDocument,
): Promise<StrategySlate> {
  const predicted = await predict(slate, field, document.data.map(seatsOf));
  return { ...settledDocument(field, document), predicted };
}

function spanOf({ mean, percentiles }: AllReturns, of: (amount: number) => number): Span {
  const end = (part: number) => of(percentiles.find(({ at }) => at === part)!.amount);
  return { mean: of(mean), half: [end(25), end(75)], most: [end(10), end(90)] };
}

const FIELD_MEAN = "the field's mean";
const RANDOM_ENTRY = "a random real entry";
const MOST_TRIES = 50;

/** What strategies are to be compared with: the mean of all entries, one of them, and those of `users`. */
export async function references(
  predict: Predictor,
  slates: readonly PastSlate[],
  fields: readonly PastField[],
  seed = 1,
) {
  const found = { mean: [] as StrategySlate[], random: [] as StrategySlate[], own: [] as StrategySlate[] };
  for (const [at, slate] of slates.entries()) {
    const field = fields[at]!;
    found.mean.push(settledEntry(field, null));
    const isOwn = ownedBy(slate.users);
    const all = lineupsIn(slate.past);
    const lineups = all.filter(({ entry }) => !isOwn(entry));
    /** Null for a player without a projection. */
    const predictedOf = async (entries: readonly EnteredLineup[], isReal: boolean) => {
      try {
        return await predict(slate, field, entries, isReal);
      } catch (error) {
        if (!(error instanceof InvalidRequestError)) throw error;
        return null;
      }
    };
    const own = slate.past.entries.filter(isOwn).map(({ hundredths }) => hundredths ?? 0);
    if (own.length > 0) {
      const entered = all.flatMap(({ entry, lineup }) => (isOwn(entry) ? [lineup] : []));
      found.own.push({ ...settled(field, own), predicted: await predictedOf(entered, false) });
    }
    const random = xoroshiro128plus(seed);
    for (let tries = 0; tries < Math.min(MOST_TRIES, lineups.length); tries += 1) {
      const { entry, lineup } = lineups[(random.next() >>> 0) % lineups.length]!;
      const predicted = await predictedOf([lineup], true);
      if (predicted === null && field.field.length > 0) continue;
      found.random.push({ ...settledEntry(field, entry), predicted });
      break;
    }
  }
  return [
    { name: FIELD_MEAN, slates: found.mean },
    { name: RANDOM_ENTRY, slates: found.random },
    ...(found.own.length === 0 ? [] : [{ name: OWN_ENTRIES, slates: found.own }]),
  ];
}
