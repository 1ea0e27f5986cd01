import { contestWords } from "../shared/books.ts";
import { groupBy } from "../shared/collections.ts";
import { html, NOTHING, page } from "../shared/page.ts";
import { amountText, grouped, percent, pointsText } from "../shared/words.ts";
import {
  type Backtest,
  type BacktestSlate,
  type BacktestStrategy,
  coverageOf,
  type Estimate,
  meanPercentile,
  type Outcome,
  outcomesOf,
  type Span,
  type StrategySlate,
  winningsOf,
} from "../simulation/backtest/backtest.ts";
import type { EntryFault } from "../simulation/backtest/past-contest.ts";
import type { Calibration, SlateFit } from "../simulation/calibration/calibrate.ts";
import { type FieldFacts, SCORE_PARTS } from "../simulation/calibration/field-fit.ts";
import type { PairFit, ScoreTest, SpreadFit } from "../simulation/calibration/score-tests.ts";
import { bars, countBars, scatter } from "./charts.ts";
import { type Column, type Part, part, sectionsOf } from "./parts.ts";

const BINS = 10;

function estimateText({ value, interval }: Estimate): string {
  return interval === null
    ? percent(value)
    : `${percent(value)} (${percent(interval[0])} to ${percent(interval[1])})`;
}

const STRATEGIES: readonly Column<BacktestStrategy>[] = [
  ["Strategy", ({ name }) => name],
  ["Lineups", ({ lineups }) => grouped(lineups), "right"],
  ["Percentile", ({ lineups, percentile }) => (lineups === 0 ? "" : estimateText(percentile)), "broad"],
  ["Profit", ({ profit }) => (profit === null ? "unknown" : estimateText(profit)), "broad"],
];

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

const orNone = (one: StrategySlate, text: () => string) => (one.entries.length === 0 ? "" : text());
const moneyOf = (one: StrategySlate, hundredths: (cost: number) => number) =>
  one.cost === null ? "unknown" : amountText(hundredths(one.cost) / 100);

const slateColumns = (name: string): readonly Column<StrategySlate>[] => [
  [
    name,
    ({ slate }) => slate,
    undefined,
    ({ slate, entries, fault, seatsWithoutPoints }) => {
      if (entries.length === 0) return html`${slate}<br /><span class="warn small">${fault ?? ""}</span>`;
      if (seatsWithoutPoints === 0) return slate;
      return html`${slate}<br /><span class="faint small">${grouped(seatsWithoutPoints)} seats have a player without points, who counts 0</span>`;
    },
  ],
  ["Lineups", (one) => orNone(one, () => grouped(one.entries.length)), "extra"],
  [
    "Best rank",
    (one) => orNone(one, () => grouped(Math.min(...one.entries.map(({ rank }) => rank)))),
    "right",
  ],
  ["Percentile", (one) => orNone(one, () => percent(meanPercentile(one))), "right"],
  [
    "Best",
    (one) => orNone(one, () => percent(Math.max(...one.entries.map(({ percentile }) => percentile)))),
    "extra",
  ],
  ["Fees", (one) => orNone(one, () => moneyOf(one, (cost) => cost)), "extra"],
  ["Won", (one) => orNone(one, () => moneyOf(one, () => winningsOf(one))), "right"],
];

const STANDINGS: readonly Column<BacktestSlate>[] = [
  [
    "Slate",
    ({ id }) => id,
    undefined,
    (slate) => html`${slate.id}<br /><span class="faint small">${contestWords(slate)}</span>`,
  ],
  [
    "Opponents",
    ({ opponents }) => grouped(opponents),
    "right",
    ({ opponents, removed }) =>
      html`${grouped(opponents)}${removed === 0 ? NOTHING : html`<br /><span class="faint small">without ${grouped(removed)} of your own</span>`}`,
  ],
  ["First", ({ first }) => pointsText(first / 100), "extra"],
  ["Last paid", ({ cash }) => (cash === null ? "unknown" : pointsText(cash / 100)), "extra"],
  ["Recomputed points and ranks", checkText, "wraps"],
  ["Columns used", ({ columns }) => columns.join(" "), "side"],
];

function conclusionsOf(strategies: readonly BacktestStrategy[]): string[] {
  const alike = groupBy(strategies, ({ conclusion }) => conclusion);
  return [...alike].map(
    ([conclusion, those]) => `${those.map(({ name }) => name).join(", ")}: ${conclusion}`,
  );
}

