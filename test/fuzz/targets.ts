import { readFileSync } from "node:fs";
import { eveningFiles } from "../../bench/slates/evening.ts";
import { isFault, readJob } from "../../src/batch/job.ts";
import { parseContestTable } from "../../src/contests/catalog/contest.ts";
import { parseOutcomesTable } from "../../src/contests/catalog/outcomes.ts";
import { parseScoringTable } from "../../src/contests/catalog/scoring.ts";
import { parseCsv } from "../../src/files/csv.ts";
import { fillEntries } from "../../src/files/entries/fill-entries.ts";
import { readEntries } from "../../src/files/entries/read-entries.ts";
import { swapEntries } from "../../src/files/entries/swap-entries.ts";
import { readUploadedLineups } from "../../src/files/lineups-file.ts";
import { readAliasesCsv } from "../../src/files/listing-index.ts";
import { matchProjections } from "../../src/files/match-projections.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { readCorrelationsCsv, readSpreads } from "../../src/files/spreads.ts";
import { statLinesOf } from "../../src/files/stat-lines.ts";
import { seatLineup, seatSlots } from "../../src/files/upload.ts";
import type { Optimizer } from "../../src/optimizer/optimizer.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { parsePortfolio } from "../../src/portfolio/parse-portfolio.ts";
import { readPortfolio } from "../../src/portfolio/read-portfolio.ts";
import { findJsonFault } from "../../src/shared/json.ts";
import { parseProjections } from "../../src/shared/schema/plain.ts";
import { parseLineupRequest } from "../../src/shared/schema/request.ts";
import { sampleSlate } from "../support/sample-slates.ts";
import { scoringTable } from "../support/scoring.ts";

/** A function that takes text from outside. */
export interface Target {
  readonly name: string;
  /** Sample texts that it accepts. */
  readonly samples: readonly string[];
  readonly isJson: boolean;
  /** Answers, or throws one of the package's own errors. */
  run(text: string): unknown;
}

const file = "given";
/** A slate with every nth of its players, expensive and cheap ones. */
const every = (nth: number, text: string) =>
  text
    .split("\n")
    .filter((_, at) => at === 0 || at % nth === 1)
    .join("\n");
const CLASSIC = every(5, sampleSlate("basketball.draftkings.classic.csv"));
const FANDUEL = every(8, sampleSlate("american-football.fanduel.classic.csv"));
const SHOWDOWN = sampleSlate("basketball.draftkings.showdown.csv");
const NAMES = readSlateFile(CLASSIC, { file }).entries.map(({ name, team }) => ({ name, team }));
const PROJECTIONS = `Name,Team,Projection,Own%,Floor,Ceiling\n${NAMES.map(
  ({ name, team }, at) => `${name},${team},${20 + (at % 9)}.5,${at % 30}%,${at % 8},${40 + at}`,
).join("\n")}\n`;
const STATS = `Name,Team,Points,Rebounds,Assists,Steals,Blocks,Turnovers\n${NAMES.map(
  ({ name, team }, at) => `${name},${team},${at % 30},${at % 9},${at % 7},1,0.5,2`,
).join("\n")}\n`;
const PORTFOLIO = [
  readFileSync(new URL("../../examples/portfolios/football.yaml", import.meta.url), "utf8"),
  "unique: 2\nexposure:\n  - &half { each: player, most: 50% }\nrules:\n  - some: team\n    count: [{ least: 2 }]\n",
];
const ENTRIES = eveningFiles().get("DKEntries.csv") ?? "";
const NEWS = eveningFiles().get("news.csv") ?? "";
const { sport, body, projections } = slateInputs(readSlateFile(CLASSIC, { file }));
const REQUEST = { sport, body, projections };

