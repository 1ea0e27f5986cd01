import type { ContestTable } from "../contests/constraints/readers/contest-table.ts";
import type { BacktestStrategyRequest, HistoryOptions, Optimizer, PastSlate } from "../optimizer/contract.ts";
import type { Section } from "../shared/page.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import { amountText, grouped, percent, percentText, pointsText } from "../shared/words.ts";
import { OWN_ENTRIES, type SettledEntry } from "../simulation/backtest/backtest.ts";
import { lineupsIn, ownedBy, type PastContest } from "../simulation/backtest/past-contest.ts";
import { calibrationParts, predictionParts, strategiesPart } from "./backtest.ts";
import { type Column, type Part, part, sectionsOf } from "./parts.ts";

export interface MorningAfter {
  readonly contest: Pick<ContestTable, "slots">;
  /** Projected before lock, by GUID. */
  readonly points: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<string, string>;
  /** The number of lineups of each strategy, if there are no own entries. */
  readonly count: number;
  readonly portfolio: Portfolio | null;
  readonly draws: number;
}

const GOALS = { payout: "all payments", best: "the best payment", first: "first places" } as const;

const MOST_CANDIDATES = 3_000;

/** With as many lineups as own entries. */
function strategiesOf({ past, users }: PastSlate, { count, portfolio, draws }: MorningAfter) {
  const own = { count: past.entries.filter(ownedBy(users)).length || count };
  const ruled = { ...own, ...(portfolio !== null && { portfolio }) };
  return [
    { ...ruled, name: "most points" },
    { ...own, draws, name: "often the best of a draw", from: "simulation" },
    ...Object.entries(GOALS).map(([goal, words]) => ({
      ...{ ...ruled, draws, name: `chosen by ${words}` },
      choose: { goal: goal as keyof typeof GOALS, candidates: Math.min(MOST_CANDIDATES, draws) },
    })),
  ] satisfies BacktestStrategyRequest[];
}

const MOST_OWNED = 60;

/** What a contest paid to its own entries, against what was predicted, and would have paid to other lineups. */
export async function morningAfter(
  optimizer: Pick<Optimizer, "backtest">,
  slate: PastSlate,
  given: MorningAfter,
  options: HistoryOptions,
): Promise<Section[]> {
  const request = { slates: [slate], strategies: strategiesOf(slate, given) };
  const { strategies, calibration } = await optimizer.backtest(request, options);
  const [fit] = calibration!.slates;
  const ofOwn = strategies.findLast(({ name }) => name === OWN_ENTRIES)?.slates[0]?.entries ?? [];
  const shown = strategies.toSorted(
    (a, b) => Number(b.name === OWN_ENTRIES) - Number(a.name === OWN_ENTRIES),
  );
  const faults = shown.flatMap(({ name, slates }) =>
    slates.flatMap(({ fault }) => (fault === null ? [] : `${name}: ${fault}`)),
  );
  const owned = (fit!.ownership?.players ?? []).toSorted((a, b) => b.actual - a.actual);
  const parts = [
    entriesPart(slate, ofOwn, given),
    { ...strategiesPart(shown), caption: ["One slate shows nothing about others.", ...faults].join(" ") },
    // The first column names the contest.
    ...predictionParts(shown).map((one) => ({ ...one, columns: one.columns.slice(1) })),
    part("Ownership by player", ownedColumns(given.names), owned.slice(0, MOST_OWNED)),
    ...calibrationParts({ slates: [fit!], spreads: [], pairs: [] }),
  ];
  return sectionsOf(parts.map((one) => ({ ...one, charts: [] })));
}

interface OwnEntry extends SettledEntry {
  readonly projected: number | null;
  readonly lineup: string;
}

const ENTRIES: readonly Column<OwnEntry>[] = [
  ["Rank", ({ rank }) => grouped(rank), "right"],
  ["Beats", ({ percentile }) => percent(percentile), "right"],
  ["Won", ({ prize }) => amountText(prize / 100), "right"],
  ["Points", ({ hundredths }) => pointsText(hundredths / 100), "right"],
  ["Projected", ({ projected }) => (projected === null ? "" : pointsText(projected)), "right"],
  ["Lineup", ({ lineup }) => lineup],
];

function entriesPart(
  { past, users }: { readonly past: PastContest; readonly users?: readonly string[] | undefined },
  settled: readonly SettledEntry[],
  { contest, points, names }: MorningAfter,
): Part {
  const lineups = new Map(lineupsIn(past).map(({ entry, lineup }) => [entry, lineup]));
  const factors = new Map(contest.slots.map(({ name, pointsMultiplier }) => [name, pointsMultiplier]));
  const rows = past.entries.filter(ownedBy(users)).map((entry, at): OwnEntry => {
    const seats = lineups.get(entry) ?? [];
    const each = seats.map(({ slot, uuid }) => (points.get(uuid) ?? Number.NaN) * (factors.get(slot) ?? 1));
    const sum = each.reduce((all, one) => all + one, 0);
    return {
      ...settled[at]!,
      projected: seats.length === 0 || Number.isNaN(sum) ? null : sum,
      lineup: seats.map(({ uuid }) => names.get(uuid) ?? uuid).join(", "),
    };
  });
  return part(
    "Your entries",
    ENTRIES,
    rows.sort((a, b) => a.rank - b.rank),
  );
}

interface Owned {
  readonly uuid: string;
  readonly projected: number;
  readonly actual: number;
}

const ownedColumns = (names: ReadonlyMap<string, string>): readonly Column<Owned>[] => [
  ["Player", ({ uuid }) => names.get(uuid) ?? uuid],
  ["Projected", ({ projected }) => percentText(projected), "right"],
  ["Real", ({ actual }) => percentText(actual), "right"],
  ["Difference", ({ actual, projected }) => (actual - projected).toFixed(1), "right"],
];
