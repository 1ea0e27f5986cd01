import { type Content, facts, type Html, html, NOTHING, page } from "../shared/page.ts";
import { amountText, counted, dollars, percentText } from "../shared/words.ts";
import { bars, countBars, histogram, scatter } from "./charts.ts";
import { type Column, type Columns, type Part, part, sectionsOf } from "./parts.ts";
import {
  duplicatesNote,
  duplicatesText,
  type EntriesReport,
  perPercent,
  portfolioText,
  type Report,
  type ReportedCost,
} from "./report.ts";

type Exposure = Report["exposures"][number];
type Rule = Report["rules"][number];

const COUNTS: readonly Column<{ readonly lineups: number; readonly share: number }>[] = [
  ["Lineups", ({ lineups }) => String(lineups), "right"],
  ["Share", ({ share }) => percentText(share), "bar"],
];

/** `at most 45`, `15 to 45` or `at least 15`; empty if all numbers are allowed. */
function limitText(least: number, most: number, lineups: number): string {
  if (least > 0 && most < lineups) return least === most ? `${least}` : `${least} to ${most}`;
  if (least > 0) return `at least ${least}`;
  return most < lineups ? `at most ${most}` : "";
}

function exposureColumns({ exposures, lineups, ownershipIsEstimated }: Report): Columns<Exposure> {
  const limitOf = ({ limit }: Exposure) =>
    limit === null ? "" : limitText(limit.least, limit.most, lineups);
  const costOf = ({ limit }: Exposure) => {
    const cost = limit === null ? null : perPercent(limit.price, lineups);
    return cost === null || cost < 0.005 ? "" : amountText(cost);
  };
  const isReached = ({ limit }: Exposure) => limit?.boundBy != null;
  const hasLimits = exposures.some((one) => limitOf(one) !== "");
  const hasOwnership = exposures.some(({ ownership }) => ownership !== null);
  return [
    ["Player", ({ name }) => name, "wraps"],
    ["Team", ({ team }) => team, "side"],
    ...COUNTS,
    exposures.some(({ captain }) => captain !== null) && [
      "Captain",
      ({ captain }) => String(captain || ""),
      "right",
    ],
    hasLimits && ["Limit", (one) => `${limitOf(one)}${isReached(one) ? "*" : ""}`, "right"],
    hasLimits && ["Cost of 1%", costOf, "extra"],
    hasOwnership && [
      ownershipIsEstimated ? "Field, estimated" : "Field",
      ({ ownership }) => (ownership === null ? "" : percentText(ownership)),
      "right",
    ],
  ];
}

const ruleColumns = ({ lineups }: Report): Columns<Rule> => [
  ["Rule", ({ what, asked }) => `${what}: ${asked}`, "wraps"],
  ...COUNTS,
  ["Limit", (one) => `${limitText(one.least, one.most, lineups)}${one.boundBy ? "*" : ""}`, "right"],
  ["Cost of 1%", ({ perPercent: cost }) => (cost === null ? "" : amountText(cost)), "right"],
];

export function costColumns(text: (points: number) => string): Columns<ReportedCost> {
  const cell = (points: number | null, atLeast: boolean) =>
    points === null ? "unknown" : `${atLeast ? "at least " : ""}${text(points)}`;
  return [
    ["Rule", ({ what }) => what, "wraps"],
    ["Mean without it", ({ meanWithout, atLeast }) => cell(meanWithout, atLeast), "right"],
    ["Cost", ({ perLineup, atLeast }) => cell(perLineup, atLeast), "right"],
  ];
}

