import {
  BOOK_NAMES,
  type Book,
  type BookName,
  bookNamed,
  books,
  type Column,
  PROJECTION_COLUMN_NAMES,
  type ProjectionColumn,
} from "../shared/books.ts";
import { isKnownAfterLock } from "../shared/header-key.ts";
import {
  type ColumnFit,
  type Columns,
  findTable,
  headerKey,
  numberIn,
  readAmount,
  repeatedHeader,
  type Table,
} from "./columns.ts";
import type { CsvRecord } from "./csv.ts";

export const IDENTITY_COLUMNS = [
  ...(["id", "name", "firstName", "lastName", "team", "position", "rosterPosition", "salary"] as const),
];

/** Preferred first, as patterns; case, spaces and punctuation are ignored. */
type Headers = { readonly [Name in ProjectionColumn]?: string };

interface VendorHeaders extends Headers {
  readonly vendor: string;
  readonly ofBook?: Readonly<Record<BookName, Headers>>;
}

export function namesIn(headers = ""): readonly string[] {
  return headers.split(", ").flatMap((pattern) => (pattern === "" ? [] : textsOf(pattern)));
}

/** `[Proj |]Own[|ership]` are `Proj Own`, `Proj Ownership`, `Own` and `Ownership`. */
function textsOf(pattern: string): readonly string[] {
  const [open, close] = [pattern.indexOf("["), pattern.indexOf("]")];
  if (open === -1) return [pattern];
  const rest = textsOf(pattern.slice(close + 1));
  const choices = pattern.slice(open + 1, close).split("|");
  return choices.flatMap((choice) => rest.map((text) => pattern.slice(0, open) + choice + text));
}

/** Each word before and after the book's name or abbreviation, such as `DK Own`, or around it, at `{}`. */
function headersBeside(words: Headers): Readonly<Record<BookName, Headers>> {
  const forms = (word: string) =>
    word.includes("{}") ? [word] : [`{} ${word}`, `${word} {}`, `${word} {} (Mean)`, `{} ${word} (Mean)`];
  const ofBook = ({ site, vendor }: Book): Headers =>
    Object.fromEntries(
      Object.entries(words).map(([column, names]) => [
        column,
        namesIn(names)
          .flatMap(forms)
          .flatMap((form) => [site.toUpperCase(), vendor].map((name) => form.replace("{}", name)))
          .join(", "),
      ]),
    );
  return Object.fromEntries(books.map((book) => [book.name, ofBook(book)]));
}

/** The words before and behind a slot's name, such as `CPT Proj`. */
function ofSlot(slots: string, words: string): string {
  return `[${slots}] [${words}], [${words}] [${slots}]`;
}

const CAPTAIN = "CPT|Captain|MVP";
const FLEX = "Flex|Util|AnyFlex";
const POINTS = "Proj|Projection|Points|Pts|Fpts|FP";
const OWNERSHIP = "Own|Ownership|pOwn|Proj Own|Projected Own|Projected Ownership|Rost";

/**
 * The known headers by vendor. If several of a file's headers match a column, the first in this list applies:
 * a user's own column before the vendor's, a projection before an average. The headers of SaberSim, ETR,
 * LineStar, DailyFantasyFuel, FantasyCruncher and Stokastic are taken from programs that read real exports.
 * Those of RotoGrinders, FantasyLabs and 4for4 are incomplete: only some are named by such programs.
 */
