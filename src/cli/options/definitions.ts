import { sportNamed } from "../../contests/catalog/sports.ts";
import { SOLVER_NAMES } from "../../engine/solver/registry.ts";
import type { LineupInclude } from "../../lineup/document/included.ts";
import { CHOICE_GOALS, DEALS, MAXIMUM_COUNT, PAYOUT_SHAPES } from "../../shared/schema/fields.ts";
import { usageError } from "../errors.ts";
import {
  BOOK_WORDS,
  bookWord,
  instant,
  lineupShare,
  listOf,
  MOST_MONEY,
  money,
  pageFile,
  part,
  projectionColumns,
  reportFile,
  SITE_WORDS,
  stampOf,
  wholeNumber,
  words,
} from "./parsers.ts";
import { command, enforce, excludes, needs, type OptionsOf, requires, table, type Values } from "./table.ts";

export const SERVICE_KEY = "DFS_LINEUPS_SERVICE_KEY";

export function serviceKey(): string {
  const key = process.env[SERVICE_KEY];
  if (key) return key;
  throw usageError(SERVICE_KEY, "must hold the API key of the prediction service that --service names.");
}

export const API_KEYS = "DFS_LINEUPS_API_KEYS";
/** They replace `--cache` and `--queue`, to keep passwords in addresses out of command lines. */
const CACHE = "DFS_LINEUPS_CACHE";
const QUEUE = "DFS_LINEUPS_QUEUE";

const ONLY_AVAILABLE = "leave out players that the service lists as injured, suspended or not active";
const STRICT =
  "write nothing if there are fewer lineups than requested (exit 1), or if less than 90% of the projections match the pool (exit 2)";
const ONE_INPUT = "Any one file may be -, which reads standard input.";

const parsed = <Value>(help: string, parse: (text: string) => Value) => ({ help, parse });
const number = (help: string, least: number, most: number, standard: number) => ({
  help,
  parse: wholeNumber(least, most),
  default: standard,
});
const oneOf = <const Choices extends readonly [string, ...string[]]>(help: string, choices: Choices) => ({
  help,
  choices,
});
const firstOf = <const Choices extends readonly [string, ...string[]]>(help: string, choices: Choices) => ({
  ...oneOf(help, choices),
  default: choices[0] as Choices[number],
});
const repeated = (help: string) => ({ help: `${help}; may be repeated`, repeats: true }) as const;
const format = <const Formats extends readonly [string, ...string[]]>(...formats: Formats) =>
  firstOf("how the result is written", formats);
const files = (help: string) =>
  ({
    help: `${help}; may be repeated`,
    repeats: true,
    default: [] as readonly string[],
    shown: "none",
  }) as const;
const written = (help: string) => ({ help, writes: true }) as const;

const RULES = table({
  "--rules <file>": files("a contest file of your own, in addition to the built-in ones"),
});
const SCORING = table({
  "--scoring <file>": files("a scoring file of your own, instead of the built-in one of its sport and book"),
});
const OUTPUT = table({
  "-o, --output <file>": written("write the result to this file, whole, and only if there is no error"),
});
const OWNERSHIP_OUT = table({
  "--ownership-out <file>": written(
    "write the players' ownership among opponents, given or estimated, as a file of projections (CSV)",
  ),
});
const REPORT = table({
  "--report <file>": {
    help: "write a report of the lineups: exposures, stacks, pairs, spread; a page (FILE.html) or JSON (FILE.json)",
    ...{ parse: reportFile, writes: true },
  },
});
const PAGE = table({
  "--report <file>": { ...parsed("also write a page with charts: FILE.html", pageFile), writes: true },
});

const sport = (help: string) => table({ "--sport <sport>": parsed(help, sportNamed) });
const SPORT = sport("the sport, if the salary file does not show it: nfl, nba, nhl or its name");
const SITE = table({
  "--site <site>": {
    help: `the book by its short name: ${SITE_WORDS}`,
    ...{ parse: bookWord, means: "--book" },
  },
});
const SLATE = table({
  "--book <book>": parsed(`the book, if the file does not show it: ${BOOK_WORDS}`, bookWord),
  ...SITE,
  "--contest <contest>": "the contest, if the file does not show it, or a contest of --rules",
});
const CAP = table({
  "--cap <amount>": parsed("the salary cap, instead of the contest's", wholeNumber(0, MOST_MONEY)),
});
const POOL = table({
  "--injured": "keep players that the file marks as out or not starting",
  "--news <file>": repeated(
    "who is out or doubtful, newer than the salary file (CSV: names or ids, and Status; all are out without it)",
  ),
  "--leave-out <marks>": parsed("also leave out players with these marks, separated by commas: D,Q", words),
});
const CHOICE = table({
  "--lock <who>": repeated("must be in every lineup: a name or id; WHO@SLOT for that slot"),
  "--exclude <who>": repeated("must be in no lineup: a name or id; WHO@SLOT only keeps WHO out of that slot"),
});
const MATCHING = table({
  "--column <what=header>": {
    help: "take this column of the projections as points, name, id, team, position, salary, ownership, captainPoints, captainOwnership, minimumExposure, maximumExposure, deviation, floor, ceiling, cut or finish; may be repeated",
    ...{ parse: projectionColumns, repeats: true },
  },
  "--attributes <file>": repeated(
    "more columns of the players, such as starting positions or tee times, for rules and stat lines (CSV with names or ids)",
  ),
  "--alias <file>":
    "other names of players (CSV: from, to): the name in projections and options, and the name in the pool",
});
const matching = (...also: readonly string[]) => [
  needs(["--column"], ["--projections", ...also], ", whose columns it names"),
  needs(
    ["--alias"],
    ["--projections", "--attributes", "--news", ...also, "--performances", "--lock", "--exclude"],
    ", whose names it explains",
  ),
];
const PERFORMANCES = table({
  "--performances <file>":
    "predicted stat lines, a Performance document (JSON), scored by the book's table; --projections gives the points of players without one",
});
const STACK = table({ "--stack": "pair a quarterback with a wide receiver of the same team" });

