/** Writes the contest pages to `docs/contests/`. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { overviewColumns } from "../../cli/run/rules.ts";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { constraints } from "../../contests/constraints/index.ts";
import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import {
  type ContestTable,
  judgeOf,
  type TableValue,
  valuesOf,
} from "../../contests/constraints/readers/contest-table.ts";
import { totalsOf } from "../../contests/problem/pool.ts";
import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { createPathEngine } from "../../engine/solver/paths/index.ts";
import { loadOrdered } from "../../engine/solver/paths/ordered/load.ts";
import { seatSolutions } from "../../lineup/document/seat-solutions.ts";
import { tableOf } from "../../optimizer/drawn-slates.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { contestWords } from "../../shared/books.ts";
import { UnknownScoringError } from "../../shared/errors.ts";
import type { OutcomesTable } from "../../shared/schema/outcomes.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";
import { code, codes, table } from "../markdown.ts";
import { lineupThatBreaks, sampleSlate } from "./samples.ts";
import { scoringPart } from "./scoring-part.ts";

const engine = createPathEngine();
await loadOrdered();

/**
 * The part of a page with a legal lineup of the sample slate and, for each rule, a lineup that breaks it and
 * the output of `verify`.
 */
function samplesPart(contest: ContestTable, catalog: Catalog): string {
  const slate = sampleSlate(contest, catalog);
  const problem = slate.problemWith({}, "book-file");
  const legal = bestOf(problem);
  const wrong = judgeOf(problem)(legal);
  if (wrong.length > 0) throw new Error(`The best lineup is not legal: ${wrong[0]?.detail}`);
  const { salary } = totalsOf(problem, legal);
  return [
    "## A legal lineup",
    `The best of \`${slate.file}\` by the file's own averages${contest.salaryCap === null ? "" : ` costs ${salary}`}: ${slate.show(problem, legal)}.`,
    "## Lineups that break a rule",
    "Each lineup is followed by the output of `dfs-lineups verify`.",
    ...ruleNames(contest).flatMap(({ name, origin }) => {
      const asker = ASKED[name] ?? (() => ({ asked: {}, words: "" }));
      const request = asker(problem, legal, slate.nameOf);
      if (request === null)
        return [
          `### \`${name}\``,
          "Every full lineup meets the largest minimum of each position that a request can set.",
        ];
      const { asked, words } = request;
      const changed = slate.problemWith(asked, origin);
      const { lineup, violations } = lineupThatBreaks(changed, name, legal);
      const said = violations.map(({ constraint, detail }) => `> ${constraint}: ${slate.inWords(detail)}`);
      const isAlone = violations.every(({ constraint }) => constraint === name);
      const note = isAlone ? [] : ["No lineup was found that breaks this rule alone: other rules imply it."];
      return [`### \`${name}\``, `${words}${slate.show(changed, lineup)}.`, said.join("\n>\n"), ...note];
    }),
  ].join("\n\n");
}

function bestOf(problem: Problem): Lineup {
  const model = buildModel(problem);
  const { picks, points } = engine.bestNow(model, 1);
  const [lineup] = seatSolutions(model, [{ picks: [...picks], points: points[0] ?? 0 }]);
  if (lineup === undefined) throw new Error("The sample slate has no legal lineup.");
  return lineup;
}

/**
 * The names of the constraints that a lineup of the contest can break. The origin is `book-file` for rules
 * that apply only to lineups made from the book's own files.
 */
function ruleNames(contest: ContestTable): readonly { name: string; origin: Problem["origin"] }[] {
  const spoken = valuesOf(contest).filter(({ constraint, value }) => constraint.words(value).length > 0);
  return constraints.flatMap((constraint) => {
    const { name } = constraint;
    if (name === "salary-cap" && contest.salaryCap === null) return [];
    const values = spoken.filter((one) => one.constraint === constraint);
    if ("field" in constraint && values.length === 0) return [];
    const isBookOnly = values.length > 0 && values.every(({ bookOnly }) => bookOnly);
    return [{ name, origin: isBookOnly ? "book-file" : "request" }];
  });
}

type Asker = (
  problem: Problem,
  legal: Lineup,
  nameOf: (uuid: string) => string,
) => { readonly asked: Partial<LineupRequestInput>; readonly words: string } | null;

/**
 * By constraint: a function that returns request fields to which the constraint applies, such as `exclude`,
 * and a sentence that describes them. The function returns null if there are no such fields.
 */