export function strategiesPart(strategies: readonly BacktestStrategy[]): Part {
  return part("Strategies", STRATEGIES, strategies, {
    caption: "Mean percentile of the lineups, and winnings minus fees as a part of the fees.",
    notes: ["", ...conclusionsOf(strategies)],
    charts: [
      ...strategies.map((strategy) => ({
        title: `${strategy.name}: percentiles`,
        spec: countBars(percentileCounts(strategy), "tenth of the field, 0 the lowest", "lineups"),
      })),
      ...strategies.flatMap(({ name, slates, profitPerSlate }) => {
        if (profitPerSlate === null) return [];
        const paid = slates.flatMap((one) =>
          one.cost === null ? [] : [{ name: one.slate, value: (winningsOf(one) - one.cost) / 100 }],
        );
        const mean = { name: "mean", value: profitPerSlate.value / 100 };
        const interval = profitPerSlate.interval?.map((end) => amountText(end / 100)).join(" to ");
        const title = `${name}: profit per slate${interval === undefined ? "" : `, mean ${interval}`}`;
        return [{ title, spec: bars([...paid, mean], "winnings minus fees", ",.4~r") }];
      }),
    ],
  });
}

const predictedColumns = (of: string): readonly Column<Outcome>[] => [
  ["Contest", ({ slate }) => slate],
  ["Strategy", ({ strategy }) => strategy, "wraps"],
  [`Predicted ${of}`, ({ predicted }) => wholePercent(predicted.mean), "right"],
  ["Half of the time", ({ predicted }) => spanText(predicted.half), "right"],
  ["80% of the time", ({ predicted }) => spanText(predicted.most), "right"],
  ["Happened", ({ happened }) => wholePercent(happened), "right"],
];

function spanText([low, high]: Span["half"]): string {
  return `${wholePercent(low)} to ${wholePercent(high)}`;
}

/** What simulations predicted, with the projections' own error, and what happened. */
export function predictionParts(strategies: readonly BacktestStrategy[]): Part[] {
  return (["percentile", "profit"] as const).flatMap((of) => {
    const outcomes = outcomesOf(strategies, of);
    if (outcomes.length === 0) return [];
    const { half, most, off } = coverageOf(outcomes);
    return [
      part(`Predicted ${of}`, predictedColumns(of), outcomes, {
        notes: [
          "",
          `Of ${grouped(outcomes.length)} outcomes, ${wholePercent(half)} were in the interval of half of the time, and ${wholePercent(most)} in that of 80%. On average, what happened differs from the prediction by ${estimateText(off)}.`,
        ],
      }),
    ];
  });
}

export async function backtestPage({ slates, strategies, calibration }: Backtest): Promise<string> {
  return page(
    "Backtest",
    html`<p>${grouped(slates.length)} past contests, ${grouped(strategies.length)} strategies. Lineups were built with the projections from before lock, and entered into the real contests. A percentile of 60% means that the lineup beats 60% of the opponents, ties counted half. Intervals are 95% bootstrap intervals over slates.</p>${conclusionsOf(strategies).map((text) => html`<p>${text}</p>`)}`,
    await sectionsOf([
      strategiesPart(strategies),
      ...predictionParts(strategies),
      ...strategies.map(({ name, slates: own }) => part("Slates", slateColumns(name), own)),
      part("Standings", STANDINGS, slates, {
        caption: "The real contests. No column that is known only after lock is read.",
      }),
      ...(calibration === null ? [] : calibrationParts(calibration)),
    ]),
  );
}

function percentileCounts({ slates }: BacktestStrategy): number[] {
  const counts = new Array<number>(BINS).fill(0);
  for (const { entries } of slates)
    for (const { percentile } of entries) counts[Math.min(BINS - 1, Math.floor(percentile * BINS))]! += 1;
  return counts;
}

/** A ratio as its difference from 1, such as `+12%` for 1.12. */
export function ratioText(ratio: number): string {
  const change = Math.round(100 * (ratio - 1));
  return `${change > 0 ? "+" : ""}${change}%`;
}

export function wholePercent(part: number): string {
  return `${Math.round(100 * part)}%`;
}

