import { grouped, percent, pointsText } from "../shared/amounts.ts";
import { type Html, html, numbers, page, type Section, table } from "../shared/page.ts";
import type { Calibration, SlateFit } from "../simulation/calibration/calibrate.ts";
import { type FieldFacts, SCORE_PARTS } from "../simulation/calibration/field-fit.ts";
import type { PairFit, ScoreTest, SpreadFit } from "../simulation/calibration/score-tests.ts";
import { chanceText, detectsText, ratioText, wholePercent } from "./calibration-texts.ts";
import { figures } from "./charts.ts";
import { scatter, tenths } from "./history-charts.ts";

/** Renders a calibration as one self-contained page. */
export async function calibrationPage(calibration: Calibration): Promise<string> {
  return page(
    "Calibration",
    html`<p>Simulations of ${grouped(calibration.slates.length)} past contests, compared with what happened.</p>`,
    await calibrationSections(calibration),
  );
}

/** The sections of a calibration: spreads, projections, correlations, ownership and opponents. */
export async function calibrationSections({
  slates,
  spreads,
  pairs,
}: Calibration): Promise<readonly Section[]> {
  const owned = slates.filter(({ ownership }) => ownership !== null);
  const fields = slates.filter(({ field }) => field !== null);
  return [
    { heading: "Spread of points", body: await spreadsBody(spreads, slates) },
    { heading: "Projections", body: projectionsBody(spreads) },
    ...(pairs.length === 0 ? [] : [{ heading: "Correlations", body: pairsBody(pairs) }]),
    ...(owned.length === 0 ? [] : [{ heading: "Ownership", body: await ownershipBody(owned) }]),
    ...(fields.length === 0 ? [] : [{ heading: "Opponents", body: fieldsBody(fields) }]),
  ];
}

/** A histogram of fewer players shows nothing but chance. */
const FEWEST_DRAWN = 20;

async function spreadsBody(spreads: readonly SpreadFit[], slates: readonly SlateFit[]): Promise<Html> {
  const absent = slates.reduce((sum, one) => sum + one.absent, 0);
  return html`<p>Each player's points have a place in the simulated distribution. If the distributions are right, a tenth of the players is in each tenth of them. High ends mean that spreads are too narrow, a high middle that they are too wide. Projections that are too high or too low are compared below; here, points are divided by their ratio.${absent === 0 ? "" : ` ${grouped(absent)} players with a projection scored 0 and probably did not play; they are left out.`}</p>
${await figures(
  spreads
    .filter(({ players }) => players >= FEWEST_DRAWN)
    .map(({ group, players, histogram }) => ({
      title: `${group}, ${grouped(players)} players`,
      spec: tenths(histogram, "tenth of the distribution, 0 the lowest"),
    })),
)}
${table(
  [
    { title: "Players" },
    numbers("Number"),
    numbers("Deviation"),
    { ...numbers("In 50%"), isExtra: true },
    { ...numbers("In 80%"), isExtra: true },
    { ...numbers("In 95%"), isExtra: true },
    numbers("Off"),
    { ...numbers("Finds"), isExtra: true },
  ],
  spreads.map(({ group, players, deviation, coverage, spread }) => [
    group,
    grouped(players),
    ratioText(deviation),
    ...coverage.map((one) => html`${wholePercent(one.value)}${errorText(one)}`),
    chanceText(spread),
    detectsText(spread),
  ]),
  "The standard deviation around projections compared with the simulated one; the part of the players within the middle 50, 80 and 95% of their distributions, with two standard errors. Off: the chance of a spread at least as different if the table is true; * is below 5%. Finds: the smallest difference of the deviation that this test finds with a chance of 80%.",
)}`;
}

function projectionsBody(spreads: readonly SpreadFit[]): Html {
  return table(
    [
      { title: "Players" },
      numbers("Number"),
      numbers("Points"),
      numbers("Off"),
      { ...numbers("Finds"), isExtra: true },
    ],
    spreads.map(({ group, players, mean }) => [
      group,
      grouped(players),
      html`${ratioText(mean.value)}${errorText(mean)}`,
      chanceText(mean),
      detectsText(mean),
    ]),
    "Points scored compared with projected ones, with two standard errors: -10% means that projections were too high. Off and Finds as above.",
  );
}

function errorText({ error }: ScoreTest): Html {
  return html`<br /><span class="faint small">±${wholePercent(2 * error)}</span>`;
}

function pairsBody(pairs: readonly PairFit[]): Html {
  const two = (value: number) => value.toFixed(2);
  return table(
    [
      { title: "Pairs" },
      numbers("Number"),
      numbers("Real"),
      numbers("Table"),
      numbers("Off"),
      { ...numbers("Finds"), isExtra: true },
    ],
    pairs.map(({ kind, pairs: count, correlation }) => [
      kind,
      grouped(count),
      two(correlation.value),
      html`${two(correlation.expected)}<br /><span class="faint small">±${two(2 * correlation.error)}</span>`,
      chanceText(correlation),
      correlation.detects === null ? "nothing" : `±${two(correlation.detects)}`,
    ]),
    "Correlation of the places in the distributions, over pairs of players of one game, and what the table implies for the same players, with two standard errors. Off and Finds as above.",
  );
}

async function ownershipBody(slates: readonly SlateFit[]): Promise<Html> {
  return html`${await figures(
    slates.map(({ id, ownership }) => ({ title: id, spec: scatter(ownership!.players, "percent") })),
  )}
${table(
  [
    { title: "Contest" },
    numbers("Players"),
    numbers("Off by"),
    numbers("Correlation"),
    { ...numbers("Log odds"), isExtra: true },
  ],
  slates.map(({ id, ownership }) => [
    id,
    grouped(ownership!.players.length),
    ownership!.misfit.toFixed(1),
    ownership!.correlation?.toFixed(2) ?? "",
    ownership!.logOdds?.toFixed(2) ?? "",
  ]),
  "Off by: the mean difference in percentage points. Log odds: the standard deviation of the difference of the log odds, over players projected at 2% or more.",
)}`;
}

function fieldsBody(slates: readonly SlateFit[]): Html {
  return html`<p>The simulated opponents are drawn from ${slates.every(({ field }) => field!.ownership === "projected") ? "projected ownership" : "projected ownership, or without it from the best lineups of draws"}; their lineups get the points that were really scored.</p>
${slates.map(({ id, field }) => {
  const { real, simulated, leftOut } = field!;
  return table(
    [{ title: id }, numbers("Real"), numbers("Simulated")],
    FIELD_ROWS.flatMap(({ title, cell }) => {
      const [left, right] = [cell(real), cell(simulated)];
      return left === "" && right === "" ? [] : [[title, left, right]];
    }),
    leftOut === 0
      ? undefined
      : `Without ${grouped(leftOut)} entries: never submitted, or with a player who has no projection.`,
  );
})}`;
}

/** What is compared between real and simulated opponents. */
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
    title: `${size === 6 ? "6 or more" : size} players of one team at most`,
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
  { title: "Least score that is paid", cell: ({ cash }) => (cash === null ? "" : pointsText(cash)) },
  { title: "First", cell: ({ first }) => pointsText(first) },
];

function percentOfField(part: number): string {
  return `${Number((100 * part).toFixed(1))}%`;
}
