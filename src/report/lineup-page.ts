import {
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
import { type Chart, countBars, figures, histogram, type Piece, scatter, stackedBars } from "./charts.ts";
import { pageTable } from "./columns.ts";
import {
  costColumns,
  exposureColumns,
  lineupColumns,
  PAIR_COLUMNS,
  ruleColumns,
  stackColumns,
} from "./lineup-tables.ts";
import { duplicatesNote, duplicatesText, type EntriesReport, portfolioText, type Report } from "./report.ts";

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
    ...(report.rules.length === 0
      ? []
      : [{ heading: "Rules", body: pageTable(ruleColumns(report), report.rules, RULES_CAPTION) }]),
    ...(report.costs.length === 0
      ? []
      : [
          {
            heading: "What rules cost",
            body: pageTable(costColumns(amountText), report.costs, COSTS_CAPTION),
          },
        ]),
    ...(report.stacks.length === 0 ? [] : [{ heading: "Stacks", body: await stacksSection(report) }]),
    ...(report.pairs.length === 0
      ? []
      : [{ heading: "Pairs", body: pageTable(PAIR_COLUMNS, report.pairs, "The most common pairs.") }]),
    { heading: "Lineups", body: eachSection(report) },
    { heading: "Spread", body: await spreadSection(report) },
  ];
}

function lead(report: Report): Html {
  const { players, points, salaries, cap, left, duplicates, uniqueness, portfolio, notes } = report;
  const figuresOf: (readonly [string, Content])[] = [
    ...(points === null
      ? []
      : ([
          ["Points, mean", amountText(points.mean)],
          ["Points, best", amountText(points.most)],
          ["Points, worst", amountText(points.least)],
        ] as const)),
    ...(salaries.most === 0 ? [] : [["Salary, mean", dollars(Math.round(salaries.mean))] as const]),
    ...(cap === null ? [] : [["Cap", dollars(Math.round(cap))] as const]),
    ...(left === null ? [] : [["Left over, mean", dollars(Math.round(left.mean))] as const]),
    ...(duplicates === null
      ? []
      : [["Expected duplicates, mean", duplicatesText(duplicates.spread.mean)] as const]),
    ["Players used", players],
    ...(uniqueness.mean === null
      ? []
      : ([
          ["Differing players, mean", uniqueness.mean.toFixed(1)],
          ["Differing players, least", uniqueness.least!],
        ] as const)),
  ];
  return html`${facts(figuresOf)}
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
  const chart: Chart[] = has("Field")
    ? [
        {
          title: "Against the field",
          spec: scatter(dots, "percent of the field", "percent of the lineups"),
        },
      ]
    : [];
  return html`${pageTable(columns, exposures, caption)}${chart.length === 0 ? NOTHING : await figures(chart)}`;
}

async function stacksSection({ stacks, shapes }: Report): Promise<Html> {
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
  const note = duplicates === null ? "" : duplicatesNote(duplicates);
  const caption = `${note}${more}`.trim();
  return pageTable(lineupColumns(report), each.slice(0, MOST_ROWS), caption === "" ? undefined : caption);
}

async function spreadSection({ points, salaries, ownership, uniqueness, lineups }: Report): Promise<Html> {
  const charts: Chart[] = [
    ...(points === null ? [] : [{ title: "Points", spec: histogram(points, "points", ",f") }]),
    { title: "Salary", spec: histogram(salaries, "salary", "$,d") },
    ...(ownership === null
      ? []
      : [{ title: "Total ownership of a lineup", spec: histogram(ownership, "percent", ",f") }]),
    ...(lineups < 2
      ? []
      : [
          {
            title: "Players that differ from the most similar lineup",
            spec: countBars(uniqueness.nearest, "players", "lineups"),
          },
          {
            title: "Players that differ between two lineups",
            spec: countBars(uniqueness.pairs, "players", "pairs"),
          },
        ]),
  ];
  return figures(charts);
}
