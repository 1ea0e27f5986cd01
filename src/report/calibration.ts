import { type Html, html, NOTHING, page, type Section } from "../shared/page.ts";
import { grouped, percent, pointsText } from "../shared/words.ts";
import type { Calibration, SlateFit } from "../simulation/calibration/calibrate.ts";
import { type FieldFacts, SCORE_PARTS } from "../simulation/calibration/field-fit.ts";
import type { PairFit, ScoreTest, SpreadFit } from "../simulation/calibration/score-tests.ts";
import { figures, scatter, tenths } from "./charts.ts";
import { type Column, pageTable } from "./columns.ts";

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

/**
 * The smallest difference that a test finds with a chance of 80%, such as `±7%`; `nothing` if there is none.
 */
function detectsText({ detects }: Pick<ScoreTest, "detects">, text = wholePercent): string {
  return detects === null ? "nothing" : `±${text(detects)}`;
}

function withErrors(value: string, { error }: ScoreTest, text = wholePercent): Html {
  return html`${value}<br /><span class="faint small">±${text(2 * error)}</span>`;
}

const two = (value: number) => value.toFixed(2);

export const SPREADS: readonly Column<SpreadFit>[] = [
  ["Players", ({ group }) => group, "wraps"],
  ["Number", ({ players }) => grouped(players), "right"],
  ["Deviation", ({ deviation }) => ratioText(deviation), "right"],
  ...["In 50%", "In 80%", "In 95%"].map(
    (title, at): Column<SpreadFit> => [
      title,
      ({ coverage }) => wholePercent(coverage[at]!.value),
      "extra",
      ({ coverage }) => withErrors(wholePercent(coverage[at]!.value), coverage[at]!),
    ],
  ),
  ["Off", ({ spread }) => chanceText(spread), "right"],
  ["Finds", ({ spread }) => detectsText(spread), "extra"],
];

export const PROJECTIONS: readonly Column<SpreadFit>[] = [
  ["Projections", ({ group }) => group, "wraps"],
  ["Number", ({ players }) => grouped(players), "right"],
  [
    "Points",
    ({ mean }) => ratioText(mean.value),
    "right",
    ({ mean }) => withErrors(ratioText(mean.value), mean),
  ],
  ["Error", ({ mean }) => wholePercent(mean.error), "right", null],
  ["Off", ({ mean }) => chanceText(mean), "right"],
  ["Finds", ({ mean }) => detectsText(mean), "extra"],
];

export const PAIRS: readonly Column<PairFit>[] = [
  ["Pairs", ({ kind }) => kind, "wraps"],
  ["Number", ({ pairs }) => grouped(pairs), "right"],
  ["Correlation", ({ correlation }) => two(correlation.value), "right"],
  [
    "Table",
    ({ correlation }) => two(correlation.expected),
    "right",
    ({ correlation }) => withErrors(two(correlation.expected), correlation, two),
  ],
  ["Off", ({ correlation }) => chanceText(correlation), "right"],
  ["Finds", ({ correlation }) => detectsText(correlation, two), "extra"],
];

/** Columns that compare projected with actual ownership; the rows must have both. */
export const OWNERSHIP: readonly Column<SlateFit>[] = [
  ["Ownership", ({ id }) => id],
  ["Players", ({ ownership }) => grouped(ownership!.players.length), "right"],
  ["Off by", ({ ownership }) => `${ownership!.misfit.toFixed(1)} points`, "right"],
  ["Correlation", ({ ownership }) => ownership!.correlation?.toFixed(2) ?? "", "right"],
  ["Log odds", ({ ownership }) => ownership!.logOdds?.toFixed(2) ?? "", "extra"],
];

export const opponentColumns = ({ id }: SlateFit): readonly Column<readonly string[]>[] => [
  [id, ([title = ""]) => title, "wraps"],
  ["Real", ([, real = ""]) => real, "right"],
  ["Simulated", ([, , simulated = ""]) => simulated, "right"],
];

export const opponentRows = ({ field }: SlateFit): readonly (readonly string[])[] =>
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
    await calibrationSections(calibration),
  );
}

export async function calibrationSections({
  slates,
  spreads,
  pairs,
}: Calibration): Promise<readonly Section[]> {
  const owned = slates.filter(({ ownership }) => ownership !== null);
  const fields = slates.filter(({ field }) => field !== null);
  return [
    { heading: "Spread of points", body: await spreadsBody(spreads, slates) },
    { heading: "Projections", body: pageTable(PROJECTIONS, spreads, PROJECTIONS_CAPTION) },
    { heading: "Correlations", body: pageTable(PAIRS, pairs, PAIRS_CAPTION) },
    { heading: "Ownership", body: owned.length === 0 ? NOTHING : await ownershipBody(owned) },
    { heading: "Opponents", body: fields.length === 0 ? NOTHING : fieldsBody(fields) },
  ].filter(({ body }) => body.markup !== "");
}

/** Minimum number of players in a group with a histogram; with fewer, it would show nothing but chance. */
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
${pageTable(
  SPREADS,
  spreads,
  "The standard deviation around projections compared with the simulated one; the part of the players within the middle 50, 80 and 95% of their distributions, with two standard errors. Off: the chance of a spread at least as different if the table is true; * is below 5%. Finds: the smallest difference of the deviation that this test finds with a chance of 80%.",
)}`;
}

const PROJECTIONS_CAPTION =
  "Points scored compared with projected ones, with two standard errors: -10% means that projections were too high. Off and Finds: as above.";

const PAIRS_CAPTION =
  "Correlation of the places in the distributions, over pairs of players of one game, and what the table implies for the same players, with two standard errors. Off and Finds: as above.";

async function ownershipBody(slates: readonly SlateFit[]): Promise<Html> {
  return html`${await figures(
    slates.map(({ id, ownership }) => {
      const dots = ownership!.players.map(({ projected, actual }) => ({ x: projected, y: actual }));
      return { title: id, spec: scatter(dots, "projected, percent", "actual, percent") };
    }),
  )}
${pageTable(
  OWNERSHIP,
  slates,
  "Off by: the mean difference in percentage points. Log odds: the standard deviation of the difference of the log odds, over players projected at 2% or more.",
)}`;
}

function fieldsBody(slates: readonly SlateFit[]): Html {
  return html`<p>The simulated opponents are drawn from ${slates.every(({ field }) => field!.ownership === "projected") ? "projected ownership" : "projected ownership, or without it from the best lineups of draws"}; their lineups get the points that were really scored.</p>
${slates.map((slate) => {
  const { leftOut } = slate.field!;
  return pageTable(
    opponentColumns(slate),
    opponentRows(slate),
    leftOut === 0
      ? undefined
      : `Without ${grouped(leftOut)} entries: never submitted, or with a player who has no projection.`,
  );
})}`;
}