export const VENDOR_HEADERS: readonly VendorHeaders[] = [
  {
    vendor: "one's own",
    points: "My Proj, My Projection, My Points, Custom Projection, Custom Proj",
    ownership: "My Own, My Ownership",
  },
  {
    vendor: "SaberSim",
    id: "DFS ID",
    name: "Name",
    position: "Pos",
    rosterPosition: "Roster Pos",
    points: "SS Proj, SaberSim Proj",
    ownership: "Adj Own, SS Own",
    minimumExposure: "Min Exp",
    maximumExposure: "Max Exp",
    ofBook: { bookA: { deviation: "dk_std" }, bookB: { deviation: "fd_std" } },
  },
  {
    vendor: "FantasyCruncher",
    name: "Player",
    points: "FC Proj, FC Projection",
    ownership: "FC Own, Proj Own%",
    minimumExposure: "Min",
    maximumExposure: "Max",
    deviation: "STDV",
  },
  {
    vendor: "ETR",
    name: "Player",
    points: "ETR Projection, ETR Proj",
    ownership:
      "ETR Ownership, Large Field, Large Field Own, Large Ownership, Total Own[|ership], Own[|ership] Total",
    ofBook: headersBeside({
      id: "ID, Slate ID, Player ID",
      name: "Name, Player",
      position: "Position, Pos",
      salary: "Salary, Sal, Sal ($)",
      points:
        "Projection, Proj, Projected Points, Proj Points, Proj Pts, Proj FPTS, Proj FP, Projected FP, FFPts",
      ownership:
        "Large Ownership, Ownership, Own, Own Pct, pOwn, Proj Own, Projected Ownership, Rost[|er|ered] %",
      deviation: "[Std Dev|Stdev]",
      floor: "Floor[| Proj| Projection]",
      ceiling: "[Ceiling|Ceil][| Proj| Projection]",
    }),
  },
  {
    vendor: "LineStar",
    name: "Name",
    position: "Position",
    points: "Projected",
    ownership: "ProjOwn, Projected Own",
  },
  {
    vendor: "FantasyLabs",
    name: "Player_Name, Player Name",
    points: "projections_proj, Proj Pts, Proj",
    ownership: "projections_projown, Proj Own, Own",
    minimumExposure: "Min Exposure, exposure_min",
    maximumExposure: "Max Exposure, exposure_max",
    floor: "projections_floor",
    ceiling: "projections_ceiling",
  },
  { vendor: "Stokastic", name: "Name", points: "Projection, Fpts", ownership: "Ownership %, Own%" },
  {
    vendor: "RotoGrinders",
    id: "PLAYERID",
    name: "PLAYER",
    position: "POS",
    points: "FPTS, Proj FP",
    ownership: "POWN, Proj_Own, Ownership",
    minimumExposure: "MINEXPOSURE",
    maximumExposure: "MAXEXPOSURE",
  },
  { vendor: "4for4", name: "Player", points: "FFPts, FF Pts, Proj FFPts", ownership: "Own Proj" },
  {
    vendor: "DailyFantasyFuel",
    firstName: "first_name",
    lastName: "last_name",
    points: "ppg_projection",
    ownership: "ownership_projection",
  },
  {
    vendor: "the books",
    id: "ID, Player ID",
    name: "Nickname, Name + ID",
    team: "TeamAbbrev",
    position: "Position",
    rosterPosition: "Roster Position",
  },
  {
    vendor: "anyone",
    id: "Site ID",
    name: "Full Name, Athlete, Golfer, Driver, Fighter",
    firstName: "First, First Name, Given Name",
    lastName: "Last, Last Name, Surname",
    team: "Team, Team Abbreviation, Tm, Teams",
    position: "Positions",
    rosterPosition: "Roster Slot, Slot",
    salary: `Salary, Sal, Cost, Price, ${ofSlot(FLEX, "Salary|Sal")}`,
    points: `Projections, [Proj|Projected|Exp|Expected] [Points|Pts|Fpts|FP|Fantasy Points], [Final|Adj|Adjusted] [Proj|Projection|Points], [Fantasy |][Points|Pts], FP, xFP, [Mean|Median|Avg] [Proj|Projection|Fpts|Points], Mean, Median, Total [Points|Pts], Scoring Points, ${ofSlot(FLEX, POINTS)}, FPPG, AvgPointsPerGame`,
    ownership: `[|p|Proj |Projected |Exp |Expected ][Own|Ownership|Rost|Rostered|Rostership], [Final|Adj|Avg|Field] [Own|Ownership], Own Projection, [Own|Ownership|Rost] Pct, RST%, Roster %, Public %, Owned, ${ofSlot(FLEX, OWNERSHIP)}`,
    captainPoints: ofSlot(CAPTAIN, POINTS),
    captainOwnership: ofSlot(CAPTAIN, OWNERSHIP),
    minimumExposure: "Min[|imum] Exposure, Min %, Min Exp %, Min Exposure %",
    maximumExposure: "Max[|imum] Exposure, Max %, Max Exp %, Max Exposure %",
    deviation: "Std Dev, Standard Deviation, Deviation, Stdv, Stdev, Std",
    floor: "[|Proj |Projected ]Floor, Floor [Proj|Projection|FP|Fpts|Pts|Points]",
    ceiling: "[|Proj |Projected ][Ceiling|Ceil], [Ceiling|Ceil] [Proj|Projection|FP|Fpts|Pts|Points]",
    samples: "Samples, Simulated Points",
    line: "Line, Line #, Even Strength Line",
    powerPlay: "PP, PP Line, PP Unit, Power Play, Power Play Unit",
    order: "Batting Order, Order, Lineup Order, Batting Order (Confirmed)",
    start: "Start, Starting Position",
    cut: "Make Cut, Make Cut Odds, Make Cut %, Cut Odds",
    finish: "Finish Points, Finish Pts",
    ofBook: headersBeside({
      points: "FPTS, FP, Fantasy Points, Points, Pts, [Predicted|Projected] {} Points, Mean, Median",
    }),
  },
];

