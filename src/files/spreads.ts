import { type BookName, books, type ProjectionColumn } from "../shared/books.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { headerKey } from "../shared/header-key.ts";
import type { OutcomeKnowledgeInput } from "../shared/schema/options.ts";
import { counted } from "../shared/words.ts";
import type { Correlations } from "../simulation/correlations.ts";
import { readPoints } from "./columns.ts";
import { FileFaults, parseCsv } from "./csv.ts";
import { nameFinderOf } from "./listing-index.ts";
import { percentileOf, projectionColumns } from "./projection-columns.ts";
import type { ProjectionRow } from "./projections.ts";
import type { Slate } from "./slate.ts";

const FLOOR_AND_CEILING = {
  floor: 15,
  ceiling: 85,
  source:
    "FantasyLabs, Understanding Ceiling Projections for NFL DFS Tournaments: a player meets or surpasses his ceiling 15 times of 100 and scores under his floor 15 times; 4for4, NFL DFS Floor & Ceiling Projections: 85% are at least the floor, 15% at least the ceiling.",
} as const;

export function namesBook(header: string): boolean {
  return books.some(({ site }) => headerKey(header).startsWith(site));
}

type Spread = Omit<OutcomeKnowledgeInput, "uuid">;

/** `headers` has the number of players by the columns that gave their spread, such as `"P25", "P75"`. */
export interface Spreads {
  readonly known: readonly OutcomeKnowledgeInput[];
  readonly headers: ReadonlyMap<string, number>;
}

export interface ReadSpreadsOptions {
  readonly file: string;
  readonly book: BookName;
  readonly columns?: Readonly<Partial<Record<ProjectionColumn, string>>> | undefined;
}

interface Cell {
  readonly header: string;
  readonly text: string;
}

/**
 * Reads how the points of players are drawn from their matched rows, by GUID. The spread is from a column of
 * samples (numbers separated by spaces, semicolons or bars), else at least two percentile columns, else a
 * standard deviation, else floor and ceiling. @throws InvalidFileError by line, for cells that are not
 * numbers, and for contradictory numbers.
 */
export function readSpreads(
  rows: ReadonlyMap<string, Pick<ProjectionRow, "line" | "columns">>,
  { file, book, columns }: ReadSpreadsOptions,
): Spreads {
  const faults = new FileFaults(file);
  const usual = projectionColumns(book);
  const keys = new Map(
    SPREADS.map((column) => {
      const names = columns?.[column] === undefined ? usual[column].names : [columns[column]];
      return [column, names.map(headerKey)] as const;
    }),
  );
  const given = new Set([...rows.values()].flatMap((row) => Object.keys(row.columns ?? {})));
  const read = [...keys.values()].flat();
  const facts = new Map(
    [...given].flatMap((header) => {
      const key = headerKey(header);
      const percent = percentileOf(header, book);
      return percent !== null || read.includes(key) ? [[header, { key, percent }] as const] : [];
    }),
  );
  const headers = new Map<string, number>();
  const known = [...rows].flatMap(([uuid, { line, columns: own = {} }]): OutcomeKnowledgeInput[] => {
    const cells = Object.keys(own)
      .filter((header) => facts.has(header))
      .map((header): Cell => ({ header, text: own[header]! }));
    if (cells.length === 0) return [];
    const cellOf = (column: (typeof SPREADS)[number]) =>
      keys
        .get(column)!
        .flatMap((key) => cells.find(({ header }) => facts.get(header)!.key === key) ?? [])
        .at(0);
    const units: Partial<Record<keyof typeof NUMBERS | "cut", number>> = cutOf(cellOf("cut"), line, faults);
    for (const column of NUMBER_COLUMNS) {
      const number = NUMBERS[column].exec(cellOf(column)?.text.trim() ?? "")?.[1];
      if (number !== undefined) units[column] = Number(number);
    }
    const percentOf = (header: string) => facts.get(header)!.percent;
    const found =
      samplesOf(cellOf("samples"), line, faults) ??
      percentilesOf(percentileCells(cells, percentOf), line, faults) ??
      deviationOf(cellOf("deviation"), line, faults) ??
      percentilesOf(
        (["floor", "ceiling"] as const).flatMap((column) => {
          const cell = cellOf(column);
          return cell ? asPercentile(cell, FLOOR_AND_CEILING[column]) : [];
        }),
        line,
        faults,
      );
    if (found !== null) {
      headers.set(found.header, 1 + (headers.get(found.header) ?? 0));
      return [{ uuid, ...found.spread, ...units }];
    }
    return Object.keys(units).length === 0 ? [] : [{ uuid, ...units }];
  });
  faults.throwIfAny();
  return { known, headers };
}

/** Such as 1 in `1`, `L1` or `PP1`. */
const UNIT = /^[A-Za-z ]*([1-9])(?:\.0)?$/;

/** The numbers of lines, power-play units and places in the batting order or at the start; other text is none. */
const NUMBERS = { line: UNIT, powerPlay: UNIT, order: UNIT, start: /^P?([1-9]\d?)(?:\.0)?$/ } as const;
const NUMBER_COLUMNS = Object.keys(NUMBERS) as (keyof typeof NUMBERS)[];

/** Besides percentiles. */
const SPREADS = [...NUMBER_COLUMNS, "cut", "samples", "deviation", "floor", "ceiling"] as const;

