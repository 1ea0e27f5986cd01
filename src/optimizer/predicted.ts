import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { InvalidRequestError } from "../shared/errors.ts";
import type { Payouts } from "../shared/schema/contest-play.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";
import { seatsOf } from "../shared/schema/lineups.ts";
import type { Prediction, Span, StrategySlate } from "../simulation/backtest/backtest.ts";
import { lineupsIn } from "../simulation/backtest/past-contest.ts";
import { type PastField, settledDocument, settledEntry } from "../simulation/backtest/past-field.ts";
import type { ContestResult } from "../simulation/contest/contest.ts";
import type { EnteredLineup } from "../simulation/contest/entered.ts";
import type { HistoryOptions, Optimizer, PastSlate } from "./contract.ts";

type Player = Pick<Optimizer, "contest">;

const DRAWS = 1_024;
/** Payouts may have 10,000 tiers; so many tell percentiles well enough. */
const MOST_TIERS = 1_000;

/** What was to expect of lineups before lock, and what happened. */
export async function achieved(
  player: Player,
  slate: PastSlate,
  field: PastField,
  document: FantasyLineupDocument,
  options: HistoryOptions,
): Promise<StrategySlate> {
  const lineups = document.data.map(seatsOf);
  return {
    ...settledDocument(field, document),
    predicted: await predictedFor(player, slate, field, lineups, options),
  };
}

async function predictedFor(
  player: Player,
  { past: _, users: __, columns: ___, id: ____, ownership = [], payouts, ...slate }: PastSlate,
  { field: { length: size } }: PastField,
  lineups: readonly EnteredLineup[],
  { signal, timeLimit, seed }: HistoryOptions,
): Promise<Prediction | null> {
  if (size === 0 || lineups.length === 0) return null;
  const field = { size, ownership: ownership.length === 0 ? undefined : ownership, others: 0 };
  const play = (paid: Payouts) =>
    player.contest(
      { ...slate, payouts: paid, field, entries: lineups },
      { signal, timeLimit, seed, draws: DRAWS },
    );
  const [all, own] = [size + lineups.length, lineups.length];
  const tiers = Math.min(MOST_TIERS, all);
  const placeOf = (tier: number) => Math.round((tier * all) / tiers);
  const ranked = await play({
    fee: 1,
    payouts: Array.from({ length: tiers }, (_, tier) => ({
      places: `${placeOf(tier) + 1}..${placeOf(tier + 1)}`,
      amount: all - (placeOf(tier) + 1 + placeOf(tier + 1)) / 2,
    })),
  });
  const paid = payouts && (await play(payouts));
  return {
    // A payment is the number of entries below; each pair of own entries has one of them below.
    percentile: spanOf(ranked, (amount) => Math.min(1, Math.max(0, (amount / own - (own - 1) / 2) / size))),
    profit: paid ? spanOf(paid, (amount) => amount / paid.all.cost - 1) : null,
  };
}

function spanOf({ withProjectionError }: ContestResult, of: (amount: number) => number): Span {
  const { mean, percentiles } = withProjectionError!;
  const end = (part: number) => of(percentiles.find(({ at }) => at === part)!.amount);
  return { mean: of(mean), half: [end(25), end(75)], most: [end(10), end(90)] };
}

const FIELD_MEAN = "the field's mean";
const RANDOM_ENTRY = "a random real entry";
const MOST_TRIES = 50;

/** What strategies are to be compared with: the mean of all entries, and one of them. */
export async function references(
  player: Player,
  slates: readonly PastSlate[],
  fields: readonly PastField[],
  options: HistoryOptions,
) {
  const found = { mean: [] as StrategySlate[], random: [] as StrategySlate[] };
  for (const [at, slate] of slates.entries()) {
    const field = fields[at]!;
    found.mean.push(settledEntry(field, null));
    const users = new Set(slate.users?.map((user) => user.toLowerCase()));
    const lineups = lineupsIn(slate.past).filter(({ entry }) => !users.has((entry.user ?? "").toLowerCase()));
    const random = xoroshiro128plus(options.seed ?? 1);
    for (let tries = 0; tries < Math.min(MOST_TRIES, lineups.length); tries += 1) {
      const { entry, lineup } = lineups[(random.next() >>> 0) % lineups.length]!;
      try {
        const predicted = await predictedFor(player, slate, field, [lineup], options);
        found.random.push({ ...settledEntry(field, entry), predicted });
        break;
      } catch (error) {
        // The entry may have a player without a projection.
        if (!(error instanceof InvalidRequestError)) throw error;
      }
    }
  }
  return [
    { name: FIELD_MEAN, slates: found.mean },
    { name: RANDOM_ENTRY, slates: found.random },
  ];
}
