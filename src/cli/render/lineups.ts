import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { uploadCsv, uploadFiles } from "../../files/upload.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { LineupFormat } from "../options/definitions.ts";
import { dollars, pointsText } from "./amounts.ts";
import { csvText } from "./grid.ts";
import { json } from "./json.ts";
import type { LineupRows } from "./lineup-rows.ts";
import { lineupTables } from "./lineup-table.ts";
import type { Look } from "./look.ts";
import { printable } from "./printable.ts";

/** A row for each player of each lineup, for data frames; lineups are counted from 1. */
function longCsv(lineups: readonly LineupRows[]): string {
  return csvText(
    [
      ["lineup", ({ index }) => String(index + 1)],
      ["slot", ({ seat }) => seat.slot],
      ["name", ({ seat }) => seat.name],
      ["id", ({ seat }) => seat.id],
      ["team", ({ seat }) => seat.team],
      ["salary", ({ seat }) => String(seat.salary)],
      ["points", ({ seat }) => String(seat.points)],
    ],
    lineups.flatMap(({ seats }, index) => seats.map((seat) => ({ index, seat }))),
  );
}

/** Lineups as a document, and as rows with names; `rows` are built on request. */
export interface FoundLineups {
  readonly contest: ContestTable;
  readonly document: FantasyLineupDocument;
  readonly rows: () => readonly LineupRows[];
}

/** Options for writing lineups. */
export interface RenderOptions {
  readonly format: LineupFormat;
  /** With csv: a row for each player. */
  readonly long: boolean;
  /** With csv: a byte order mark first. */
  readonly bom: boolean;
  /** With csv: split into texts of at most the book's maximum number of rows. */
  readonly split: boolean;
  readonly look: Look;
}

const BYTE_ORDER_MARK = "\ufeff";

/** The lineups as text, or as several texts for separate files if split. */
export async function renderLineups(found: FoundLineups, options: RenderOptions): Promise<readonly string[]> {
  return RENDERERS[options.format](found, options);
}

type Renderer = (
  found: FoundLineups,
  options: RenderOptions,
) => readonly string[] | Promise<readonly string[]>;

const RENDERERS: { readonly [Format in LineupFormat]: Renderer } = {
  async table({ rows, document }, { look }) {
    const lineups = rows();
    const tables = lineupTables(lineups, look);
    const { portfolio } = document.meta ?? {};
    if (portfolio === undefined) return [tables];
    const { portfolioFigures } = await import("./portfolio-figures.ts");
    return [`${tables}\n${portfolioFigures(portfolio, document, lineups, look)}`];
  },
  compact: ({ rows }) => [compactLines(rows())],
  json: ({ document }) => [json(document)],
  ndjson: ({ rows }) => [ndjsonLines(rows())],
  csv({ contest, rows }, { long, bom, split }) {
    const mark = bom ? BYTE_ORDER_MARK : "";
    if (long) return [mark + longCsv(rows())];
    const lineups = rows().map(uploadLineup);
    const texts = split ? uploadFiles(contest, lineups) : [uploadCsv(contest, lineups)];
    return texts.map((text) => mark + text);
  },
};

function uploadLineup({ seats }: LineupRows) {
  return { slots: seats.map((seat) => ({ slot: seat.slot, players: [seat] })) };
}

/** A JSON object on each line: a lineup's number, totals and players. */
function ndjsonLines(lineups: readonly LineupRows[]): string {
  return lineups
    .map(({ points, salary, cap, seats }, index) => {
      const players = seats.map(({ slot, name, id, team, position, ...seat }) => {
        return { slot, name, id, team, position, salary: seat.salary, points: seat.points };
      });
      return `${JSON.stringify({ lineup: index + 1, points, salary, cap, players })}\n`;
    })
    .join("");
}

/** One line for each lineup: its number, points and salary, and last names in the order of the slots. */
function compactLines(lineups: readonly LineupRows[]): string {
  const shortOf = shortNames(lineups);
  const rows = lineups.map(({ points, salary, seats }, index) => [
    String(index + 1),
    pointsText(points),
    dollars(salary),
    seats.map(({ name, team }) => shortOf.get(personKey({ name, team }))).join(", "),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => `${row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  ")}\n`)
    .join("");
}

interface Person {
  readonly name: string;
  readonly team: string;
}

function personKey({ name, team }: Person): string {
  return `${name}\n${team}`;
}

/** Last names; with the initial if several players share one, and the full name if they share that too. */
function shortNames(lineups: readonly LineupRows[]): ReadonlyMap<string, string> {
  const people = new Map<string, Person>();
  for (const { seats } of lineups) for (const seat of seats) people.set(personKey(seat), seat);
  const forms = (name: string) => {
    const [first = "", ...rest] = printable(name).split(" ");
    return rest.length === 0 ? [first] : [rest.join(" "), `${[...first][0]}. ${rest.join(" ")}`];
  };
  const bearers = new Map<string, number>();
  for (const { name } of people.values())
    for (const form of forms(name)) bearers.set(form, (bearers.get(form) ?? 0) + 1);
  return new Map(
    [...people].map(([key, { name }]) => [key, forms(name).find((form) => bearers.get(form) === 1) ?? name]),
  );
}
