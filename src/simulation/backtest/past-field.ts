import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import type { PoolFacts } from "../../portfolio/people.ts";
import { SELECTION_FIELDS } from "../../portfolio/selections.ts";
import { headerKey } from "../../shared/header-key.ts";
import type { Payouts } from "../../shared/schema/contest-play.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { seatsOf } from "../../shared/schema/lineups.ts";
import { cents, prizesOf } from "../contest/prizes.ts";
import { type BacktestSlate, type StrategySlate, settleEntries } from "./backtest.ts";
import {
  checkPastContest,
  ownedBy,
  type PastContest,
  type PastEntry,
  type PointsOfSeat,
  pointsFinder,
} from "./past-contest.ts";

export interface PastField {
  readonly facts: BacktestSlate;
  readonly field: readonly number[];
  readonly payouts: Payouts | null;
  readonly pointsOf: PointsOfSeat;
}

export interface PastRequest {
  readonly id: string;
  readonly past: PastContest;
  readonly payouts?: Payouts | undefined;
  readonly users?: readonly string[] | undefined;
  readonly facts?: PoolFacts | undefined;
  readonly columns?: readonly string[] | undefined;
}

/**
 * Prepares a past contest, compares its standings with recomputed ones, and names the columns that rules of
 * `portfolios` read.
 */
export function pastFieldOf(
  { id, past, payouts, users, facts, columns: read = [] }: PastRequest,
  table: ContestTable,
  portfolios: readonly unknown[],
): PastField {
  const isOwn = ownedBy(users);
  const opponents = past.entries.filter((entry) => !isOwn(entry));
  const field = opponents.map(({ hundredths }) => hundredths ?? 0);
  const named = past.players.flatMap((player) =>
    player.uuid === null ? [] : [{ ...player, name: player.uuid }],
  );
  const { sport, book, contest } = table;
  const columns = [...read, ...ruleColumns(facts, portfolios)];
  return {
    facts: {
      ...{ id, sport, book, contest, columns },
      opponents: field.length,
      removed: past.entries.length - field.length,
      check: checkPastContest(past, table.slots),
      first: field.reduce((most, one) => Math.max(most, one), 0),
      cash: cashOf(field, payouts ?? null),
      scores: scoresOf(field),
    },
    field,
    payouts: payouts ?? null,
    pointsOf: pointsFinder(named, table.slots),
  };
}

function cashOf(field: readonly number[], payouts: Payouts | null): number | null {
  if (payouts === null) return null;
  const paid = prizesOf(payouts, Math.max(1, field.length)).filter((prize) => prize > 0).length;
  return field.toSorted((a, b) => b - a)[paid - 1] ?? null;
}

const BINS = 40;

/** Without entries of 0 points, which were mostly never submitted. */
function scoresOf(field: readonly number[]): BacktestSlate["scores"] {
  const scored = field.filter((points) => points > 0);
  const [least, most] = scored.reduce(
    ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
    [Number.POSITIVE_INFINITY, 0],
  );
  if (scored.length === 0) return { from: 0, width: 1, counts: [] };
  const width = Math.max(1, Math.ceil((most - least + 1) / BINS));
  const counts = new Array<number>(Math.floor((most - least) / width) + 1).fill(0);
  for (const points of scored) counts[Math.floor((points - least) / width)]! += 1;
  return { from: least, width, counts };
}

/** Entries with these hundredths of points, among the others. */
export function settled({ facts, field, payouts }: PastField, own: readonly number[]): StrategySlate {
  const prizes = payouts === null ? new Float64Array(0) : prizesOf(payouts, field.length + own.length);
  return {
    slate: facts.id,
    fault: null,
    entries: settleEntries(own, field, prizes),
    cost: payouts === null ? null : cents(payouts.fee) * own.length,
    seatsWithoutPoints: 0,
    predicted: null,
  };
}

export function settledDocument(past: PastField, { data }: FantasyLineupDocument): StrategySlate {
  let without = 0;
  const own = data.map((lineup) => {
    let sum = 0;
    for (const { slot, uuid } of seatsOf(lineup)) {
      const points = past.pointsOf({ slot, name: uuid });
      if (typeof points === "number") sum += points;
      else without += 1;
    }
    return sum;
  });
  return { ...settled(past, own), seatsWithoutPoints: without };
}

/** One of the real entries among the others or, without one, the mean of all. */
export function settledEntry(past: PastField, entry: PastEntry | null): StrategySlate {
  const { field, payouts } = past;
  if (entry !== null) {
    const hundredths = entry.hundredths ?? 0;
    return settled({ ...past, field: field.toSpliced(field.indexOf(hundredths), 1) }, [hundredths]);
  }
  const size = Math.max(1, field.length);
  const prizes = payouts === null ? new Float64Array(0) : prizesOf(payouts, size);
  const hundredths = Math.round(field.reduce((sum, one) => sum + one, 0) / size);
  const prize = prizes.reduce((sum, one) => sum + one, 0) / size;
  const rank = Math.ceil(size / 2);
  const cost = payouts === null ? null : cents(payouts.fee);
  return { ...settled(past, []), cost, entries: [{ hundredths, rank, percentile: 0.5, prize }] };
}

export function withoutLineups({ facts }: PastField, fault: string): StrategySlate {
  return { slate: facts.id, fault, entries: [], cost: null, seatsWithoutPoints: 0, predicted: null };
}

function ruleColumns(facts: PoolFacts | undefined, portfolios: readonly unknown[]): string[] {
  const headers = new Map<string, string>();
  for (const cells of facts?.columns?.values() ?? [])
    for (const header of Object.keys(cells)) headers.set(headerKey(header), header);
  const named = new Set(portfolios.flatMap((one) => [...namesIn(one)]).map(headerKey));
  const read = [...headers].flatMap(([key, header]) => (named.has(key) ? [`"${header}"`] : []));
  return read.length === 0 ? [] : [`Columns used by rules: ${read.join(", ")}.`];
}

const NAMING = ["column", "from"];

/** Everything in a description that may be a header. */
function* namesIn(described: unknown): Generator<string> {
  if (typeof described !== "object" || described === null) return;
  if (Array.isArray(described)) {
    for (const one of described) yield* namesIn(one);
    return;
  }
  for (const [field, value] of Object.entries(described)) {
    if (NAMING.includes(field) && typeof value === "string") yield value;
    else if (!SELECTION_FIELDS.includes(field)) yield field;
    yield* namesIn(value);
  }
}