/** The header of a column that a user names instead of the known ones. */
export type AskedColumns = Readonly<Partial<Record<ProjectionColumn, string>>>;

/** In place of a header: the file has no such column, whatever its headers seem to say. */
const NO_COLUMN = "none";

/** The most entries for which we assume that a vendor's ownership of small fields is meant; no vendor says. */
export const SMALL_FIELD = 2_000;

/**
 * The known headers of each column of a projections file; `asked` replaces them. Headers for one book apply
 * only to that book, and then precede the vendor's general ones; without a given book they come last. The
 * contest's size decides between the ownership of large and small fields.
 */
export function projectionColumns(
  book: BookName | undefined,
  asked: AskedColumns = {},
  fieldSize = Number.POSITIVE_INFINITY,
): Record<ProjectionColumn, Column> {
  const columnOf = (column: ProjectionColumn): Column => {
    const named = asked[column];
    if (named !== undefined && named !== NO_COLUMN) return { names: [named], required: true };
    const known = VENDOR_HEADERS.flatMap(({ ofBook, ...headers }) => [
      ...namesIn(book && ofBook?.[book]?.[column]),
      ...namesIn(headers[column]),
    ]);
    const ofEither = VENDOR_HEADERS.flatMap(({ ofBook }) =>
      BOOK_NAMES.flatMap((name) => namesIn(ofBook?.[name]?.[column])),
    );
    const all = book === undefined ? [...known, ...ofEither] : known;
    const small = all.flatMap((name) => (name.includes("Large") ? name.replace("Large", "Small") : []));
    const names = fieldSize <= SMALL_FIELD ? [...small, ...all] : [...all, ...small];
    return { names: named === NO_COLUMN ? [] : [...new Set(names)], required: column === "points" };
  };
  return Object.fromEntries(PROJECTION_COLUMN_NAMES.map((name) => [name, columnOf(name)])) as Record<
    ProjectionColumn,
    Column
  >;
}

export function optionalColumns<Key extends string>(columns: Columns<Key>): Columns<Key> {
  const all = Object.entries<Column | undefined>(columns);
  return Object.fromEntries(
    all.map(([key, column]) => [key, { ...column, required: false }]),
  ) as Columns<Key>;
}

/** Null without names or ids. */
export function playersTable(
  records: readonly CsvRecord[],
  columns: Columns<ProjectionColumn>,
  fitOf?: ColumnFit<ProjectionColumn>,
): Table<ProjectionColumn> | null {
  const table = findTable(records, columns, fitOf);
  const { id, name, firstName, lastName } = table?.at ?? {};
  const isNamed = (name ?? id) !== undefined || (firstName !== undefined && lastName !== undefined);
  return isNamed ? table : null;
}

/** Headers of exposures that may also mean minutes or points, normalized, each with its partner. */
const AMBIGUOUS_EXPOSURES: Readonly<Record<string, string>> = { min: "max", max: "min" };

/** Whether a column named `Min` or `Max` has exposures, by its cells and the other columns of its file. */
export function isExposure(header: string, columns: ReadonlyMap<string, readonly string[]>): boolean {
  const partner = AMBIGUOUS_EXPOSURES[headerKey(header)];
  if (partner === undefined) return true;
  const keyed = new Map([...columns].map(([name, cells]) => [headerKey(name), cells]));
  const cells = keyed.get(headerKey(header)) ?? [];
  if (cells.some((cell) => cell.includes("%")) || /%/.test(header)) return true;
  const both = keyed.has(partner) ? [...cells, ...keyed.get(partner)!] : null;
  return both !== null && (keyed.has("fcproj") || both.every((cell) => (numberIn(cell) ?? 0) <= 1));
}

/** Words, normalized, of stats that stand beside points scored in a game, which are no fantasy points. */
const BOX_SCORE: ReadonlySet<string> = new Set(
  namesIn(
    "reb, rebs, rebounds, trb, rb, ast, asts, assist, assists, a, g, goal, goals, stl, stls, steals, blk, blks, blocks",
  ),
);

const FEWEST_SIBLINGS = 2;

/** Whether a header such as `Proj PTS` is a stat of a box score, beside `Proj REB` and `Proj AST`. */
function isBoxScore(header: string, headings: readonly string[]): boolean {
  const [, before, after] = /^(.*?)(?:points|pts)(.*)$/.exec(headerKey(header)) ?? [];
  if (before === undefined || after === undefined) return false;
  const siblings = headings.filter((heading) => {
    const key = headerKey(heading);
    const stat = key.slice(before.length, key.length - after.length);
    return key === before + stat + after && BOX_SCORE.has(stat);
  });
  return siblings.length >= FEWEST_SIBLINGS;
}