const ASKED: Readonly<Record<string, Asker>> = {
  exclusions({ entries }, legal, nameOf) {
    const uuid = legal.map(({ entry }) => entries[entry]).find((one) => one?.kind === "player")?.uuid ?? "";
    return { asked: { exclude: { players: [uuid] } }, words: `The request excludes ${nameOf(uuid)}. ` };
  },
  locks({ entries }, legal, nameOf) {
    const seated = new Set(legal.map(({ entry }) => entry));
    const uuid = entries.find(({ kind }, at) => kind === "player" && !seated.has(at))?.uuid ?? "";
    return {
      asked: { include: { players: [{ player: uuid }] } },
      words: `The request includes ${nameOf(uuid)}. `,
    };
  },
  "position-minimums"({ entries, contest }, legal) {
    const wanted = contest.positions
      .map(({ name }) => ({
        name,
        held: legal.filter(({ entry }) => entries[entry]?.positions.includes(name)).length,
        room: contest.slots
          .filter(({ accepts }) => accepts.includes(name))
          .reduce((sum, { count }) => sum + count, 0),
      }))
      .find(({ held, room }) => held < room);
    if (wanted === undefined) return null;
    const { name, held } = wanted;
    return {
      asked: { positions: { [name]: held + 1 } },
      words: `The request asks for ${held + 1} ${name}. `,
    };
  },
  stack: () => ({ asked: { stack: true }, words: "The request asks for a stack. " }),
};

/**
 * The part of a page with the contents of a contest's table: slots, positions and rules, each with the source
 * of its value.
 */
function rulesPart(contest: ContestTable): string {
  const { slots, positions, unseated, uploadOrder, games, salaryCap, sources } = contest;
  return [
    "## Slots",
    table(
      ["slot", "seats", "accepts", "points", "costs", "upload column", "source"],
      slots.map((slot) => [
        code(slot.name),
        slot.count,
        codes(slot.accepts),
        `× ${slot.pointsMultiplier}`,
        code(slot.salary),
        slot.uploadColumn,
        code(slot.source),
      ]),
    ),
    `Order of the upload file: ${uploadOrder.join(", ")}.`,
    "## Positions",
    table(
      ["position", "also written", "held by", "takes a slot", "source"],
      [
        ...positions.map((one) => ({ ...one, isSeated: "yes" })),
        ...unseated.map((one) => ({ ...one, isSeated: "no" })),
      ].map(({ name, aliases, entry, isSeated, source }) => [
        code(name),
        codes(aliases),
        `a ${entry}`,
        isSeated,
        code(source),
      ]),
    ),
    "## Rules",
    table(
      ["rule", "field of the table", "source"],
      [
        [`a request lists ${gamesInWords(games)}`, code("games"), code(games.source)],
        ...(salaryCap === null
          ? []
          : [
              [`the salaries sum to at most ${salaryCap.default}`, code("salaryCap"), code(salaryCap.source)],
            ]),
        ...valuesOf(contest).flatMap(ruleRows),
      ],
    ),
    "In addition, every slot is full, no player is in two slots, and a request's `include`, `exclude` and `positions` hold.",
    "## Sources of the rules",
    table(
      ["source", "what it is"],
      Object.entries(sources).map(([key, text]) => [code(key), text]),
    ),
  ].join("\n\n");
}

function gamesInWords({ minimum, maximum }: ContestTable["games"]): string {
  if (maximum === null) return `${minimum} games or more`;
  return minimum === maximum
    ? `${minimum === 1 ? "one game" : `${minimum} games`}`
    : `${minimum} to ${maximum} games`;
}

const BEGINNING = { limit: "a lineup has", offer: "a request may" } as const;

function ruleRows({ constraint, value, path, bookOnly }: TableValue): string[][] {
  const where = bookOnly ? "made from the book's own files, " : "";
  const sources = [value ?? []].flat() as { readonly source: string }[];
  return constraint
    .words(value)
    .map((words, at) => [
      `${where}${BEGINNING[constraint.kind]} ${words}`,
      code(path.join(".")),
      code(sources[at]?.source ?? ""),
    ]);
}

export const PAGES = fileURLToPath(new URL("../../../docs/contests/", import.meta.url));

/** The text of each contest's page, and of the overview as `README.md`, by file name. */
export async function contestPages(catalog: Catalog): Promise<ReadonlyMap<string, string>> {
  const pages = catalog.contests.map(
    async (contest) => [`${fileNameOf(contest)}.md`, await pageOf(contest, catalog)] as const,
  );
  return new Map([...(await Promise.all(pages)), ["README.md", overviewPage(catalog)]]);
}