/** Every reader, some with the optimizer after it. */
export async function targets(optimizer: Optimizer): Promise<readonly Target[]> {
  const built = await filledEntries(optimizer);
  const { catalog } = optimizer;
  const scoring = scoringTable("basketball", "bookA");
  const outcomes = await catalog.outcomesTable("basketball");
  const contest = catalog.contest("basketball", "bookA", "classic");
  const slate = readSlateFile(CLASSIC, { file });
  const json = (text: string) => {
    const fault = findJsonFault(text);
    return fault === null ? JSON.parse(text) : null;
  };
  const csv = (name: string, samples: readonly string[], run: Target["run"]) => ({
    name,
    samples,
    isJson: false,
    run,
  });
  const document = (name: string, samples: readonly object[], run: (value: unknown) => unknown): Target => ({
    name,
    samples: samples.map((sample) => JSON.stringify(sample)),
    isJson: true,
    run: (text) => run(json(text)),
  });
  return [
    csv("salary file", [CLASSIC, FANDUEL, SHOWDOWN], (text) => slateInputs(readSlateFile(text, { file }))),
    csv("projections file", [PROJECTIONS], (text) => {
      const { rows } = readProjectionsCsv(text, { file });
      const { points, rows: matched } = matchProjections(slate, rows);
      return { points, spreads: readSpreads(matched, { file, book: "bookA" }) };
    }),
    csv("stat lines file", [STATS], (text) =>
      statLinesOf(parseCsv(text, file), { file, book: "bookA", table: scoring }),
    ),
    csv("aliases", ["Here,There\nA B,C D\n"], (text) => readAliasesCsv(text, { file })),
    csv("correlations", [",A,B\nA,1,0.2\nB,0.2,1\n"], (text) => readCorrelationsCsv(text, file)),
    csv("entries file", [ENTRIES, built], (text) => {
      const { entries } = readEntries(text, { file });
      return fillEntries(text, { file, book: "bookA", lineups: entries.map(() => null) });
    }),
    csv("upload file", [`PG,SG,SF,PF,C,G,F,UTIL\n${NAMES.slice(0, 8).map(({ name }) => name)}\n`], (text) =>
      readUploadedLineups(text, { file, contest, slate }),
    ),
    csv(
      "manifest",
      [
        '{"id":"a","salaries":"a.csv","count":3}',
        JSON.stringify({ id: "b", sport, request: body, projections }),
      ],
      (text) => {
        const job = readJob(text, 1);
        // As it is passed to threads.
        return isFault(job) ? job.reasons : structuredClone(job);
      },
    ),
    csv("portfolio file", PORTFOLIO, async (text) => {
      const { portfolio, lines } = await readPortfolio(text, { file });
      return parsePortfolio(portfolio, lines);
    }),
    document("contest table", [contest], (value) => parseContestTable(value, file)),
    document("scoring table", [scoring], (value) => parseScoringTable(value, file)),
    document("outcomes table", [outcomes], (value) => parseOutcomesTable(value, file)),
    document("request", [REQUEST.body], parseLineupRequest),
    document("projections document", [REQUEST.projections], parseProjections),
    document("optimize", [REQUEST], (value) => optimizer.optimize(asked(value) as never)),
    document(
      "portfolio",
      [{ ...REQUEST, count: 4, portfolio: { unique: 1, exposure: [{ each: "player", most: 3 }] } }],
      (value) => optimizer.portfolio(asked(value) as never, { timeLimit: 20_000 }),
    ),
    csv("swap", [built], (text) => {
      const entries = readEntries(text, { file });
      const begun = readSlateFile(text, { file, begun: true });
      const { points } = matchProjections(begun, readProjectionsCsv(NEWS, { file }).rows);
      return swapEntries(optimizer, { file, entries, slate: begun, points, now: "2025-01-15T19:20-05:00" });
    }),
  ];
}

/** The argument of a call: an object with any fields. */
function asked(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

/** The example evening's entries, with the first few filled. */
async function filledEntries(optimizer: Optimizer): Promise<string> {
  const slate = readSlateFile(ENTRIES, { file, begun: true });
  const { slots, entries } = readEntries(ENTRIES, { file });
  const contest = optimizer.catalog.contest(slate.sport, slate.book, slate.contest);
  const listings = new Map(slate.entries.map((entry) => [entry.uuid, entry]));
  const { data } = await optimizer.optimize({ ...slateInputs(slate), count: 3 });
  const seats = seatSlots(slots, contest, file);
  const lineups = entries.map((_, at) => {
    const lineup = data[at];
    return lineup === undefined ? null : seatLineup(lineup.attributes.byPositions, seats, contest, listings);
  });
  return String(fillEntries(ENTRIES, { file, book: "bookA", lineups })[0]);
}