/** Such as `DraftKings:`. */
function bookOfSection(heading: string): BookName | undefined {
  if (!heading.endsWith(":")) return undefined;
  return books.find(({ vendor, site }) => [vendor.toLowerCase(), site].includes(headerKey(heading)))?.name;
}

/** Which of the columns with the same header this is, from 0. */
function occurrenceOf(index: number, headings: readonly string[]): number {
  const header = repeatedHeader(headings[index]!, headings);
  return headings.slice(0, index).filter((one) => repeatedHeader(one, headings) === header).length;
}

export function isRepeated(index: number, headings: readonly string[]): boolean {
  const header = repeatedHeader(headings[index]!, headings);
  return headings.some((one, other) => other !== index && repeatedHeader(one, headings) === header);
}

/** Of groups of equal headers, such as one for each book, the one with the slate's salaries; null if none has. */
function groupOfSalaries(
  headings: readonly string[],
  below: readonly CsvRecord[],
  salaries: ReadonlySet<number>,
): number | null {
  const known = projectionColumns(undefined).salary.names.map(headerKey);
  const shares = [...headings.keys()]
    .filter((index) => known.includes(headerKey(repeatedHeader(headings[index]!, headings))))
    .map((index) => {
      const amounts = below.flatMap(({ cells }) => readAmount(cells[index] ?? "") ?? []);
      const paid = amounts.filter((amount) => salaries.has(amount)).length;
      return {
        group: occurrenceOf(index, headings),
        share: amounts.length === 0 ? 0 : paid / amounts.length,
      };
    })
    .sort((a, b) => b.share - a.share);
  const [best, next] = shares;
  return best !== undefined && next !== undefined && best.share > next.share ? best.group : null;
}

/** Points that include those for the finish. */
const TOTAL = /^total(?:points|pts|fpts)$/;

/**
 * How well a cell fits a column; a column that the user named is the user's decision. `salaries`: those of the
 * slate, which decide between columns with the same header.
 */
export function projectionFit(
  book: BookName | undefined,
  asked: AskedColumns = {},
  salaries: ReadonlySet<number> = new Set(),
): ColumnFit<ProjectionColumn> {
  return (column, index, headings, below) => {
    if (asked[column] !== undefined) return "fits";
    if (salaries.size > 0 && isRepeated(index, headings)) {
      const group = groupOfSalaries(headings, below, salaries);
      if (group !== null && group !== occurrenceOf(index, headings)) return "is-other";
    }
    const section = headings.slice(0, index).findLast((heading) => bookOfSection(heading) !== undefined);
    if (book !== undefined && section !== undefined && bookOfSection(section) !== book) return "is-other";
    const heading = headings[index]!;
    if (column === "points") return isBoxScore(heading, headings) ? "last-resort" : "fits";
    if (column === "finish" && headings.some((one) => TOTAL.test(headerKey(one)))) return "is-other";
    if (column !== "minimumExposure" && column !== "maximumExposure") return "fits";
    if (AMBIGUOUS_EXPOSURES[headerKey(heading)] === undefined) return "fits";
    const cellsOf = (at: number) => below.map(({ cells }) => cells[at] ?? "");
    return isExposure(heading, new Map(headings.map((name, at) => [name, cellsOf(at)])))
      ? "fits"
      : "is-other";
  };
}

/** Without floating-point errors. */
export function toPercent(share: number, scale: 1 | 100): number {
  return scale === 1 ? share : Math.round(share * scale * 1e8) / 1e8;
}

/** Maximum exposures of 0 for all players would forbid every player, so they mean no limit. */
export function allZero(shares: readonly (number | null)[]): boolean {
  return shares.length > 0 && shares.every((share) => share === 0);
}

/** Matches `dk_25_percentile`, `25th Percentile`, `90th Pct`, `85th`, `P90`, `dk_p90`, without punctuation. */
const PERCENTILE =
  /^(?<site>[a-z]*?)(?:p(\d{2})|(\d\d)th|(\d{1,2})(?:st|nd|rd|th)?(?:percentile|pctile|pctl|pct)|percentile(\d{1,2}))$/;