/** From 0 to 1, or with a percent sign. */
function cutOf(cell: Cell | undefined, line: number, faults: FileFaults): { cut?: number } {
  if (cell === undefined) return {};
  const isPercent = /%$/.test(cell.text.trim());
  const number = readPoints(cell.text.replace("%", ""), { line, column: cell.header }, faults);
  if (number === null) return {};
  const cut = isPercent ? number / 100 : number;
  if (cut >= 0 && cut <= 1) return { cut };
  faults.add(line, `column ${cell.header}: ${cell.text} is not a chance. Write one from 0 to 1, or with %.`);
  return {};
}

/** Null if the cells give none; `header` lists the columns. */
type Found = { readonly header: string; readonly spread: Spread } | null;

function samplesOf(cell: Cell | undefined, line: number, faults: FileFaults): Found {
  if (cell === undefined) return null;
  const parts = cell.text.split(/[\s;|]+/);
  const samples = parts.flatMap((part) => readPoints(part, { line, column: cell.header }, faults) ?? []);
  if (samples.length < 2) {
    faults.add(line, `column ${cell.header}: has fewer than two samples. Give at least two, or none.`);
    return null;
  }
  return { header: `"${cell.header}"`, spread: { samples } };
}

interface PercentileCell extends Cell {
  readonly at: number;
  /** In notes. */
  readonly label: string;
}

function asPercentile(cell: Cell, at: number): PercentileCell {
  return { ...cell, at, label: `"${cell.header}" (as the ${at}th percentile)` };
}

/** In ascending order. Of two with the same percentile, the one whose header names the book applies. */
function percentileCells(
  cells: readonly Cell[],
  percentOf: (header: string) => number | null,
): PercentileCell[] {
  const byPercentile = new Map<number, PercentileCell>();
  for (const cell of cells) {
    const at = percentOf(cell.header);
    if (at !== null && (!byPercentile.has(at) || namesBook(cell.header)))
      byPercentile.set(at, { ...cell, at, label: `"${cell.header}"` });
  }
  return [...byPercentile.values()].sort((a, b) => a.at - b.at);
}

function percentilesOf(cells: readonly PercentileCell[], line: number, faults: FileFaults): Found {
  if (cells.length < 2) return null;
  const percentiles = cells.flatMap(({ at, header, text }) => {
    const points = readPoints(text, { line, column: header }, faults);
    return points === null ? [] : [{ at, points, header }];
  });
  for (const [index, { header, points }] of percentiles.entries()) {
    const before = percentiles[index - 1];
    if (before === undefined || before.points <= points) continue;
    faults.add(
      line,
      `column ${header}: ${points} is less than the ${before.points} of ${before.header}, a lower percentile. Correct one of them.`,
    );
  }
  return {
    header: cells.map(({ label }) => label).join(", "),
    spread: { percentiles: percentiles.map(({ at, points }) => ({ at, points })) },
  };
}

function deviationOf(cell: Cell | undefined, line: number, faults: FileFaults): Found {
  if (cell === undefined) return null;
  const deviation = readPoints(cell.text, { line, column: cell.header }, faults);
  if (deviation === null) return null;
  if (deviation < 0) {
    faults.add(line, `column ${cell.header}: ${deviation} is below 0. A deviation is 0 or more.`);
    return null;
  }
  return { header: `"${cell.header}"`, spread: { deviation } };
}

/** Null if no column was used. */
export function spreadNote({ headers }: Spreads): string | null {
  if (headers.size === 0) return null;
  const parts = [...headers].map(([header, people]) => `${header} for ${counted(people, "player")}`);
  return `the spread of points is from ${parts.join("; from ")}.`;
}

/** Names are not yet matched to players. */
export interface CorrelationsFile {
  readonly names: readonly string[];
  /** Rows in the order of `names`. */
  readonly matrix: readonly (readonly number[])[];
}

/**
 * Names along the first row from its second cell on, and the same down the first column. An empty cell takes
 * the value of its mirror cell, else 0, or 1 on the diagonal. @throws InvalidFileError with line and column
 */
export function readCorrelationsCsv(input: string | Uint8Array, file: string): CorrelationsFile {
  const [header, ...rows] = parseCsv(input, file);
  const names = header.cells.slice(1);
  if (names.length < 2 || names.includes(""))
    throw new InvalidFileError(
      file,
      header.line,
      "needs two or more names along its first row, and no empty cell among them.",
    );
  if (rows.length !== names.length)
    throw new InvalidFileError(
      file,
      null,
      `has ${rows.length} rows for ${names.length} names. Give a row for each name, in the order of the columns.`,
    );
  const faults = new FileFaults(file);
  const stated = rows.map(({ line, cells }, row) => {
    const name = cells[0]!;
    if (name !== names[row])
      faults.add(
        line,
        `begins with "${name}" instead of "${names[row]}". Give the rows in the order of the first row.`,
      );
    return names.map((column, at) => readPoints(cells[at + 1] ?? "", { line, column }, faults));
  });
  faults.throwIfAny();
  const matrix = stated.map((row, i) => row.map((one, j) => one ?? stated[j]![i] ?? (i === j ? 1 : 0)));
  return { names, matrix };
}

/** `word` names the file's option in errors. @throws InvalidFileError, InvalidRequestError */
export function correlationsOf(
  bytes: Uint8Array,
  file: string,
  slate: Slate,
  word = "correlations",
): Correlations {
  const { names, matrix } = readCorrelationsCsv(bytes, file);
  const find = nameFinderOf(slate);
  return { uuids: names.map((name) => find(name, word).entry.uuid), matrix };
}
