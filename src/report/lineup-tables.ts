import { bar, html, NOTHING } from "../shared/page.ts";
import { amountText, dollars, percentText } from "../shared/words.ts";
import { limitText } from "./charts.ts";
import type { Column } from "./columns.ts";
import { duplicatesText, perPercent, type Report, type ReportedCost, ruleCostCells } from "./report.ts";

type Exposure = Report["exposures"][number];
type Rule = Report["rules"][number];
type Columns<Row> = readonly (Column<Row> | false)[];

export function exposureColumns({ exposures, lineups }: Report): Columns<Exposure> {
  const limitOf = ({ limit }: Exposure) =>
    limit === null ? "" : limitText(limit.least, limit.most, lineups);
  const costOf = ({ limit }: Exposure) => {
    const cost = limit === null ? null : perPercent(limit.price, lineups);
    return cost === null || cost < 0.005 ? "" : amountText(cost);
  };
  const isReached = ({ limit }: Exposure) => limit?.boundBy != null;
  const hasLimits = exposures.some((one) => limitOf(one) !== "");
  const hasOwnership = exposures.some(({ ownership }) => ownership !== null);
  const ofField = ({ ownership }: Exposure, text: (percent: number) => string) =>
    ownership === null ? "" : text(ownership);
  return [
    [
      "Player",
      ({ name }) => name,
      "wraps",
      (one) => html`${one.name}<br /><span class="faint small">${detailsOf(one)}</span>`,
    ],
    ["Team", ({ team }) => team, undefined, null],
    [
      "Lineups",
      ({ lineups: count }) => String(count),
      "right",
      (one) =>
        html`${one.lineups} <span class="faint">${percentText(one.share)}</span>${bar(one.share, isReached(one))}`,
    ],
    ["Share", ({ share }) => percentText(share), "right", null],
    exposures.some(({ captain }) => captain !== null) && [
      "Captain",
      ({ captain }) => String(captain || ""),
      "right",
    ],
    hasLimits && [
      "Limit",
      (one) => `${limitOf(one)}${isReached(one) ? "*" : ""}`,
      "right",
      (one) =>
        html`${limitOf(one)}${costOf(one) === "" ? NOTHING : html`<br /><span class="faint small">+${costOf(one)} per 1%</span>`}`,
    ],
    hasLimits && ["Cost of 1%", costOf, "right", null],
    hasOwnership && ["Field", (one) => ofField(one, percentText), "right"],
    hasOwnership && ["Against field", (one) => ofField(one, (field) => signed(one.share - field)), "page"],
  ];
}

function detailsOf({ position, team, salary }: Exposure): string {
  return [position, team, salary === null ? "" : dollars(Math.round(salary))]
    .filter((part) => part !== "")
    .join(" \u00b7 ");
}

function signed(percent: number): string {
  return `${percent > 0 ? "+" : ""}${percentText(percent)}`;
}

export const ruleColumns = ({ lineups }: Report): Columns<Rule> => [
  [
    "Rule",
    ({ what, asked }) => `${what}: ${asked}`,
    "wraps",
    ({ what, asked }) => html`${what}<br /><span class="faint small">${asked}</span>`,
  ],
  [
    "Lineups",
    ({ lineups: count }) => String(count),
    "right",
    (rule) =>
      html`${rule.lineups} <span class="faint">${percentText(rule.share)}</span>${bar(rule.share, rule.boundBy !== null)}`,
  ],
  ["Share", ({ share }) => percentText(share), "right", null],
  [
    "Limit",
    (one) => `${limitText(one.least, one.most, lineups)}${one.boundBy ? "*" : ""}`,
    "right",
    ({ least, most }) => limitText(least, most, lineups),
  ],
  ["Cost of 1%", ({ perPercent: cost }) => (cost === null ? "" : amountText(cost)), "right"],
];

export const costColumns = (text: (points: number) => string): Columns<ReportedCost> => [
  ["Rule", ({ what }) => what, "wraps"],
  ["Mean without it", (cost) => ruleCostCells(cost, text)[0], "right"],
  ["Cost", (cost) => ruleCostCells(cost, text)[1], "right"],
];

/** The columns of a table with how many lineups have 1, 2, 3 and so on players of each team, up to `most`. */
export function stackColumns(
  stacks: Report["stacks"],
  most = Number.POSITIVE_INFINITY,
): Columns<Report["stacks"][number]> {
  const sizes = Math.min(most, Math.max(...stacks.map(({ bySize }) => bySize.length)));
  const ofSize = (_: unknown, at: number): Column<Report["stacks"][number]> => [
    `${at + 1}`,
    ({ bySize }) => String(bySize[at] || ""),
    "right",
  ];
  return [
    ["Team", ({ team }) => team],
    ["Lineups", ({ lineups }) => String(lineups), "right"],
    ...Array.from({ length: sizes }, ofSize),
  ];
}

export const PAIR_COLUMNS: Columns<Report["pairs"][number]> = [
  [
    "Together",
    ({ names }) => names.join(", "),
    "wraps",
    ({ names, teams }) => {
      const [first, second] = names.map((name, at) =>
        teams[at] === "" ? html`${name}` : html`${name} <span class="faint small">${teams[at]!}</span>`,
      );
      return html`${first!}, ${second!}`;
    },
  ],
  ["Lineups", ({ lineups }) => String(lineups), "right"],
  ["Share", ({ share }) => percentText(share), "right"],
];

export function lineupColumns({ each, left, duplicates }: Report): Columns<Report["each"][number]> {
  const orNone = (text: (amount: number) => string, amount: number | null) =>
    amount === null ? "" : text(amount);
  return [
    [
      "Lineup",
      ({ lineup }) => String(lineup),
      undefined,
      ({ lineup, names }) => html`${lineup}<br /><span class="faint small">${names.join(", ")}</span>`,
    ],
    ["Points", ({ points }) => orNone(amountText, points), "right"],
    // On a narrow screen, the column of the salary that is left is enough.
    each.some(({ salary }) => salary > 0) && [
      "Salary",
      ({ salary }) => salaryText(salary),
      left === null ? "right" : "extra",
    ],
    left !== null && ["Left", ({ left: rest }) => orNone(salaryText, rest), "right"],
    each.some(({ ownership }) => ownership !== null) && [
      "Ownership",
      ({ ownership }) => orNone(percentText, ownership),
      "extra",
    ],
    duplicates !== null && ["Duplicates", (one) => orNone(duplicatesText, one.duplicates), "right"],
  ];
}

export function salaryText(salary: number): string {
  return dollars(Math.round(salary));
}