/** Null for other headers, and for those of another book. */
export function percentileOf(header: string, book: BookName): number | null {
  const found = PERCENTILE.exec(headerKey(header));
  if (found === null) return null;
  const [, site, ...numbers] = found;
  const isOfAll = site === "" || site === "points" || site === "proj" || site === "fpts";
  if (!isOfAll && site !== bookNamed(book).site && site !== bookNamed(book).vendor.toLowerCase()) return null;
  const at = Number(numbers.find((number) => number !== undefined));
  return at > 0 ? at : null;
}

/** Headers of columns, normalized, that lock or exclude a player. */
export const MARKS = {
  locked: ["lock", "locked"],
  excluded: ["exclude", "excluded", "ban", "banned"],
} as const;

type Shape = (value: number, points: number) => boolean;

const isShare: Shape = (value) => value >= 0 && value <= 100;

/**
 * What a column may be whose header is not known: words of its header, normalized, and the shape of most of its
 * values beside the row's points. The first that fits applies.
 */
const LOOKS: readonly (readonly [column: ProjectionColumn, words: RegExp, shape: Shape])[] = [
  ["minimumExposure", /^min.*exp|exp.*min/, isShare],
  ["maximumExposure", /exposure|^max.*exp/, isShare],
  ["ownership", /(?<!touchd)own(?!side|ers?$)|rost(?!er)|rostered|public|drafted|^field$/, isShare],
  ["ceiling", /ceil|upside|boom|bestcase/, (value, points) => value >= points],
  ["floor", /floor|downside|worstcase/, (value, points) => value <= points],
  ["deviation", /^std|std$|stdev|stddev|deviation|sigma|volatility|^sd$/, (value) => value >= 0],
  [
    "salary",
    /sal(?:ary)?$|^salary|cost$|price$|^(?:dk|fd)$/,
    (value) => value >= 10 && Number.isInteger(value),
  ],
  ["id", /id$/, (value) => value >= 1_000 && Number.isInteger(value)],
  [
    "points",
    /^(?!.*(?:vegas|opp|imp|act|avg|team|live|value|val|rank|diff|finish)).*(?:fpts?|points|pts|proj|projections?|projected)$/,
    (value) => Math.abs(value) < 1_000,
  ],
];

const OF_CAPTAIN = /^(?:cpt|captain|mvp)|(?:cpt|captain|mvp)$/;
const AS_CAPTAIN: Readonly<Partial<Record<ProjectionColumn, ProjectionColumn>>> = {
  points: "captainPoints",
  ownership: "captainOwnership",
};
/** Averages of past games, and quotients and differences such as `FPTS/$` and `Proj+/-`. */
const NEVER_LIKE = /^avg|fppg|ppg$|[/±]/i;

/** Of the cells that are not empty. */
const SHAPE_SHARE = 0.8;

export interface ColumnLike {
  readonly header: string;
  readonly as: ProjectionColumn;
}

/** The columns at `unused` that look like a column that is read, by words of the header and shape of the cells. */
export function columnsLike(
  { header: { cells: headings }, below, at }: Table<string>,
  unused: readonly number[],
  book: BookName | undefined,
): ColumnLike[] {
  const columns = projectionColumns(book);
  const fitOf = projectionFit(book);
  const amountIn = (cell = "") => {
    const plain = cell.replace(/[$%\s]/g, "");
    return numberIn(/^\d{1,3}(,\d{3})+$/.test(plain) ? plain.replaceAll(",", "") : plain);
  };
  const sites = books.filter(({ name }) => name !== book).flatMap(({ site, vendor }) => [site, vendor]);
  return unused.flatMap((index): ColumnLike[] => {
    const header = headings[index]!;
    const key = headerKey(header);
    if (isKnownAfterLock(key) || isBoxScore(header, headings) || AMBIGUOUS_EXPOSURES[key] !== undefined)
      return [];
    if (NEVER_LIKE.test(header)) return [];
    if (book !== undefined && sites.some((site) => key.startsWith(site.toLowerCase()))) return [];
    const rows = below.flatMap(({ cells }) => {
      const value = amountIn(cells[index]);
      return value === null ? [] : [{ value, points: amountIn(cells[at["points"] ?? -1]) ?? 0 }];
    });
    if (rows.every(({ value }) => value === 0)) return [];
    const plain = key.replace(OF_CAPTAIN, "");
    const [like] =
      LOOKS.find(
        ([as, words, shape]) =>
          fitOf(as, index, headings, below) !== "is-other" &&
          (words.test(plain) || columns[as].names.some((name) => headerKey(name) === plain)) &&
          rows.filter(({ value, points }) => shape(value, points)).length >= SHAPE_SHARE * rows.length,
      ) ?? [];
    const as = like && (plain === key ? like : AS_CAPTAIN[like]);
    return as === undefined ? [] : [{ header, as }];
  });
}