/** The overview page: a table of contests for each sport, with links to their pages. */
function overviewPage({ contests, sports }: Catalog): string {
  const parts = sports.map((sport) => {
    const these = contests.filter((contest) => contest.sport === sport);
    const columns = overviewColumns(these);
    const rows = these.map((contest) =>
      columns.map(([name, cellOf]) =>
        name === "Contest" ? `[${cellOf(contest)}](${fileNameOf(contest)}.md)` : cellOf(contest),
      ),
    );
    const headings = columns.map(([name]) => name.toLowerCase());
    return `## ${sport}\n\n${table(headings, rows)}`;
  });
  return `${["# Contests", "Made by `npm run docs` from the tables in `rules/`; a test keeps it current.", ...parts].join("\n\n")}\n`;
}

/**
 * The parts of a contest's page that show its tables: first the rules; then the scoring and the spread of
 * points, if the package has tables for them.
 */
export async function tableParts(
  contest: ContestTable,
  catalog: Catalog,
): Promise<readonly [string, ...string[]]> {
  const unlessUnknown = (error: unknown) => {
    if (error instanceof UnknownScoringError) return undefined;
    throw error;
  };
  const scoring = await catalog.scoringOf(contest).catch(unlessUnknown);
  const outcomes = await tableOf(contest, contest.contest, catalog).catch(unlessUnknown);
  return [
    rulesPart(contest),
    ...(scoring === undefined ? [] : [scoringPart(scoring)]),
    ...(outcomes === undefined ? [] : [outcomesPart(outcomes)]),
  ];
}

async function pageOf(contest: ContestTable, catalog: Catalog): Promise<string> {
  const { sport, book } = contest;
  const [rules, ...others] = await tableParts(contest, catalog);
  return `${[
    `# ${contestWords(contest)}`,
    `Made by \`npm run docs\` from \`rules/${sport}/${book}.${contest.contest}.json\`; a test keeps it current.`,
    rules,
    samplesPart(contest, catalog),
    ...others,
  ].join("\n\n")}\n`;
}

function fileNameOf({ sport, book, contest }: ContestTable): string {
  return `${sport}.${book}.${contest}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(PAGES, { recursive: true });
  for (const [file, text] of await contestPages(await loadCatalog())) writeFileSync(join(PAGES, file), text);
}

function deviationText(spread: OutcomesTable["otherwise"]["spread"]): string {
  if (spread.family === "two-humps") {
    const { low, high, exclusive } = spread;
    const rival = exclusive ? "; of the two of a game, one has the former and one the latter" : "";
    return `${low.deviation} around ${low.mean}, or ${high.deviation} around ${high.mean}${rival}`;
  }
  const ratio = `${spread.ratio} of the projection`;
  if (spread.family === "zero-gamma")
    return `${ratio}; 0 points with a chance of ${spread.zero} ^ projection`;
  const { falls } = spread;
  return falls ? `${ratio} for ${falls.from} points, times (${falls.from} / points) ^ ${falls.power}` : ratio;
}

function factorsTable(factors: OutcomesTable["factors"]): string {
  return table(
    ["factor", "of each"],
    factors.map(({ name, of, contested }) => [name, contested ? `${of}, whose players divide it` : of]),
  );
}

function raceText({ laps, out, together, led, fastest, source }: NonNullable<OutcomesTable["race"]>): string {
  return (
    `Whole races are simulated (${code(source)}): ${laps} laps; a driver is out with a chance of ${out}; form in finishing, ` +
    `leading and fast laps correlates by ${together}. The leaders have these parts of the laps led: ${led.join(", ")}; and ` +
    `of the fastest laps: ${fastest.join(", ")}.`
  );
}

/** The part of a page that shows how points spread in simulations, and how they correlate. */
function outcomesPart({ sport, factors, positions, otherwise, race, sources }: OutcomesTable): string {
  const all = [...positions, { ...otherwise, names: ["all others"] }];
  return [
    "## In simulations",
    `From \`scoring/${sport}/outcomes.json\`. Players who share a factor correlate by the product of their loadings.`,
    table(
      ["positions", "shape", "deviation", "least points", "source", "loadings"],
      all.map(({ names, spread, loadings }) => [
        codes(names),
        spread.family,
        deviationText(spread),
        spread.least,
        code(spread.source),
        loadings
          .map(({ factor, side, loading, source }) => `${factor} (${side}) ${loading} (${code(source)})`)
          .join(", "),
      ]),
    ),
    ...(factors.length === 0 ? [] : [factorsTable(factors)]),
    ...(race === undefined ? [] : [raceText(race)]),
    table(
      ["source", "what it is"],
      Object.entries(sources).map(([key, text]) => [code(key), text]),
    ),
  ].join("\n\n");
}
