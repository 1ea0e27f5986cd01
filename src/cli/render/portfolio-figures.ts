import { costColumns } from "../../report/lineups.ts";
import { ruleCostsOf } from "../../report/report.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { seatsOf } from "../../shared/schema/lineups.ts";
import type { PortfolioResult } from "../../shared/schema/portfolio-result.ts";
import { amountText, counted, gapText, pointsText } from "../../shared/words.ts";
import { grid } from "./grid.ts";
import type { LineupRows } from "./lineups.ts";
import { blocks, folded, type Look, styled } from "./text.ts";

const MOST_ROWS = 20;

const UNPROVED: Readonly<Record<PortfolioResult["method"], string>> = {
  joint: "",
  sequential: ", built one after another",
  simulation: ", ordered by how often each was optimal",
};

const ENDED: Readonly<Partial<Record<NonNullable<PortfolioResult["endedBy"]>, string>>> = {
  gains: " The search ended at diminishing gains; --gap makes it continue to that gap or the time limit.",
  time: " The time limit ended the search.",
  failure: " The solver failed after it found these lineups.",
  "no-solver": " HiGHS, which joint portfolios need, is not available here.",
};

export function portfolioSentence(
  { method, foundBy, endedBy, sum, bound, gap, unique, uniqueBy, shortfall }: PortfolioResult,
  lineups: number,
): string {
  const proof =
    bound === null
      ? UNPROVED[method]
      : gap === 0 && endedBy !== "gap"
        ? ", proved to be the greatest sum"
        : `; no portfolio has more than ${amountText(bound)} (gap ${gapText(gap!)})`;
  const unimproved =
    foundBy === "sequential" && gap !== 0
      ? " The lineups are those built one after another: the joint method found no better set."
      : "";
  const ended = (endedBy !== undefined && ENDED[endedBy]) || "";
  const different =
    unique === 0 || lineups < 2
      ? ""
      : ` Any two differ by ${counted(unique, uniqueBy === undefined ? "player" : "seat")} or more.`;
  const short = shortfall === undefined ? "" : ` ${shortfall.reason}`;
  return `${counted(lineups, "lineup")}, ${amountText(sum)} points in all${proof}.${ended}${unimproved}${different}${short}`;
}

export function portfolioFigures(
  result: PortfolioResult,
  document: FantasyLineupDocument,
  rows: readonly LineupRows[],
  look: Look,
): string {
  const lineups = rows.length;
  const part = (count: number) => `${((100 * count) / lineups).toFixed(1)}%`;
  const price = (value: number | null = null) => (value === null || value === 0 ? "" : pointsText(value));
  const asked = new Map(
    result.shares.flatMap((share) => (share.uuid === undefined ? [] : [[share.uuid, share]])),
  );
  const others = result.shares.filter(({ uuid }) => uuid === undefined);
  const hasPrices = result.shares.some((share) => (share.price ?? 0) !== 0);
  const legend =
    "Price: points that the sum could gain if one more lineup were allowed, or one less required.";
  return blocks(
    folded(portfolioSentence(result, lineups), look.width),
    styled("title", "Exposure", look),
    grid(
      [
        ["Player", ({ name }) => name, "wraps"],
        ["Team", ({ team }) => team],
        ["Lineups", ({ count }) => String(count), "right"],
        ["Share", ({ count }) => part(count), "right"],
        ["Asked", ({ uuid }) => asked.get(uuid)?.asked ?? ""],
        ["Price", ({ uuid }) => price(asked.get(uuid)?.price), "right"],
      ],
      playersOf(document, rows),
      look,
      MOST_ROWS,
    ),
    ...(others.length === 0
      ? []
      : [
          styled("title", "Rules and groups", look),
          grid(
            [
              ["Rule", ({ what }) => what, "wraps"],
              ["Lineups", (share) => String(share.lineups), "right"],
              ["Share", (share) => part(share.lineups), "right"],
              ["Asked", (share) => share.asked, "wraps"],
              ["Price", (share) => price(share.price), "right"],
            ],
            others,
            look,
            MOST_ROWS,
          ),
        ]),
    hasPrices ? folded(legend, look.width) : "",
    portfolioCosts(result, lineups, look).trimEnd(),
  );
}

export function portfolioCosts(result: PortfolioResult, lineups: number, look: Look): string {
  const costs = ruleCostsOf(result, lineups);
  if (costs.length === 0) return "";
  return blocks(
    styled("title", "What rules cost, in points of a lineup", look),
    grid(costColumns(pointsText), costs, look, MOST_ROWS),
  );
}

function playersOf({ data }: FantasyLineupDocument, rows: readonly LineupRows[]) {
  const found = new Map<string, { uuid: string; name: string; team: string; count: number }>();
  for (const [at, lineup] of data.entries()) {
    for (const [seat, { uuid }] of seatsOf(lineup).entries()) {
      const { name, team } = rows[at]!.seats[seat]!;
      const one = found.get(uuid) ?? { uuid, name, team, count: 0 };
      one.count += 1;
      found.set(uuid, one);
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