/** Options that build a request from a salary file; a request body has its own fields for them. */
const OF_SALARIES = table({ ...SLATE, ...CAP, ...POOL, ...CHOICE, ...MATCHING, ...STACK });
const INPUT = table({
  "--salaries <file>": "a book's salary file (CSV)",
  "--request <file>": "instead of a salary file, a lineup request (JSON); needs --sport",
  "-p, --projections <file>": repeated(
    "with --salaries a CSV (default: the file's own averages); with --request a FantasyPerformance document (JSON)",
  ),
  ...PERFORMANCES,
  ...SCORING,
  "--service <url>": `with --request: read the projections from the prediction service; ${SERVICE_KEY} holds its key`,
  "--only-available": `with --request: ${ONLY_AVAILABLE}`,
  ...SPORT,
});
const FROM_SALARIES = Object.keys(OF_SALARIES).map((flags) => flags.split(" ")[0]!);
const INPUT_RULES = [
  excludes(["--request"], "--salaries"),
  {
    ...needs(["--service"], ["--request"], ": a salary file's ids are not the service's"),
    if: ["--salaries"],
  },
  {
    ...needs(["--only-available"], ["--request"], ": a salary file's own marks leave players out"),
    if: ["--salaries"],
  },
  requires("--salaries", "Give a book's salary file, or a lineup request as --request.", ["--request"]),
  needs(FROM_SALARIES, ["--salaries"], ". With --request, put it into the request"),
  requires("--projections", "--request needs it, or --performances, or --service.", [
    ...["--salaries", "--performances", "--service"],
  ]),
  excludes(["--service"], "--projections"),
  requires("--sport", "--request needs it.", ["--salaries"]),
  ...matching(),
];

export type InputOptions = Partial<Values<typeof INPUT & typeof OF_SALARIES>>;

export function checkInput(options: InputOptions): void {
  enforce(INPUT_RULES, { options, table: { ...INPUT, ...OF_SALARIES } });
}

const POINTS = table({
  "-p, --projections <file>": repeated("the players' points (CSV); by default the book's own averages"),
  ...PERFORMANCES,
  ...SCORING,
});
const ENTRIES = table({
  ...POINTS,
  "--salaries <file>": "the salary file with the pool; by default the pool that is embedded in the file",
  ...SPORT,
  ...SLATE,
  ...CAP,
  ...POOL,
  ...MATCHING,
  ...RULES,
});
export type EntriesOptions = Values<typeof ENTRIES>;

const DRAWN_PLAYERS = table({
  ...POINTS,
  ...SPORT,
  ...OF_SALARIES,
  ...RULES,
  "--strict": "write nothing if less than 90% of the projections match the pool (exit 2)",
});
const OUTCOMES = table({
  "--outcomes <file>": files(
    "your own spread settings or ownership table, instead of the sport's built-in file",
  ),
});
const DRAWS = table({
  "--draws <n>": parsed(
    "how many draws (default: 10,000, or all of a file of draws)",
    wholeNumber(1, 10_000_000),
  ),
  "--seed <n>": parsed(
    "a whole number; the same one gives the same draws, on any machine (default: 1)",
    wholeNumber(0, 2_147_483_647),
  ),
  "--draws-file <file>":
    "outcomes that another program simulated, used as the draws: a row for each player, a column for each draw (CSV)",
  ...OUTCOMES,
  "--correlations <file>":
    "correlations between players: a matrix with names or ids in the first row and column (CSV)",
});
export type DrawnOptions = Values<typeof DRAWN_PLAYERS & typeof DRAWS & typeof LIMITS>;

