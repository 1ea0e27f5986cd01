import { contestWords } from "../shared/books.ts";
import { type Html, html, NOTHING, numbers, page, table } from "../shared/page.ts";
import { amountText, grouped, percent, pointsText } from "../shared/words.ts";
import {
  type Backtest,
  type BacktestSlate,
  type BacktestStrategy,
  type Estimate,
  meanPercentile,
  type StrategySlate,
  winningsOf,
} from "../simulation/backtest/backtest.ts";
import type { EntryFault } from "../simulation/backtest/past-contest.ts";
import { calibrationSections } from "./calibration.ts";
import { barsWithMean, countBars, fieldScores, figures } from "./charts.ts";
import { type Column, pageTable } from "./columns.ts";

const BINS = 10;

function estimateText({ value, interval }: Estimate): string {
  return interval === null
    ? percent(value)
    : `${percent(value)} (${percent(interval[0])} to ${percent(interval[1])})`;
}

/** An estimate with its interval on a second line, so that tables fit on a phone. */
function estimateCell({ value, interval }: Estimate): Html {
  if (interval === null) return html`${percent(value)}`;
  const [low, high] = interval.map(percent);
  return html`${percent(value)}<br /><span class="faint small">${low!} to<br />${high!}</span>`;
}

export const STRATEGIES: readonly Column<BacktestStrategy>[] = [
  ["Strategy", ({ name }) => name],
  ["Lineups", ({ lineups }) => grouped(lineups), "right"],
  estimateColumn("Percentile", ({ lineups, percentile }) => (lineups === 0 ? "" : percentile)),
  estimateColumn("Profit", ({ profit }) => profit ?? "unknown"),
];

function estimateColumn(
  title: string,
  of: (strategy: BacktestStrategy) => Estimate | string,
): Column<BacktestStrategy> {
  const shown = <Shown>(one: BacktestStrategy, show: (estimate: Estimate) => Shown) => {
    const found = of(one);
    return typeof found === "string" ? found : show(found);
  };
  return [title, (one) => shown(one, estimateText), "right", (one) => shown(one, estimateCell)];
}

const FAULTS: { readonly [Fault in EntryFault]: string } = {
  "unknown-player": "have a player for whom the file lists no points",
  "two-players": "have a name that two players with different points share",
  "no-lineup": "are no lineup of this contest",
  "other-points": "have points that differ from the sum of their players'",
  "other-rank": "have another rank, because the book ranks by unrounded points",
};

export function checkText({ check }: Pick<BacktestSlate, "check">): string {
  if (check === null) return "not recomputed: the standings list no points of players";
  const { agree, entries, exceptions } = check;
  const others = exceptions.map(
    ({ reason, count, line }) => `${grouped(count)} ${FAULTS[reason]} (first on line ${line})`,
  );
  return [
    `recomputed points and ranks equal the book's for ${grouped(agree)} of ${grouped(entries)} entries`,
    ...others,
  ].join("; ");
}

export async function backtestPage({ slates, strategies, calibration }: Backtest): Promise<string> {
  return page(
    "Backtest",
    html`<p>${grouped(slates.length)} past contests, ${grouped(strategies.length)} strategies. Lineups were built with the projections from before lock, and entered into the real contests. A percentile of 60% means that the lineup beats 60% of the opponents, ties counted half. Intervals are 95% bootstrap intervals over slates.</p>`,
    [
      {
        heading: "Strategies",
        body: html`${pageTable(
          STRATEGIES,
          strategies,
          "Mean percentile of the lineups, and winnings minus fees as a part of the fees.",
        )}${strategies.map(({ name, conclusion }) => html`<p>${name}: ${conclusion}</p>`)}`,
      },
      {
        heading: "Percentiles",
        body: await figures(
          strategies.map((strategy) => ({
            title: strategy.name,
            spec: countBars(percentileCounts(strategy), "tenth of the field, 0 the lowest", "lineups"),
          })),
        ),
      },
      {
        heading: "Profit per slate",
        body: await profitFigures(strategies),
      },
      { heading: "Scores", body: await scoresBody(slates, strategies) },
      { heading: "Slates", body: html`${strategies.map(slateTable)}` },
      {
        heading: "Standings",
        body: html`${table(
          [
            { title: "Slate" },
            numbers("Opponents"),
            { ...numbers("First"), isExtra: true },
            { ...numbers("Last paid"), isExtra: true },
            { title: "Recomputed points and ranks" },
          ],
          slates.map((slate) => [
            html`${slate.id}<br /><span class="faint small">${contestWords(slate)}</span>`,
            html`${grouped(slate.opponents)}${slate.removed === 0 ? NOTHING : html`<br /><span class="faint small">without ${grouped(slate.removed)} of your own</span>`}`,
            pointsText(slate.first / 100),
            slate.cash === null ? "unknown" : pointsText(slate.cash / 100),
            checkText(slate),
          ]),
          "The real contests.",
        )}`,
      },
      {
        heading: "Columns",
        body: table(
          [{ title: "Slate" }, { title: "Columns used" }],
          slates.map(({ id, columns }) => [id, columns.join(" ")]),
          "No column that is known only after lock is read.",
        ),
      },
      ...(calibration === null ? [] : await calibrationSections(calibration)),
    ],
  );
}

