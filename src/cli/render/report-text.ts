import type { Spread } from "../../report/numbers.ts";
import { limitText, moneyText, percentText, pointsText } from "../../report/numbers.ts";
import type { Report } from "../../report/report.ts";
import { perPercent, ruleCostCells } from "../../report/rule-shares.ts";
import { folded } from "./folded.ts";
import { type Column, grid } from "./grid.ts";
import { type Look, styled } from "./look.ts";
import { printable } from "./printable.ts";

/** How many rows the parts of a report have on a terminal; the page and JSON have all. */
const MOST = { exposures: 25, stacks: 10, shapes: 8, pairs: 10 };

const right = (title: string): Column => ({ title, alignment: "right" });
const left = (title: string, wraps = false): Column => ({ title, alignment: "left", wraps });

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
  const count = `${lineups.toLocaleString("en-US")} ${lineups === 1 ? "lineup" : "lineups"}`;
  const head = styled("title", printable(`${count} of ${title}, ${players} players`), look);
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
  const shown = exposures.slice(0, MOST.exposures);
  const hasCaptains = exposures.some(({ captain }) => captain !== null);
  const hasLimits = exposures.some(
    ({ limit }) => limit !== null && limitText(limit.least, limit.most, lineups) !== "",
  );
  const hasOwnership = exposures.some(({ ownership }) => ownership !== null);
  const columns = [
    left("Player", true),
    left("Team"),
    right("Lineups"),
    right("Share"),
    ...(hasCaptains ? [right("Captain")] : []),
    ...(hasLimits ? [right("Limit"), right("Cost of 1%")] : []),
    ...(hasOwnership ? [right("Field")] : []),
  ];
  const rows = shown.map(({ name, team, lineups: count, share, captain, limit, ownership }) => {
    const price = limit === null ? null : perPercent(limit.price, lineups);
    const mark = limit?.boundBy == null ? "" : "*";
    return [
      name,
      team,
      String(count),
      percentText(share),
      ...(hasCaptains ? [captain ? String(captain) : ""] : []),
      ...(hasLimits
        ? [
            limit === null ? "" : `${limitText(limit.least, limit.most, lineups)}${mark}`,
            price === null || price < 0.005 ? "" : pointsText(price),
          ]
        : []),
      ...(hasOwnership ? [ownership === null ? "" : percentText(ownership)] : []),
    ];
  });
  const more = exposures.length - shown.length;
  const rest = more === 0 ? "" : `and ${more} more\n`;
  const legend = hasLimits ? "* the limit is reached; cost: points in all for one percent more\n" : "";
  return `${grid(columns, rows, look)}${rest}${legend}`;
}

function rulesText({ rules, lineups }: Report, look: Look): string {
  if (rules.length === 0) return "";
  const columns = [left("Rule", true), right("Lineups"), right("Share"), right("Limit"), right("Cost of 1%")];
  return grid(
    columns,
    rules.map(({ what, asked, lineups: count, share, least, most, boundBy, perPercent: price }) => [
      `${what}: ${asked}`,
      String(count),
      percentText(share),
      `${limitText(least, most, lineups)}${boundBy === null ? "" : "*"}`,
      price === null ? "" : pointsText(price),
    ]),
    look,
  );
}

function costsText({ costs }: Report, look: Look): string {
  if (costs.length === 0) return "";
  return grid(
    [left("Without", true), right("Mean points"), right("Cost of it")],
    costs.map((cost) => [printable(cost.what), ...ruleCostCells(cost, pointsText)]),
    look,
  );
}

function stacksText({ stacks, shapes }: Report, look: Look): string {
  if (stacks.length === 0) return "";
  const sizes = Math.min(6, Math.max(...stacks.map(({ bySize }) => bySize.length)));
  const columns = [
    left("Team"),
    right("Lineups"),
    ...Array.from({ length: sizes }, (_, at) => right(`${at + 1}`)),
  ];
  const rows = stacks
    .slice(0, MOST.stacks)
    .map(({ team, lineups, bySize }) => [
      team,
      String(lineups),
      ...Array.from({ length: sizes }, (_, at) => (bySize[at] ? String(bySize[at]) : "")),
    ]);
  const listed = shapes
    .slice(0, MOST.shapes)
    .map(({ shape, share }) => `${shape} ${percentText(share)}`)
    .join(", ");
  return `${grid(columns, rows, look)}${folded(`Teams of a lineup: ${listed}`, look.width)}\n`;
}

function pairsText({ pairs }: Report, look: Look): string {
  if (pairs.length === 0) return "";
  return grid(
    [left("Together", true), right("Lineups"), right("Share")],
    pairs
      .slice(0, MOST.pairs)
      .map(({ names, lineups, share }) => [names.join(", "), String(lineups), percentText(share)]),
    look,
  );
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
  const columns = [left("Of a lineup"), right("Least"), right("Median"), right("Mean"), right("Most")];
  const apart =
    uniqueness.least === null
      ? ""
      : `${folded(`Any two lineups differ by at least ${uniqueness.least} ${uniqueness.least === 1 ? "player" : "players"}, in the mean by ${uniqueness.mean!.toFixed(1)}.`, look.width)}\n`;
  return `${grid(columns, rows, look)}${apart}`;
}