/** Options for portfolio rules that also apply to the entries that `contest` chooses. */
const CHOSEN = table({
  "-r, --portfolio <file>": "a portfolio's description: rules over all lineups (YAML or JSON)",
  "--unique <n>": parsed("any two lineups differ by at least n players", wholeNumber(1, 100)),
  "--max-exposure <share>": parsed(
    "each player in at most this share of the lineups, such as 40%",
    lineupShare,
  ),
  "--min-salary <amount>": parsed("each lineup costs at least this", wholeNumber(0, MOST_MONEY)),
  "--max-per-game <n>": parsed(
    "each lineup has at most n players of one game; with 1, never both of one fight or match",
    wholeNumber(1, 100),
  ),
});
const DESCRIPTION = table({
  ...CHOSEN,
  "--method <method>": oneOf(
    "joint: the set with the greatest sum, with a proven limit (the default); sequential: one best lineup after another",
    ["joint", "sequential"],
  ),
  "--decay <share>": parsed(
    "sequential: a player loses this much of his points, such as 5%, for each earlier lineup with him",
    lineupShare,
  ),
});
const PORTFOLIO = table({
  ...DESCRIPTION,
  "--gap <part>": parsed(
    "joint: stop when the sum is proved to be this close to the best (default: 0.02%, or 0.2% once gains are slow; the search also stops at diminishing gains)",
    part,
  ),
  "--on-shortfall <what>": oneOf(
    "keep: if not all lineups can be built, or not in time, write those that were built (exit 3) instead of an error",
    ["keep"],
  ),
  "--on-interrupt <what>": oneOf(
    "keep: on Ctrl-C, write the lineups built so far, even if the portfolio is incomplete (exit 3)",
    ["keep"],
  ),
  "--costs":
    "also show what each rule costs, in the output and in --report; for that, a portfolio without each rule is built after the lineups are written",
});
export type PortfolioOptions = Values<typeof PORTFOLIO>;

const SOLVER = table({
  "--solver <solver>": firstOf("the solver of the lineups; auto takes the fastest that can", [
    "auto",
    ...SOLVER_NAMES,
  ]),
});
const LIMITS = table({
  "--threads <n>": parsed(
    "worker threads; 0 solves in the main thread (default: one less than the cores)",
    wholeNumber(0, 64),
  ),
  "--time-limit <seconds>": parsed(
    "stop after this time; a complete joint portfolio, or the swaps so far, are still written (default: 600; 50 for portfolios and swaps)",
    wholeNumber(1, 86_400),
  ),
});
const SOLVING = table({ ...SOLVER, ...LIMITS });
const JOB_THREADS = table({
  "--threads <n>": parsed(
    "threads; each runs one job at a time (default: the number of cores)",
    wholeNumber(1, 256),
  ),
  "--memory <megabytes>": parsed(
    "heap of each thread; a job that needs more fails (default: Node's own)",
    wholeNumber(16, 1_000_000),
  ),
});
const QUEUED = table({
  "--queue <url>": {
    help: "let the workers of this queue solve the jobs: redis://HOST (needs the packages bullmq and ioredis)",
    env: QUEUE,
  },
  "--queue-timeout <seconds>": number(
    "give up when the queue's server has not answered for this long",
    ...[1, 86_400, 60],
  ),
});
const QUIET = table({ "--quiet": "print errors only" });
/** For analyses of past contests. */
const PAST = table({
  "-o, --output <file>": {
    ...parsed("also write a report: a page (FILE.html) or all figures (FILE.json)", reportFile),
    writes: true,
  },
  ...QUIET,
});
const TABLES = table({ ...OUTCOMES, ...RULES, ...SCORING });

/** The values for `include` that add the names of players and teams to a document of lineups. */
export const NAMES: readonly LineupInclude[] = ["selections", "defenseSpecialTeams"];

const ENTRIES_FILE = table({
  "<file>": "a book's entries file or upload template (CSV); - reads standard input",
});
const SALARY_FILE = table({ "<file>": "a book's salary file (CSV); - reads standard input" });