function percentileCounts({ slates }: BacktestStrategy): number[] {
  const counts = new Array<number>(BINS).fill(0);
  for (const { entries } of slates)
    for (const { percentile } of entries) {
      const bin = Math.min(BINS - 1, Math.floor(percentile * BINS));
      counts[bin] = counts[bin]! + 1;
    }
  return counts;
}

async function profitFigures(strategies: readonly BacktestStrategy[]): Promise<Html> {
  const charts = strategies.flatMap(({ name, slates, profitPerSlate }) => {
    if (profitPerSlate === null) return [];
    const paid = slates.flatMap((one) =>
      one.cost === null ? [] : [{ name: one.slate, value: (winningsOf(one) - one.cost) / 100 }],
    );
    const { value, interval } = profitPerSlate;
    const mean = {
      value: value / 100,
      interval: interval && ([interval[0] / 100, interval[1] / 100] as const),
    };
    return [{ title: name, spec: barsWithMean(paid, mean, "winnings minus fees") }];
  });
  if (charts.length === 0) return html`<p>No slate has payouts.</p>`;
  return html`${await figures(charts)}<p class="faint small">The line over the mean is its 95% interval.</p>`;
}

async function scoresBody(
  slates: readonly BacktestSlate[],
  strategies: readonly BacktestStrategy[],
): Promise<Html> {
  const charts = slates.flatMap(({ id, scores, cash }) =>
    strategies.flatMap(({ name, slates: each }) => {
      const entries = each.find(({ slate }) => slate === id)?.entries ?? [];
      if (entries.length === 0 || scores.counts.length === 0) return [];
      const own = entries.map(({ hundredths }) => hundredths);
      return [{ title: `${id}, ${name}`, spec: fieldScores(scores, own, cash) }];
    }),
  );
  return html`<p>The opponents' points as bars, and above them a mark for each lineup. The dashed line is the least score that was paid.</p>${await figures(charts)}`;
}

function slateTable({ name, slates }: BacktestStrategy): Html {
  return table(
    [
      { title: "Slate" },
      { ...numbers("Lineups"), isExtra: true },
      numbers("Best rank"),
      numbers("Percentile"),
      { ...numbers("Best"), isExtra: true },
      { ...numbers("Fees"), isExtra: true },
      numbers("Won"),
    ],
    slates.map((one) => slateRow(one)),
    name,
  );
}

function slateRow(one: StrategySlate): readonly (string | Html)[] {
  const { slate, entries, cost, fault, seatsWithoutPoints } = one;
  if (entries.length === 0) return [html`${slate}<br /><span class="warn small">${fault ?? ""}</span>`];
  const missing =
    seatsWithoutPoints === 0
      ? NOTHING
      : html`<br /><span class="faint small">${grouped(seatsWithoutPoints)} seats have a player without points, who counts 0</span>`;
  return [
    html`${slate}${missing}`,
    grouped(entries.length),
    grouped(entries.reduce((least, { rank }) => Math.min(least, rank), Number.POSITIVE_INFINITY)),
    percent(meanPercentile(one)),
    percent(entries.reduce((most, { percentile }) => Math.max(most, percentile), 0)),
    cost === null ? "unknown" : amountText(cost / 100),
    cost === null ? "unknown" : amountText(winningsOf(one) / 100),
  ];
}