function stackColumns(stacks: Report["stacks"]): Columns<Report["stacks"][number]> {
  const sizes = Math.max(0, ...stacks.map(({ bySize }) => bySize.length));
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

function lineupColumns({ each, left, duplicates }: Report): Columns<Report["each"][number]> {
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

function salaryText(salary: number): string {
  return dollars(Math.round(salary));
}

type SpreadKey = "least" | "median" | "mean" | "most";

function spreadPart({ points, salaries, left, ownership, duplicates, uniqueness, lineups }: Report): Part {
  const rows = [
    { what: "Points", spread: points, text: amountText },
    { what: "Salary", spread: salaries.most === 0 ? null : salaries, text: salaryText },
    { what: "Left of the cap", spread: left, text: salaryText },
    { what: "Ownership, summed", spread: ownership, text: percentText },
    { what: "Expected duplicates", spread: duplicates?.spread ?? null, text: duplicatesText },
  ].flatMap(({ spread, ...row }) => (spread === null ? [] : [{ ...row, spread }]));
  const cell = (title: string, key: SpreadKey): Column<(typeof rows)[number]> => [
    title,
    ({ spread, text }) => text(spread[key]),
    "right",
  ];
  const { least, mean, nearest, pairs } = uniqueness;
  const several = lineups > 1;
  const charts = [
    ["Points", points && histogram(points, "points", ",f")],
    ["Salary", histogram(salaries, "salary", "$,d")],
    ["Total ownership of a lineup", ownership && histogram(ownership, "percent", ",f")],
    ["Players that differ from the most similar lineup", several && countBars(nearest, "players", "lineups")],
    ["Players that differ between two lineups", several && countBars(pairs, "players", "pairs")],
  ] as const;
  return part(
    "Spread",
    [
      ["Of a lineup", ({ what }) => what],
      ...[cell("Least", "least"), cell("Median", "median"), cell("Mean", "mean"), cell("Most", "most")],
    ],
    rows,
    {
      charts: charts.flatMap(([title, spec]) => (spec ? [{ title, spec }] : [])),
      notes: [
        ...(least === null
          ? []
          : [
              `Any two lineups differ by at least ${counted(least, "player")}, on average by ${mean!.toFixed(1)}.`,
            ]),
        ...(duplicates === null ? [] : [duplicatesNote(duplicates)]),
      ],
    },
  );
}

const CHARTED_TEAMS = 12;
/** Maximum number of lineups in the page's table; JSON has all. */
const MOST_LINEUPS = 500;

export function lineupParts(report: Report): Part[] {
  const { exposures, rules, costs, stacks, shapes, pairs, each, duplicates } = report;
  const columns = exposureColumns(report);
  const hasLimits = columns.some((column) => column !== false && column[0] === "Limit");
  const dots = exposures.flatMap(({ ownership, share, name }) =>
    ownership === null ? [] : [{ x: ownership, y: share, name }],
  );
  const stacked = stacks.filter((one) => one.stacked > 0).slice(0, CHARTED_TEAMS);
  const bySize = stacked.map(({ team, stacked: lineups }) => ({ name: team, value: lineups }));
  return [
    part("Exposure", columns, exposures, {
      most: [25, exposures.length],
      caption: hasLimits ? "* limit reached; cost: points gained if it were 1% of lineups higher" : undefined,
      notes: hasLimits ? ["* limit reached; cost: points gained if it were 1% of lineups higher"] : [],
      charts:
        dots.length === 0
          ? []
          : [
              {
                title: "Against the field",
                spec: scatter(dots, "percent of the field", "percent of the lineups"),
              },
            ],
    }),
    part("Rules", ruleColumns(report), rules, {
      caption: "Cost: points gained in all if the limit were 1% of the lineups higher.",
    }),
    part("What rules cost", costColumns(amountText), costs, {
      caption: "Average points per lineup without this rule, and the difference.",
    }),
    part("Stacks", stackColumns(stacks), stacks, {
      most: [10, stacks.length],
      caption: "Lineups by the number of players from each team.",
      charts:
        stacked.length === 0
          ? []
          : [{ title: "Lineups with two or more of a team", spec: bars(bySize, "lineups", "d") }],
    }),
    part("Stacks", [["Teams of a lineup", ({ shape }) => shape], ...COUNTS], shapes, {
      most: [8, shapes.length],
    }),
    part("Pairs", [["Together", ({ names }) => names.join(", "), "wraps"], ...COUNTS], pairs, {
      most: [10, pairs.length],
      caption: "The most common pairs.",
    }),
    part(
      "Lineups",
      lineupColumns(report),
      each.toSorted((a, b) => (b.duplicates ?? -1) - (a.duplicates ?? -1) || a.lineup - b.lineup),
      {
        most: [10, MOST_LINEUPS],
        caption: duplicates === null ? undefined : duplicatesNote(duplicates),
      },
    ),
    spreadPart(report),
  ];
}

export async function lineupPage(report: EntriesReport): Promise<string> {
  const sections = await sectionsOf(lineupParts(report));
  for (const { name, report: own } of report.contests ?? []) {
    const parts = await sectionsOf(lineupParts(own));
    sections.push({
      heading: `${name}: ${counted(own.lineups, "lineup")}`,
      body: html`${lead(own)}${parts.map(({ heading, body }) => html`<h3>${heading}</h3>${body}`)}`,
    });
  }
  return page(`${counted(report.lineups, "lineup")}: ${report.title}`, lead(report), sections);
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