export const DEFINITIONS = {
  optimize: command({
    description: "Find the best lineups of a book's salary file, or of a request.",
    arguments: { "[file]": "a book's salary file (CSV), as --salaries; - reads standard input" },
    options: {
      Input: INPUT,
      "With --salaries": OF_SALARIES,
      Lineups: {
        ...RULES,
        "-n, --count <n>": parsed(
          `how many lineups, 1 to ${MAXIMUM_COUNT} (default: the request's, else 3)`,
          wholeNumber(1, MAXIMUM_COUNT),
        ),
        "--strict": STRICT,
      },
      Portfolio: {
        ...PORTFOLIO,
        "--keep <file>":
          "lineups that stay, as optimize wrote them or as a book's own file: the others are found around them, under the same rules",
      },
      Draws: {
        "--from <what>": oneOf(
          "simulation: take the lineups that are most often optimal in simulated draws, as far as the portfolio's rules allow",
          ["simulation"],
        ),
        ...DRAWS,
      },
      Output: {
        "--format <format>": format("table", "compact", "csv", "json", "ndjson"),
        "--sort <by>": oneOf(
          "the order of the lineups, instead of the most points first: the least salary or total ownership first",
          ["salary", "ownership"],
        ),
        "--long": "with --format csv: one row per player, for programs",
        "--bom": "with --format csv: begin with a byte order mark, for Excel",
        "--include <list>": parsed(
          "with --format json: include these, separated by commas: selections, defenseSpecialTeams, scoring (both, and how points are scored)",
          listOf<LineupInclude>([...NAMES, "scoring"]),
        ),
        ...REPORT,
        ...OWNERSHIP_OUT,
        ...OUTPUT,
      },
      Solving: SOLVING,
    },
    rules: [
      needs(["--draws", "--seed", "--draws-file", "--outcomes", "--correlations"], ["--from simulation"]),
      excludes(
        ["--method", "--gap", "--costs", "--on-interrupt", "--solver", "--keep"],
        "--from",
        "Leave it out.",
      ),
      needs(["--include"], ["--format json"], "; other formats name the players anyway"),
      needs(["--long", "--bom"], ["--format csv"]),
    ],
    epilogue: [
      ONE_INPUT,
      "Formats: table to read; compact, one line for each lineup; csv, rows for the book's upload file; json, a FantasyLineup document; ndjson, a JSON object on each line. With -o, more csv rows than the book takes in one file go into FILE-1, FILE-2 and so on.",
    ],
  }),
  build: command({
    description: "Fill a book's entries file, or its template for new lineups, with the best lineups.",
    arguments: ENTRIES_FILE,
    options: {
      Players: ENTRIES,
      Lineups: {
        "-n, --count <n>": parsed(
          `how many lineups, 1 to ${MAXIMUM_COUNT}; if fewer than entries, each is entered several times (default: the description's, else one for each entry)`,
          wholeNumber(1, MAXIMUM_COUNT),
        ),
        ...CHOICE,
        "--deal <deal>": firstOf(
          "entries: one set of lineups for all entries; contest: a set for each contest; same: the same set for every contest",
          DEALS,
        ),
        "--strict": STRICT,
      },
      Portfolio: PORTFOLIO,
      Output: { ...REPORT, ...OUTPUT },
      Solving: SOLVING,
    },
    rules: [needs(["--costs"], ["--report"], ", which shows them"), ...matching()],
    epilogue: [
      "The best lineup goes to the first entry. Only the cells of lineups change; everything else stays byte for byte. With -o, more lineups than the book takes in one file go into FILE-1, FILE-2 and so on.",
    ],
  }),
  swap: command({
    description: "Change the lineups of an entries file after news; started games are left alone.",
    arguments: ENTRIES_FILE,
    options: {
      Players: ENTRIES,
      Lineups: {
        "--now <time>": parsed(
          "games that start at this time or earlier have started, such as 2026-11-21T19:35-05:00 (default: the clock's time)",
          instant,
        ),
        "--out <who>": repeated(
          "a player who is out: leaves every entry where the seat is not locked; a name or id",
        ),
        "--exclude <who>": repeated(
          "a player who leaves every entry where the seat is not locked, and joins none; a name or id, WHO@SLOT for that slot only",
        ),
        "--only <contest>": repeated(
          "leave the entries of all other contests alone; a contest's id or a part of its name",
        ),
        "--only-affected": "change only entries with a player who must leave",
        "--same-team":
          "each lineup keeps its number of players of each team, so that who comes is of the team of who leaves",
      },
      Portfolio: DESCRIPTION,
      Output: {
        "--format <format>": format("table", "json"),
        ...OUTPUT,
        "--dry-run": "show what would change, and write nothing",
        "--watch <file>":
          "read the points from this CSV, and show what would change, and again whenever the file changes; Ctrl-C ends it",
      },
      Solving: SOLVING,
    },
    rules: [
      excludes(["--dry-run"], "--output"),
      excludes(["--watch"], "--projections", "Leave --projections out."),
      {
        ...{ options: ["-"], if: ["--watch"] },
        message: "cannot be standard input with --watch, which reads it again and again. Give a file.",
      },
      ...matching("--watch"),
    ],
    epilogue: [
      "The table goes to standard output; -o names the file for the changed entries. Players marked (LOCKED), and those whose games have started, keep their slots; the book's marks decide before the clock. Empty entries are filled from games that have not started. Entries that can't be improved or swapped are unchanged, and the table gives the reason. Entries are swapped one by one first, then all together; at the time limit or on Ctrl-C, the best swap so far is written.",
    ],
  }),
  simulate: command({
    description:
      "Simulate a slate's points many times, find the best lineup of each draw, and show how often each player, stack and lineup is optimal.",
    arguments: SALARY_FILE,
    options: {
      Players: DRAWN_PLAYERS,
      Draws: {
        ...DRAWS,
        "--top <n>": parsed("count the n best lineups of each draw (default: 1)", wholeNumber(1, 1_000)),
      },
      Output: { "--format <format>": format("table", "json", "csv"), ...OUTPUT, ...PAGE },
      Solving: LIMITS,
    },
    rules: matching(),
    epilogue: [
      "Error is the standard error; ±2 errors is a 95% interval.",
      "Formats: table, the most frequent of each kind, for reading; json, all of them; csv, a row for each player. Shares are from 0 to 1 in json and csv.",
    ],
  }),
  contest: command({
    description:
      "Simulate a contest: estimate what entries can win against a field of opponents, by exact ranks in draws of the slate's points.",
    arguments: SALARY_FILE,
    options: {
      Contest: {
        "--entries <file>":
          "the lineups entered: a book's upload or entries file (CSV), or a FantasyLineup document",
        "--payouts <file>": {
          help: `what each place pays: a file (YAML, JSON, or CSV with the columns Place and Payout), or a shape: ${PAYOUT_SHAPES.join(", ")}`,
          required: true,
        },
        "--fee <amount>": parsed("what an entry costs, if the payouts do not say it", money),
        "--field <n>": parsed("how many opponents (default: 10,000)", wholeNumber(1, 1_000_000)),
        "--field-salary <amount>": parsed(
          "the least that an opponent's lineup costs (default: 85% of the cap)",
          wholeNumber(0, MOST_MONEY),
        ),
        "--other-fields <n>": parsed(
          "estimate the profit's error from n fields with other ownership (default: 5; 0 for none)",
          wholeNumber(0, 100),
        ),
        "--field-file <file>":
          "the opponents' lineups: a past contest's standings, or a file as for --entries",
      },
      Choice: {
        "--choose <n>": parsed("choose n entries that are worth the most together", wholeNumber(1, 10_000)),
        "--goal <what>": {
          help: "payout: the average of all payments (the default); best: the average of the best entry's payment; first: the chance of a first place",
          choices: CHOICE_GOALS,
        },
        "--candidates <n or file>":
          "what --choose chooses from: the portfolio with the most points and the best lineups of n draws (default: 3,000), or the lineups of a file",
        "--chosen <file>": written("write the chosen lineups as rows for the book's upload file (CSV)"),
      },
      // Entries are always chosen one after another: there is no --method.
      Portfolio: CHOSEN,
      Players: DRAWN_PLAYERS,
      Draws: DRAWS,
      Output: {
        "--format <format>": format("table", "json", "csv"),
        ...OWNERSHIP_OUT,
        ...OUTPUT,
        ...PAGE,
      },
      Solving: LIMITS,
    },
    rules: [
      excludes(["--entries"], "--choose"),
      excludes(["--field", "--field-salary", "--other-fields", "--ownership-out"], "--field-file"),
      requires("--entries", "Name the lineups entered, or have them chosen: --choose 150.", ["--choose"]),
      needs(
        [
          ...["--goal", "--candidates", "--chosen"],
          ...["--portfolio", "--unique", "--max-exposure", "--min-salary", "--max-per-game"],
        ],
        ["--choose"],
      ),
      ...matching(),
    ],
    epilogue: [
      "Opponents use each player as often as the projections' Ownership column says; without it, as often as estimated from how opponents chose players in past contests. How much of the cap they spend, and how often they stack and repeat lineups, is measured in past contests of football, basketball and MMA. Your entries compete with each other, and tied entries share the prizes of their places.",
      "Chosen entries keep the portfolio's rules. They are added one after another, then exchanged as long as that helps, and in the draws used for choosing they are never worth less than the portfolio that optimize builds under the same rules. Other draws then estimate what they can win. With --goal first and no rule that binds, no other choice among the candidates is worth more than 1.6 times as much in the draws used for choosing.",
      "Formats: table, for reading; json, everything; csv, a row for each entry. Chances are from 0 to 1 in json and csv.",
    ],
  }),
  backtest: command({
    description:
      "Build lineups for past contests with the projections from before lock, and show how they would have finished.",
    arguments: {
      "<manifest>":
        "the contests and the strategies: YAML, JSON Lines, or a folder with a folder for each contest",
    },
    options: {
      Result: PAST,
      Solving: {
        ...JOB_THREADS,
        ...SOLVER,
        "--job-timeout <seconds>": number(
          "time limit of a contest's lineups; those that take longer fail",
          1,
          86_400,
          600,
        ),
        ...RULES,
        ...SCORING,
      },
    },
    epilogue: [
      'A contest: {"id": "main", "salaries": "dk.csv", "projections": "proj.csv", "standings": "standings.csv", "payouts": {"shape": "top-heavy", "fee": 5}}. A strategy: {"name": "best", "count": 20}, with portfolio, from or choose as in batch jobs.',
    ],
  }),
  calibrate: command({
    description:
      "Compare simulations of past contests with what happened: spreads, correlations, ownership and opponents.",
    arguments: { "<manifest>": "the contests, as for backtest; strategies are not needed" },
    options: {
      Result: PAST,
      Tables: TABLES,
    },
    epilogue: [
      "Column Off: how likely a difference at least this large is if the table is true. Column Finds: the smallest true difference that this test finds with a chance of 80% (its power).",
    ],
  }),
  outcomes: command({
    description: "Fit a sport's table of outcomes to past contests: spreads of points, and correlations.",
    arguments: {
      "<action>": { help: "fit: fit the table to the contests of MANIFEST", choices: ["fit"] },
      "<manifest>": "the contests, as for backtest; strategies are not needed",
    },
    options: {
      Result: { ...OUTPUT, ...QUIET },
      Tables: {
        ...sport("the sport, if the manifest has contests of several"),
        ...TABLES,
      },
    },
    epilogue: [
      "Each fitted value lies between that of the history and that of the table in use: the fewer players the history has, the closer to the table. The file is for --outcomes; standard errors are next to its values.",
    ],
  }),
  ownership: command({
    description:
      "Fit the estimate of ownership to past contests, and compare each with an estimate by the others.",
    arguments: {
      "<action>": { help: "fit: fit the tables to the contests of MANIFEST", choices: ["fit"] },
      "<manifest>": "the contests, as for backtest; strategies are not needed",
    },
    options: {
      Result: {
        "-o, --output <folder>": written(
          "write a table for each sport, and one for any other, to this folder",
        ),
        ...QUIET,
      },
      Tables: TABLES,
    },
    epilogue: [
      "Standings need the players' %Drafted or the lineups. Contests without projections use the book's averages. Each coefficient lies between that of its contests and that of all sports. A table is for --outcomes; standard errors are next to its values.",
    ],
  }),
  slate: command({
    description: "Show how a book's file and projections were understood.",
    arguments: {
      "<file>": "a salary file, upload template or entries file (CSV); - reads standard input",
    },
    options: { Players: ENTRIES, Output: { "--format <format>": format("table", "json"), ...OUTPUT } },
    rules: matching(),
    epilogue: ["Exits with 2 if less than 90% of the projections match a player of the pool."],
  }),
  verify: command({
    description: "Check lineups against the rules of their contest and the request, without any solver.",
    options: {
      Lineups: {
        "--lineups <file>":
          "a FantasyLineup document (JSON), as optimize --format json writes it, or a book's upload or entries file (CSV)",
        ...RULES,
      },
      Input: INPUT,
      "With --salaries": OF_SALARIES,
      Output: { "--format <format>": format("table", "json"), ...OUTPUT },
    },
    rules: [requires("--lineups", "Name the lineups.")],
    epilogue: [
      ONE_INPUT,
      "An upload or entries file is checked row by row; it needs --salaries unless the pool is embedded in it.",
    ],
  }),
  check: command({
    description: "Check each row of a book's upload or entries file, and list the rules that it breaks.",
    arguments: { "<file>": "the upload or entries file (CSV); - reads standard input" },
    options: {
      Options: {
        "--salaries <file>": ENTRIES["--salaries <file>"],
        ...SPORT,
        ...SLATE,
        ...CAP,
        ...RULES,
        "--format <format>": format("table", "json"),
        ...OUTPUT,
      },
    },
    epilogue: [
      "Players marked (LOCKED) may keep their slots: their games have started. Exits with 1 if any row breaks a rule.",
    ],
  }),
  report: command({
    description: "Show what lineups have in common: exposures, stacks, pairs, salaries, points, uniqueness.",
    arguments: {
      "<lineups>":
        "lineups (JSON) as optimize writes them, or an upload or entries file (CSV); - reads standard input",
    },
    options: {
      Players: ENTRIES,
      Opponents: {
        "--field <n>": parsed(
          "the number of opponents for the expected duplicates (default: 10,000)",
          wholeNumber(1, 1_000_000),
        ),
      },
      Output: {
        "--format <format>": oneOf(
          "table for reading, html one self-contained page, json all figures (default: by the output's name, else table)",
          ["table", "html", "json"],
        ),
        ...OUTPUT,
      },
    },
    rules: [needs(["--field"], ["--projections"], ", whose ownership the opponents have"), ...matching()],
    epilogue: [
      "Names and teams come from --salaries, ownership from a column of --projections. Lineups in JSON contain points and salaries, and names where --include added them.",
      "With ownership, the report has the expected number of opponents with the same lineup, computed from the opponents that contest draws.",
    ],
  }),
  score: command({
    description: "Score the stat lines of a Performance document by a book's table.",
    options: {
      Options: {
        "--sport <sport>": { ...parsed("the sport: nfl, nba, nhl or its name", sportNamed), required: true },
        "--book <book>": parsed(`the book whose scoring applies: ${BOOK_WORDS}`, bookWord),
        ...SITE,
        "--performances <file>": {
          help: "stat lines, a Performance document of the prediction service (JSON); - reads standard input",
          required: true,
        },
        "--actual": {
          help: "the lines are results; by default they are predictions, with bonuses in expectation",
          default: false,
        },
        ...SCORING,
        "--format <format>": format("table", "json"),
        ...OUTPUT,
      },
    },
    rules: [requires("--book", `Name the book whose scoring applies: ${BOOK_WORDS}.`, ["--site"])],
    epilogue: [
      "Formats: table shows each line's points term by term; json is a FantasyPerformance document, as optimize --projections takes it.",
    ],
  }),
  rules: command({
    description:
      "List the contests; show a contest's rules in full if the options match only one; or check a table.",
    arguments: {
      "[contest...]":
        "only contests of this sport, book and name, in any order (nfl draftkings classic); or check FILE: look for faults in the table in FILE (JSON)",
    },
    options: {
      Options: {
        ...sport("only contests of this sport: nfl, nba, nhl or its name"),
        "--book <book>": parsed(`only contests of this book: ${BOOK_WORDS}`, bookWord),
        ...SITE,
        "--contest <contest>": "only contests of this name",
        ...RULES,
        "--format <format>": format("table", "json"),
        ...OUTPUT,
      },
    },
    rules: [
      {
        ...{ options: ["--sport", "--book", "--site", "--contest"], if: ["check"] },
        message: "chooses which contests to show; rules check takes only FILE.",
      },
    ],
    epilogue: [
      "rules check FILE: shows whether lineups can be seated, with each position in each slot; which limits never bind " +
        "or are always reached; and which other tables have the same rules. A lineup shows each finding. Exits with 1 " +
        "if no lineup can be seated or a slot cannot be reached, with 2 if the table does not load.",
    ],
  }),
  serve: command({
    description: "Serve the lineup optimizer over HTTP.",
    options: {
      Options: {
        "--service <url>": `read projections from the prediction service at this address; ${SERVICE_KEY} holds its API key`,
        "--projections <file>": "instead of --service: a FantasyPerformance document (JSON)",
        "--from <what>": firstOf(
          "what --service's points are: its projections, or its performances scored by the books' tables",
          ["projections", "performances"],
        ),
        "--keys <file>": `SHA-256 hashes of the callers' API keys, one per line; the file is read again when it changes. ${API_KEYS} may hold more, separated by commas`,
        "--host <address>": { help: "the address to listen at", default: "127.0.0.1" },
        "--port <n>": number("the port to listen at; 0 takes any free one", 0, 65_535, 8080),
        "--sports <list>": parsed(
          "serve only these sports, separated by commas (default: all with rules, and with scoring for --from performances)",
          (text: string): readonly string[] => text.split(",").map(sportNamed),
        ),
        "--threads <n>": parsed("worker threads (default: one less than the cores)", wholeNumber(0, 64)),
        ...SOLVER,
        ...RULES,
        ...SCORING,
        "--only-available": ONLY_AVAILABLE,
        "--max-body <bytes>": number("the largest request body", 1_000, 100_000_000, 1_000_000),
        "--max-pool <n>": number("the most players and teams in a pool", 1, 20_000, 2_000),
        "--queue <n>": number("how many requests may wait; others get 503", 0, 100_000, 100),
        "--time-limit <seconds>": number(
          "the time of one request, waiting included; 504 after that",
          ...[1, 3_600, 30],
        ),
        "--requests-per-key <n>": number(
          "requests of one API key in 5 minutes; 429 after that",
          ...[1, 1_000_000_000, 3_000],
        ),
        "--answers <megabytes>": number(
          "memory for answers kept for equal requests; 0 keeps none",
          ...[0, 1_000, 32],
        ),
        "--cache <place>": {
          help: "a redis:// address that keeps the projections for the next start; servers with the same address count an API key's requests together",
          env: CACHE,
        },
        "--max-connections <n>": number(
          "connections at a time; a new one replaces the one that is idle longest",
          ...[1, 100_000, 1_000],
        ),
        "--request-timeout <seconds>": number("the time for a whole request to arrive", 1, 3_600, 30),
        "--keep-alive <seconds>": number("how long an idle connection stays open", 1, 3_600, 65),
        "--prefix <path>": "what all paths begin with, such as /dfs",
        "--origins <list>": parsed(
          "origins whose pages may read answers (CORS), separated by commas; * for all (default: none)",
          (text: string): readonly string[] => text.split(","),
        ),
        "--grace <seconds>": number("how long running requests may take after SIGTERM", 0, 3_600, 10),
        "--log-level <level>": firstOf("what is logged on standard error, as JSON", [
          "info",
          "warn",
          "error",
          "silent",
        ]),
      },
    },
    rules: [
      {
        ...needs(["--from"], ["--service"], ""),
        message:
          "performances requires --service. To use a file of stat lines, turn it into points with dfs-lineups score --format json -o FILE, and give --projections FILE.",
      },
      requires("--service", "Give it or --projections.", ["--projections"]),
      excludes(["--service"], "--projections"),
    ],
    epilogue: [
      "POST /{sport}/v2/fantasy/lineup-optimizer answers lineup requests, and /{sport}/v2/fantasy/lineup-portfolio those for portfolios; /openapi.json describes them. /health, /ready, /metrics and /openapi.json need no API key: restrict who can reach the port.",
      "Once the server listens, it prints its address on standard output. SIGTERM and SIGINT end it after the running requests; requests that still run when --grace is over get 503. On SIGHUP it reads its keys again.",
    ],
  }),
  batch: command({
    description: "Run a manifest of jobs, each a lineup request; every job gets a result or a reason.",
    arguments: {
      "[action]": firstOf("run jobs; extract the job of --id", ["run", "extract"]),
    },
    options: {
      Jobs: {
        "--manifest <file>":
          "the jobs, one JSON object per line; paths of files are relative to the manifest",
        "--out <folder>": "the folder for the results; an interrupted batch in it continues",
        "--dry-run": "check every job and all files, and solve nothing",
        "--layout <layout>": firstOf("files: also a document and an upload file of each job", [
          "rows",
          "files",
        ]),
        "--retry-failed": "run failed jobs again",
        "--force": "replace another batch in the --out folder; results of unchanged jobs are kept",
        "--stamp <time>": parsed("the creation time in documents (default: the batch's start)", stampOf),
      },
      Solving: {
        ...JOB_THREADS,
        ...SOLVER,
        "--job-timeout <seconds>": number("time limit of a job; one that takes longer fails", 1, 86_400, 600),
        "--max-failures <n>": parsed(
          "stop when more jobs than this have failed",
          wholeNumber(0, 1_000_000_000),
        ),
        ...RULES,
        ...SCORING,
      },
      Workers: QUEUED,
      Extracting: {
        "--id <id>": "the job whose lineups, or whose errors, are written",
        "--format <format>": format("json", "csv", "table", "compact", "ndjson"),
        ...OUTPUT,
      },
      Reporting: QUIET,
    },
    rules: [
      requires("--manifest", "Name the file of the jobs.", ["extract"]),
      { options: ["--manifest -"], message: "must be a file: it is read more than once." },
      requires("--out", "Name the batch's folder.", ["--dry-run"]),
      { ...requires("--id", "Name the job."), if: ["extract"] },
    ],
    epilogue: [
      'A job: {"id": "main-1", "salaries": "dk.csv", "projections": "proj.csv", "count": 150} or {"id": "r7", "sport": "basketball", "request": "r7.json", "projections": "fp.json"}.',
      "If a batch is killed, the same command continues it, and the result is the same, byte for byte. On SIGINT or SIGTERM it finishes the running jobs; a second signal stops it at once.",
    ],
  }),
  worker: command({
    description: "Solve jobs that batches send through a queue, until a signal comes.",
    options: {
      Options: {
        ...QUEUED,
        "--lost-after <seconds>": number(
          "if this worker is silent for this long, its jobs go to other workers",
          ...[1, 3_600, 8],
        ),
        ...JOB_THREADS,
        ...QUIET,
      },
    },
    rules: [requires("--queue", "Give the address of the batch's queue.")],
    epilogue: [
      "Start and stop any number of workers, on any machine, at any time; other workers take over unfinished jobs. A worker needs the batch's version of dfs-lineups.",
    ],
  }),
  key: command({
    description:
      "Make a random API key. Give the key to its user, and the hash to serve, which never needs the key.",
  }),
  init: command({
    description:
      "Write a commented description of portfolio rules to start from, for optimize, build and swap.",
    options: {
      Output: {
        ...sport("the sport whose stacks to show: nfl, nba, nhl, mlb or its name"),
        ...OUTPUT,
      },
    },
  }),
  studio: command({
    description: "Build, simulate and swap lineups in a page that this command serves to your browser.",
    arguments: {
      "[files...]":
        "files to open: a salary or entries file, projections (CSV), rules (YAML), an own contest (JSON)",
    },
    options: {
      Options: {
        "--port <n>": parsed(
          "the port to serve at; 0 takes any free one (default: 4717, or any free one if it is in use). The browser keeps slates by port",
          wholeNumber(0, 65_535),
        ),
        "--no-open": "do not open the browser; print the address only",
      },
    },
    epilogue: [
      "The page reads and solves everything in the browser; nothing is sent anywhere, and only this machine can reach it. The same files are in the package's folder dist/studio, which any web server can serve under any path, and all in one in dist/dfs-lineups.html, which opens by a double click.",
    ],
  }),
  completion: command({
    description: "Print a script that lets a shell complete commands, options and their values.",
    arguments: { "<shell>": { help: "whose script", choices: ["bash", "zsh", "fish"] } },
    epilogue: [
      "bash: put source <(dfs-lineups completion bash) into ~/.bashrc. zsh: the same with zsh into ~/.zshrc, after compinit. fish: dfs-lineups completion fish > ~/.config/fish/completions/dfs-lineups.fish",
    ],
  }),
};

export type CommandName = keyof typeof DEFINITIONS;
export type Options<Name extends CommandName> = OptionsOf<(typeof DEFINITIONS)[Name]>;
export type LineupFormat = Options<"optimize">["format"];
