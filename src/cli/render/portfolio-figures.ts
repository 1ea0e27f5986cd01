import { ruleCostCells, ruleCostsOf } from "../../report/rule-shares.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { PortfolioResult } from "../../shared/schema/portfolio-result.ts";
import { pointsText } from "./amounts.ts";
import { folded } from "./folded.ts";
import { type Column, grid } from "./grid.ts";
import type { LineupRows } from "./lineup-rows.ts";
import { type Look, styled } from "./look.ts";

/** How many rows of each table are shown. */
const SHOWN = 20;

const EXPOSURE: readonly Column[] = [
  { title: "Player", alignment: "left", wraps: true },
  { title: "Team", alignment: "left" },
  { title: "Lineups", alignment: "right" },
  { title: "Share", alignment: "right" },
  { title: "Asked", alignment: "left" },
  { title: "Price", alignment: "right" },
];

const SHARES: readonly Column[] = [
  { title: "Rule", alignment: "left", wraps: true },
  { title: "Lineups", alignment: "right" },
  { title: "Share", alignment: "right" },
  { title: "Asked", alignment: "left", wraps: true },
  { title: "Price", alignment: "right" },
];

const COSTS: readonly Column[] = [
  { title: "Rule", alignment: "left", wraps: true },
  { title: "Mean without it", alignment: "right" },
  { title: "Cost", alignment: "right" },
];

/** What is said of portfolios of which nothing is proved. */
const UNPROVED: Readonly<Record<PortfolioResult["method"], string>> = {
  joint: "",
  sequential: ", each the best that the ones before it leave",
  simulation: ", taken by how often each is the best of a draw",
};

/** A portfolio in a sentence: how many lineups, their sum, and what is proved of it. */
export function portfolioSentence(
  { method, foundBy, sum, bound, gap, unique, shortfall }: PortfolioResult,
  lineups: number,
): string {
  const points = (value: number) =>
    value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const proof =
    bound === null
      ? UNPROVED[method]
      : gap === 0
        ? ", proved to be the greatest sum"
        : `; no portfolio has more than ${points(bound)} (gap ${gapText(gap!)})`;
  const unimproved =
    foundBy === "sequential" && gap !== 0
      ? " They are built one after another: the joint method found no better set."
      : "";
  const different =
    unique === 0 ? "" : ` Any two differ by ${unique} ${unique === 1 ? "player" : "players"} or more.`;
  const short = shortfall === undefined ? "" : ` ${shortfall.reason}`;
  return `${lineups} lineups, ${points(sum)} points in all${proof}.${unimproved}${different}${short}`;
}

/** A gap as a percentage of three significant digits. */
export function gapText(gap: number): string {
  return `${Number((gap * 100).toPrecision(3))}%`;
}

/** The exposures and shares of a portfolio as tables below its figures. */
export function portfolioFigures(
  result: PortfolioResult,
  document: FantasyLineupDocument,
  rows: readonly LineupRows[],
  look: Look,
): string {
  const lineups = rows.length;
  const part = (count: number) => `${((100 * count) / lineups).toFixed(1)}%`;
  const price = (value: number | null) => (value === null || value === 0 ? "" : pointsText(value));
  const asked = new Map(
    result.shares.flatMap((share) => (share.uuid === undefined ? [] : [[share.uuid, share]])),
  );
  const players = playersOf(document, rows).map(({ uuid, name, team, count }) => {
    const share = asked.get(uuid);
    return [name, team, String(count), part(count), share?.asked ?? "", price(share?.price ?? null)];
  });
  const others = result.shares
    .filter(({ uuid }) => uuid === undefined)
    .map((share) => [
      share.what,
      String(share.lineups),
      part(share.lineups),
      share.asked,
      price(share.price),
    ]);
  const blocks = [
    folded(portfolioSentence(result, lineups), look.width),
    section("Exposure", EXPOSURE, players, look),
    ...(others.length === 0 ? [] : [section("Rules and groups", SHARES, others, look)]),
    ...(result.shares.some((share) => (share.price ?? 0) !== 0)
      ? [
          folded(
            "Price: points that the sum could gain by one more lineup allowed, or one less asked for.",
            look.width,
          ),
        ]
      : []),
  ];
  const costs = portfolioCosts(result, lineups, look);
  return `${blocks.map((block) => block.trimEnd()).join("\n\n")}\n${costs === "" ? "" : `\n${costs}`}`;
}

/** What the rules of a portfolio cost as a table; empty where that was not asked for. */
export function portfolioCosts(result: PortfolioResult, lineups: number, look: Look): string {
  const costs = ruleCostsOf(result, lineups).map((cost) => [cost.what, ...ruleCostCells(cost, pointsText)]);
  if (costs.length === 0) return "";
  return `${section("What rules cost, in points of a lineup", COSTS, costs, look).trimEnd()}\n`;
}

function section(
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  look: Look,
): string {
  const shown = grid(columns, rows.slice(0, SHOWN), look).trimEnd();
  const more = rows.length > SHOWN ? `\nand ${rows.length - SHOWN} more` : "";
  return `${styled("title", title, look)}\n\n${shown}${more}`;
}

/** Who is in how many lineups, those in most of them first. */
function playersOf({ data }: FantasyLineupDocument, rows: readonly LineupRows[]) {
  const found = new Map<string, { uuid: string; name: string; team: string; count: number }>();
  for (const [lineup, { attributes }] of data.entries()) {
    const uuids = Object.values(attributes.byPositions).flatMap((seats) => seats.map(({ uuid }) => uuid));
    for (const [seat, uuid] of uuids.entries()) {
      const { name, team } = rows[lineup]!.seats[seat]!;
      const one = found.get(uuid) ?? { uuid, name, team, count: 0 };
      one.count += 1;
      found.set(uuid, one);
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