/** The p-value of a test, such as `7%`; one below 5% is followed by an asterisk. */
function chanceText({ chance }: Pick<ScoreTest, "chance">): string {
  const text = chance < 0.001 ? "<0.1%" : wholePercent(chance);
  return chance < 0.05 ? `${text} *` : text;
}

/** The smallest difference that a test finds with a chance of 80%, such as `±7%`. */
function detectsText({ detects }: Pick<ScoreTest, "detects">, text = wholePercent): string {
  return detects === null ? "nothing" : `±${text(detects)}`;
}

const two = (value: number) => value.toFixed(2);

const SPREADS: readonly Column<SpreadFit>[] = [
  ["Players", ({ group }) => group, "wraps"],
  ["Number", ({ players }) => grouped(players), "right"],
  ["Deviation", ({ deviation }) => ratioText(deviation), "right"],
  ...["In 50%", "In 80%", "In 95%"].map(
    (title, at): Column<SpreadFit> => [title, ({ coverage }) => wholePercent(coverage[at]!.value), "extra"],
  ),
  ["Off", ({ spread }) => chanceText(spread), "right"],
  ["Finds", ({ spread }) => detectsText(spread), "extra"],
];

const PROJECTIONS: readonly Column<SpreadFit>[] = [
  ["Projections", ({ group }) => group, "wraps"],
  ["Number", ({ players }) => grouped(players), "right"],
  ["Points", ({ mean }) => ratioText(mean.value), "right"],
  ["Error", ({ mean }) => wholePercent(mean.error), "right"],
  ["Off", ({ mean }) => chanceText(mean), "right"],
  ["Finds", ({ mean }) => detectsText(mean), "extra"],
];

const PAIRS: readonly Column<PairFit>[] = [
  ["Pairs", ({ kind }) => kind, "wraps"],
  ["Number", ({ pairs }) => grouped(pairs), "right"],
  ["Correlation", ({ correlation }) => two(correlation.value), "right"],
  ["Table", ({ correlation }) => two(correlation.expected), "right"],
  ["Off", ({ correlation }) => chanceText(correlation), "right"],
  ["Finds", ({ correlation }) => detectsText(correlation, two), "extra"],
];

const OWNERSHIP: readonly Column<SlateFit>[] = [
  ["Ownership", ({ id }) => id],
  ["Players", ({ ownership }) => grouped(ownership!.players.length), "right"],
  ["Off by", ({ ownership }) => `${ownership!.misfit.toFixed(1)} points`, "right"],
  ["Correlation", ({ ownership }) => ownership!.correlation?.toFixed(2) ?? "", "right"],
  ["Log odds", ({ ownership }) => ownership!.logOdds?.toFixed(2) ?? "", "extra"],
];

const opponentColumns = ({ id }: SlateFit): readonly Column<readonly string[]>[] => [
  [id, ([title = ""]) => title, "wraps"],
  ["Real", ([, real = ""]) => real, "right"],
  ["Simulated", ([, , simulated = ""]) => simulated, "right"],
];

const opponentRows = ({ field }: SlateFit): readonly (readonly string[])[] =>
  FIELD_ROWS.map(({ title, cell }) => [title, cell(field!.real), cell(field!.simulated)]).filter(
    ([, real, simulated]) => real !== "" || simulated !== "",
  );

const FIELD_ROWS: readonly { readonly title: string; readonly cell: (facts: FieldFacts) => string }[] = [
  { title: "Lineups", cell: ({ lineups }) => grouped(lineups) },
  { title: "Different lineups", cell: ({ distinct }) => wholePercent(distinct) },
  { title: "Entries with the commonest lineup", cell: ({ commonest }) => percent(commonest) },
  { title: "Mean salary", cell: ({ salary }) => grouped(Math.round(salary)) },
  ...[5, 50, 95].map((part, at) => ({
    title: part === 50 ? "Median salary" : `Salary that ${part}% do not reach`,
    cell: ({ salaries }: FieldFacts) => grouped(salaries[2 * at]!),
  })),
  ...[2, 3, 4, 5, 6].map((size) => ({
    title: `Most players of one team: ${size === 6 ? "6 or more" : size}`,
    cell: ({ stacks }: FieldFacts) => {
      const share = (size === 6 ? stacks.slice(5) : stacks.slice(size - 1, size)).reduce(
        (sum, one) => sum + one,
        0,
      );
      // Golfers are all of one team.
      const isTeamless = stacks.length <= 1 || stacks.at(-1) === 1;
      return isTeamless || share === 0 ? "" : wholePercent(share);
    },
  })),
  ...SCORE_PARTS.map((part, at) => ({
    title: part === 0.5 ? "Median score" : `Score that ${percentOfField(part)} do not reach`,
    cell: ({ scores }: FieldFacts) => pointsText(scores[at]!),
  })),
  { title: "Lowest paid score", cell: ({ cash }) => (cash === null ? "" : pointsText(cash)) },
  { title: "First", cell: ({ first }) => pointsText(first) },
];

