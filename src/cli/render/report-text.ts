import type { Spread } from "../../report/numbers.ts";
import { limitText, moneyText, percentText, pointsText } from "../../report/numbers.ts";
import type { Report } from "../../report/report.ts";
import { perPercent, ruleCostCells } from "../../report/rule-shares.ts";
import { counted } from "./amounts.ts";
import { folded } from "./folded.ts";
import { type Column, grid } from "./grid.ts";
import { type Look, styled } from "./look.ts";
import { printable } from "./printable.ts";

/** The maximum number of rows per part on a terminal; the page and JSON have all. */
const MOST = { exposures: 25, stacks: 10, shapes: 8, pairs: 10 };

/** The report as tables that fit the terminal. */
export function reportText(report: Report, look: Look): string {
  const parts = [
    headText(report, look),
    exposureText(report, look),
    rulesText(report, look),
    costsText(report, look),
    stacksText(report, look),
    pairsText(report, look),
    spreadText(report, look),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function headText({ title, lineups, players, portfolio, notes }: Report, look: Look): string {
  const head = styled(
    "title",
    printable(`${counted(lineups, "lineup")} of ${title}, ${players} players`),
    look,
  );
  const proved =
    portfolio?.bound == null
      ? ""
      : `; none has more than ${pointsText(portfolio.bound)} (gap ${(100 * portfolio.gap!).toFixed(3)}%)`;
  const method =
    portfolio === null
      ? []
      : [
          `${portfolio.method} portfolio of ${portfolio.asked}: ${pointsText(portfolio.sum)} points${proved}.`,
        ];
  const shortfall = portfolio?.shortfall == null ? [] : [portfolio.shortfall];
  return `${head}\n${[...method, ...shortfall, ...notes].map((text) => `${folded(printable(text), look.width)}\n`).join("")}`;
}

function exposureText({ exposures, lineups }: Report, look: Look): string {
  type Exposure = Report["exposures"][number];
  const limitOf = ({ limit }: Exposure) =>
    limit === null ? "" : limitText(limit.least, limit.most, lineups);
  const hasCaptains = exposures.some(({ captain }) => captain !== null);
  const hasLimits = exposures.some((one) => limitOf(one) !== "");
  const hasOwnership = exposures.some(({ ownership }) => ownership !== null);
  const priceOf = ({ limit }: Exposure) => {
    const price = limit === null ? null : perPercent(limit.price, lineups);
    return price === null || price < 0.005 ? "" : pointsText(price);
  };
  const columns: (Column<Exposure> | false)[] = [
    ["Player", ({ name }) => name, "wraps"],
    ["Team", ({ team }) => team],
    ["Lineups", ({ lineups: count }) => String(count), "right"],
    ["Share", ({ share }) => percentText(share), "right"],
    hasCaptains && ["Captain", ({ captain }) => String(captain || ""), "right"],
    hasLimits && ["Limit", (one) => `${limitOf(one)}${one.limit?.boundBy == null ? "" : "*"}`, "right"],
    hasLimits && ["Cost of 1%", priceOf, "right"],
    hasOwnership && ["Field", ({ ownership }) => (ownership === null ? "" : percentText(ownership)), "right"],
  ];
  const legend = hasLimits ? "* the limit is reached; cost: points in all for one percent more\n" : "";
  return `${grid(columns, exposures, look, MOST.exposures)}\n${legend}`;
}

function rulesText({ rules, lineups }: Report, look: Look): string {
  if (rules.length === 0) return "";
  const columns: Column<Report["rules"][number]>[] = [
    ["Rule", ({ what, asked }) => `${what}: ${asked}`, "wraps"],
    ["Lineups", ({ lineups: count }) => String(count), "right"],
    ["Share", ({ share }) => percentText(share), "right"],
    ["Limit", (one) => `${limitText(one.least, one.most, lineups)}${one.boundBy ? "*" : ""}`, "right"],
    ["Cost of 1%", ({ perPercent: price }) => (price === null ? "" : pointsText(price)), "right"],
  ];
  return `${grid(columns, rules, look)}\n`;
}

function costsText({ costs }: Report, look: Look): string {
  if (costs.length === 0) return "";
  const cell = (at: number) => (cost: Report["costs"][number]) => ruleCostCells(cost, pointsText)[at]!;
  const columns: Column<Report["costs"][number]>[] = [
    ["Without", ({ what }) => what, "wraps"],
    ["Mean points", cell(0), "right"],
    ["Cost of it", cell(1), "right"],
  ];
  return `${grid(columns, costs, look)}\n`;
}

function stacksText({ stacks, shapes }: Report, look: Look): string {
  if (stacks.length === 0) return "";
  const sizes = Math.min(6, Math.max(...stacks.map(({ bySize }) => bySize.length)));
  const columns: Column<Report["stacks"][number]>[] = [
    ["Team", ({ team }) => team],
    ["Lineups", ({ lineups }) => String(lineups), "right"],
    ...Array.from(
      { length: sizes },
      (_, at): Column<Report["stacks"][number]> => [
        `${at + 1}`,
        ({ bySize }) => String(bySize[at] || ""),
        "right",
      ],
    ),
  ];
  const listed = shapes
    .slice(0, MOST.shapes)
    .map(({ shape, share }) => `${shape} ${percentText(share)}`)
    .join(", ");
  const shown = grid(columns, stacks.slice(0, MOST.stacks), look);
  return `${shown}\n${folded(`Teams of a lineup: ${listed}`, look.width)}\n`;
}

function pairsText({ pairs }: Report, look: Look): string {
  if (pairs.length === 0) return "";
  const columns: Column<Report["pairs"][number]>[] = [
    ["Together", ({ names }) => names.join(", "), "wraps"],
    ["Lineups", ({ lineups }) => String(lineups), "right"],
    ["Share", ({ share }) => percentText(share), "right"],
  ];
  return `${grid(columns, pairs.slice(0, MOST.pairs), look)}\n`;
}

function spreadText({ points, salaries, ownership, uniqueness }: Report, look: Look): string {
  const row = (what: string, { least, median, mean, most }: Spread, text: (value: number) => string) => [
    what,
    ...[least, median, mean, most].map(text),
  ];
  const rows = [
    ...(points === null ? [] : [row("Points", points, pointsText)]),
    row("Salary", salaries, moneyText),
    ...(ownership === null ? [] : [row("Ownership, summed", ownership, percentText)]),
  ];
  const columns: Column<readonly string[]>[] = [
    ["Of a lineup", ([what]) => what!],
    ...["Least", "Median", "Mean", "Most"].map(
      (title, at): Column<readonly string[]> => [title, (cells) => cells[at + 1]!, "right"],
    ),
  ];
  const { least, mean } = uniqueness;
  const apart =
    least === null
      ? ""
      : `${folded(`Any two lineups differ by at least ${counted(least, "player")}, in the mean by ${mean!.toFixed(1)}.`, look.width)}\n`;
  return `${grid(columns, rows, look)}\n${apart}`;
}
