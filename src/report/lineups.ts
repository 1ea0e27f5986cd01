import {
  bar,
  type Content,
  facts,
  type Html,
  html,
  NOTHING,
  numbers,
  page,
  type Section,
  table,
} from "../shared/page.ts";
import { amountText, counted, dollars, percentText } from "../shared/words.ts";
import { countBars, figures, histogram, limitText, type Piece, scatter, stackedBars } from "./charts.ts";
import { type Column, pageTable } from "./columns.ts";
import {
  duplicatesNote,
  duplicatesText,
  type EntriesReport,
  perPercent,
  portfolioText,
  type Report,
  type ReportedCost,
  ruleCostCells,
} from "./report.ts";

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

const CHARTED_TEAMS = 12;

export async function lineupPage(report: EntriesReport): Promise<string> {
  const sections = await sectionsOf(report);
  for (const { name, report: own } of report.contests ?? []) {
    const parts = await sectionsOf(own);
    sections.push({
      heading: `${name}: ${counted(own.lineups, "lineup")}`,
      body: html`${lead(own)}${parts.map(({ heading, body }) => html`<h3>${heading}</h3>${body}`)}`,
    });
  }
  return page(`${counted(report.lineups, "lineup")}: ${report.title}`, lead(report), sections);
}

const RULES_CAPTION = "Cost: points gained in all if the limit were 1% of the lineups higher.";
const COSTS_CAPTION = "Average points per lineup without this rule, and the difference.";

async function sectionsOf(report: Report): Promise<Section[]> {
  return [
    { heading: "Exposure", body: await exposureSection(report) },
    { heading: "Rules", body: pageTable(ruleColumns(report), report.rules, RULES_CAPTION) },
    { heading: "What rules cost", body: pageTable(costColumns(amountText), report.costs, COSTS_CAPTION) },
    { heading: "Stacks", body: await stacksSection(report) },
    { heading: "Pairs", body: pageTable(PAIR_COLUMNS, report.pairs, "The most common pairs.") },
    { heading: "Lineups", body: eachSection(report) },
    { heading: "Spread", body: await spreadSection(report) },
  ].filter(({ body }) => body.markup !== "");
}

function lead(report: Report): Html {
  const { players, points, salaries, cap, left, duplicates, uniqueness, portfolio, notes } = report;
  const figuresOf: (readonly [string, Content | null])[] = [
    ["Points, mean", points && amountText(points.mean)],
    ["Points, best", points && amountText(points.most)],
    ["Points, worst", points && amountText(points.least)],
    ["Salary, mean", salaries.most === 0 ? null : salaryText(salaries.mean)],
    ["Cap", cap === null ? null : salaryText(cap)],
    ["Left over, mean", left && salaryText(left.mean)],
    ["Expected duplicates, mean", duplicates && duplicatesText(duplicates.spread.mean)],
    ["Players used", players],
    ["Differing players, mean", uniqueness.mean?.toFixed(1) ?? null],
    ["Differing players, least", uniqueness.least],
  ];
  return html`${facts(figuresOf.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))}
${
  portfolio === null
    ? NOTHING
    : html`<p>${portfolioText(portfolio)}</p>${portfolio.shortfall === null ? NOTHING : html`<p class="warn">${portfolio.shortfall}</p>`}`
}
${notes.map((note) => html`<p class="faint small">${note}</p>`)}`;
}

async function exposureSection(report: Report): Promise<Html> {
  const { exposures } = report;
  const columns = exposureColumns(report);
  const has = (title: string) => columns.some((column) => column !== false && column[0] === title);
  const caption = has("Limit")
    ? "An orange bar has reached its limit. Grey: points gained if the limit were 1% higher."
    : undefined;
  const dots = exposures.flatMap(({ ownership, share, name }) =>
    ownership === null ? [] : [{ x: ownership, y: share, name }],
  );
  const chart = {
    title: "Against the field",
    spec: scatter(dots, "percent of the field", "percent of the lineups"),
  };
  return html`${pageTable(columns, exposures, caption)}${has("Field") ? await figures([chart]) : NOTHING}`;
}

async function stacksSection({ stacks, shapes }: Report): Promise<Html> {
  if (stacks.length === 0) return NOTHING;
  const charted = stacks.filter(({ stacked }) => stacked > 0).slice(0, CHARTED_TEAMS);
  const chart = {
    title: "Lineups with two or more of a team",
    spec: stackedBars(piecesOf(charted), PARTS, "of the team"),
  };
  return html`${charted.length === 0 ? NOTHING : await figures([chart])}
${pageTable(stackColumns(stacks), stacks, "Lineups by the number of players from each team.")}
${table(
  [{ title: "Shape" }, numbers("Lineups"), numbers("Share")],
  shapes.map(({ shape, lineups, share }) => [shape, lineups, percentText(share)]),
  "How lineups split over teams, the largest group first.",
)}`;
}

const PARTS = ["2", "3", "4 or more"];

function piecesOf(stacks: Report["stacks"]): Piece[] {
  return stacks.flatMap(({ team, bySize }) =>
    PARTS.map((part, index) => {
      const isLast = index === PARTS.length - 1;
      const count = isLast
        ? bySize.slice(index + 1).reduce((sum, one) => sum + one, 0)
        : (bySize[index + 1] ?? 0);
      return { whose: team, part, count };
    }),
  );
}

/** Maximum number of lineups in the page's table; JSON has all. */
const MOST_ROWS = 500;

function eachSection(report: Report): Html {
  const { each, duplicates } = report;
  const more = each.length > MOST_ROWS ? ` The first ${MOST_ROWS} of ${each.length}.` : "";
  const caption = `${duplicates === null ? "" : duplicatesNote(duplicates)}${more}`.trim();
  return pageTable(lineupColumns(report), each.slice(0, MOST_ROWS), caption || undefined);
}

async function spreadSection({ points, salaries, ownership, uniqueness, lineups }: Report): Promise<Html> {
  const { nearest, pairs } = uniqueness;
  const charts = [
    ["Points", points && histogram(points, "points", ",f")],
    ["Salary", histogram(salaries, "salary", "$,d")],
    ["Total ownership of a lineup", ownership && histogram(ownership, "percent", ",f")],
    [
      "Players that differ from the most similar lineup",
      lineups > 1 && countBars(nearest, "players", "lineups"),
    ],
    ["Players that differ between two lineups", lineups > 1 && countBars(pairs, "players", "pairs")],
  ] as const;
  return figures(charts.flatMap(([title, spec]) => (spec ? [{ title, spec }] : [])));
}
