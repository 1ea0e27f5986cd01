import { type Html, html, page, type Section } from "../shared/page.ts";
import { grouped } from "../shared/words.ts";
import type { Calibration, SlateFit } from "../simulation/calibration/calibrate.ts";
import type { SpreadFit } from "../simulation/calibration/score-tests.ts";
import {
  OWNERSHIP,
  opponentColumns,
  opponentRows,
  PAIRS,
  PROJECTIONS,
  SPREADS,
} from "./calibration-tables.ts";
import { figures, scatter } from "./charts.ts";
import { pageTable } from "./columns.ts";
import { tenths } from "./history-charts.ts";

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
    ...(pairs.length === 0
      ? []
      : [{ heading: "Correlations", body: pageTable(PAIRS, pairs, PAIRS_CAPTION) }]),
    ...(owned.length === 0 ? [] : [{ heading: "Ownership", body: await ownershipBody(owned) }]),
    ...(fields.length === 0 ? [] : [{ heading: "Opponents", body: fieldsBody(fields) }]),
  ];
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