function percentOfField(part: number): string {
  return `${Number((100 * part).toFixed(1))}%`;
}

export async function calibrationPage(calibration: Calibration): Promise<string> {
  return page(
    "Calibration",
    html`<p>Simulations of ${grouped(calibration.slates.length)} past contests, compared with what happened.</p>`,
    await sectionsOf(calibrationParts(calibration)),
  );
}

/** Minimum number of players in a group with a histogram; with fewer, it would show nothing but chance. */
const FEWEST_DRAWN = 20;

const SPREADS_LEAD =
  "Each player's points have a place in the simulated distribution. If the distributions are right, a tenth of the players is in each tenth of them. High ends mean that spreads are too narrow, a high middle that they are too wide. Projections that are too high or too low are compared below; here, points are divided by their ratio.";
const SPREADS_CAPTION =
  "The standard deviation around projections compared with the simulated one; the part of the players within the middle 50, 80 and 95% of their distributions. Off: the chance of a spread at least as different if the table is true; * is below 5%. Finds: the smallest difference of the deviation that this test finds with a chance of 80%.";
const PROJECTIONS_CAPTION =
  "Points scored compared with projected ones, and the standard error: -10% means that projections were too high. Off and Finds: as above.";
const PAIRS_CAPTION =
  "Correlation of the places in the distributions, over pairs of players of one game, and what the table implies for the same players. Off and Finds: as above.";
const OWNERSHIP_CAPTION =
  "Off by: the mean difference in percentage points. Log odds: the standard deviation of the difference of the log odds, over players projected at 2% or more.";

export function calibrationParts({ slates, spreads, pairs }: Calibration): Part[] {
  const absent = slates.reduce((sum, one) => sum + one.absent, 0);
  const owned = slates.filter(({ ownership }) => ownership !== null);
  const fields = slates.filter(({ field }) => field !== null);
  const source = fields.every(({ field }) => field!.ownership === "projected")
    ? "projected ownership"
    : "projected ownership, or without it from an estimate";
  return [
    part("Spread of points", SPREADS, spreads, {
      lead: `${SPREADS_LEAD}${absent === 0 ? "" : ` ${grouped(absent)} players with a projection scored 0 and probably did not play; they are left out.`}`,
      charts: spreads
        .filter(({ players }) => players >= FEWEST_DRAWN)
        .map(({ group, players, histogram }) => ({
          title: `${group}, ${grouped(players)} players, by tenth of the distribution`,
          spec: bars(
            histogram.map((share, at) => ({ name: `${at + 1}`, value: share })),
            "players",
            "%",
          ),
        })),
      caption: SPREADS_CAPTION,
    }),
    part("Projections", PROJECTIONS, spreads, { caption: PROJECTIONS_CAPTION }),
    part("Correlations", PAIRS, pairs, { caption: PAIRS_CAPTION }),
    part("Ownership", OWNERSHIP, owned, {
      charts: owned.map(({ id, ownership }) => {
        const dots = ownership!.players.map(({ projected, actual }) => ({ x: projected, y: actual }));
        return { title: id, spec: scatter(dots, "projected, percent", "actual, percent") };
      }),
      caption: OWNERSHIP_CAPTION,
    }),
    ...fields.map((slate, at) => {
      const { leftOut } = slate.field!;
      return part("Opponents", opponentColumns(slate), opponentRows(slate), {
        lead:
          at === 0
            ? `The simulated opponents are drawn from ${source}; their lineups get the points that were really scored.`
            : undefined,
        caption:
          leftOut === 0
            ? undefined
            : `Without ${grouped(leftOut)} entries: never submitted, or with a player who has no projection.`,
      });
    }),
  ];
}
