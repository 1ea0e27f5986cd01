import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import { captainTest, peopleIn } from "../../report/people.ts";
import { groupBy } from "../../shared/collections.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { dollars, pointsText } from "../../shared/words.ts";
import type { LineupFormat } from "../options/definitions.ts";
import { type Column, csvText, grid } from "./grid.ts";
import { json, type Look, printable, styled } from "./text.ts";

/** The player in one seat; salary and points are those of the seat, multiplied for a captain. */
interface SeatRow {
  readonly slot: string;
  readonly id: string;
  /** For slots other than captain; null if the pool does not come from the book's file. */
  readonly bookId: string | null;
  readonly captainBookId: string | null;
  readonly name: string;
  readonly team: string;
  readonly position: string;
  readonly salary: number;
  readonly points: number;
  /** The percentage of the field's lineups that have the player. */
  readonly ownership?: number | undefined;
}

export interface LineupRows {
  readonly seats: readonly SeatRow[];
  readonly salary: number;
  /** The salary cap; null in a contest without one, whose players have no salaries. */
  readonly cap: number | null;
  readonly points: number;
  readonly drawn?: number | undefined;
  readonly optimal?: number | undefined;
}

function lineupRows(
  document: FantasyLineupDocument,
  { players, teams = [] }: Pick<LineupRequestInput, "players" | "teams">,
  named: readonly Resource[],
  { contest, field }: Pick<FoundLineups, "contest" | "field">,
): LineupRows[] {
  const people = peopleIn(document.included ?? [], named);
  const isCaptain = captainTest(contest);
  const captainSalaries = new Map([
    ...players.map(({ player, captainSalary }) => [player.toLowerCase(), captainSalary] as const),
    ...teams.map(({ team, captainSalary }) => [team.toLowerCase(), captainSalary] as const),
  ]);

  // Thousands of lineups share the same few players, with the same values in the same slot.
  const known = new Map<string, SeatRow>();
  const seatRow = (slot: string, { uuid, points }: { readonly uuid: string; readonly points: number }) => {
    const key = `${slot} ${uuid}`;
    let row = known.get(key);
    if (row === undefined) {
      const { attributes, ...person } = people.person(uuid, isCaptain(slot));
      const salary = isCaptain(slot) ? captainSalaries.get(uuid)! : Number(attributes["dfsSalary"]);
      const ownership = field?.shares.get(uuid);
      row = { slot, ...person, position: String(attributes["dfsPosition"]), salary, points, ownership };
      known.set(key, row);
    }
    return row;
  };

  return document.data.map(({ attributes }) => ({
    seats: Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
      seats.map((seat) => seatRow(slot, seat)),
    ),
    salary: attributes.salaryTotal,
    cap: attributes.salaryCap,
    points: attributes.points,
    drawn: attributes.pointsDrawn,
    optimal: attributes.optimalShare,
  }));
}

const TITLES = ["Slot", "Name", "Team", "Position", "Salary", "Points", "Field"];
const NAME = 1;
const TEAM = 2;
const SALARY = 4;
const FIELD = 6;

const SHORTEST_NAME = 12;

export function lineupTables(lineups: readonly LineupRows[], look: Look, isEstimated = false): string {
  // Thousands of lineups share the same few players: lay out each distinct row once.
  const lineOf = new Map<string, number>();
  const rows: (readonly string[])[] = [];
  const blocks = lineups.map((lineup) =>
    rowsOf(lineup).map((row) => {
      const key = row.join("\n");
      const line = lineOf.get(key) ?? rows.push(row) - 1;
      lineOf.set(key, line);
      return line;
    }),
  );
  // Golfers and drivers have no team in some files, and players of contests without a cap no salary.
  const named = TITLES.with(FIELD, isEstimated ? "Estimated" : "Field");
  const columns = named
    .map(
      (title, at): Column<readonly string[]> => [
        title,
        (row) => row[at]!,
        at >= SALARY ? "right" : undefined,
      ],
    )
    .filter((_, at) => ![TEAM, SALARY, FIELD].includes(at) || rows.some((row) => row[at] !== ""));
  const [titles, rule, ...lines] = grid(columns, withNamesCut(rows, look.width), look).split("\n");
  return blocks
    .map((block, index) => {
      const seats = block.map((line) => lines[line]!);
      const total = styled("total", seats.pop()!, look);
      const title = styled("title", heading(lineups, index), look);
      return `${[title, "", titles, rule, ...seats, rule, total].join("\n")}\n`;
    })
    .join("\n");
}

function heading(lineups: readonly LineupRows[], index: number): string {
  const { points, drawn, optimal, salary, cap } = lineups[index]!;
  const asDrawn = drawn === undefined ? "" : ` (${pointsText(drawn)} as drawn)`;
  const best = optimal === undefined ? "" : `, best in ${(100 * optimal).toFixed(2)}% of draws`;
  return `Lineup ${index + 1} of ${lineups.length}: ${pointsText(points)} points${asDrawn}${best}${cap === null ? "" : `, ${dollars(salary)} of ${dollars(cap)}`}`;
}

function withNamesCut(rows: readonly (readonly string[])[], width: number): (readonly string[])[] {
  const longest = TITLES.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => printable(row[column]!).length)),
  );
  const excess = longest.reduce((sum, one) => sum + one + 2, -2) - width;
  const most = Math.max(SHORTEST_NAME, longest[NAME]! - Math.max(0, excess));
  const cut = (name: string) => (name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name);
  return rows.map((row) => row.with(NAME, cut(printable(row[NAME]!))));
}

function rowsOf({ seats, salary, cap, points }: LineupRows): string[][] {
  const cost = (amount: number) => (cap === null ? "" : dollars(amount));
  return [
    ...seats.map((seat) => [
      seat.slot,
      seat.name,
      seat.team,
      seat.position,
      cost(seat.salary),
      pointsText(seat.points),
      seat.ownership === undefined ? "" : shareText(seat.ownership),
    ]),
    ["Total", "", "", "", cost(salary), pointsText(points), totalOf(seats)],
  ];
}

function shareText(percent: number): string {
  return `${percent.toFixed(1)}%`;
}

function totalOf(seats: LineupRows["seats"]): string {
  const shares = seats.flatMap(({ ownership }) => ownership ?? []);
  return shares.length === 0 ? "" : shareText(shares.reduce((sum, one) => sum + one, 0));
}

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

/** The percentage of opponents' lineups that have each player, by GUID. */
export interface FieldShares {
  readonly shares: ReadonlyMap<string, number>;
  readonly isEstimated: boolean;
}

export interface FoundLineups {
  readonly contest: ContestTable;
  readonly document: FantasyLineupDocument;
  readonly rows: () => readonly LineupRows[];
  /** The ownership of the players, if it is shown. */
  readonly field?: FieldShares | undefined;
}

export function foundIn(
  document: FantasyLineupDocument,
  body: Pick<LineupRequestInput, "players" | "teams">,
  named: readonly Resource[],
  contest: ContestTable,
  field?: FieldShares | undefined,
): FoundLineups {
  return { contest, document, field, rows: () => lineupRows(document, body, named, { contest, field }) };
}

export interface RenderOptions {
  readonly format: LineupFormat;
  readonly long?: boolean | undefined;
  readonly bom?: boolean | undefined;
  /** Whether csv is split into texts with at most as many rows as the book takes. */
  readonly split: boolean;
  readonly look: Look;
}

const BYTE_ORDER_MARK = "\ufeff";

export async function renderLineups(found: FoundLineups, options: RenderOptions): Promise<readonly string[]> {
  return RENDERERS[options.format](found, options);
}

type Renderer = (
  found: FoundLineups,
  options: RenderOptions,
) => readonly string[] | Promise<readonly string[]>;

const RENDERERS: { readonly [Format in LineupFormat]: Renderer } = {
  async table({ rows, document, field }, { look }) {
    const lineups = rows();
    const tables = lineupTables(lineups, look, field?.isEstimated);
    const { portfolio } = document.meta ?? {};
    if (portfolio === undefined) return [tables];
    const { portfolioFigures } = await import("./portfolio-figures.ts");
    return [`${tables}\n${portfolioFigures(portfolio, document, lineups, look)}`];
  },
  compact: ({ rows }) => [compactLines(rows())],
  json: ({ document }) => [json(document)],
  ndjson: ({ rows }) => [ndjsonLines(rows())],
  async csv({ contest, rows }, { long, bom, split }) {
    const mark = bom ? BYTE_ORDER_MARK : "";
    if (long) return [mark + longCsv(rows())];
    const { uploadCsv, uploadFiles } = await import("../../files/upload.ts");
    const lineups = rows().map(({ seats }) => ({
      slots: seats.map((seat) => ({ slot: seat.slot, players: [seat] })),
    }));
    const texts = split ? uploadFiles(contest, lineups) : [uploadCsv(contest, lineups)];
    return texts.map((text) => mark + text);
  },
};

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

function compactLines(lineups: readonly LineupRows[]): string {
  const shortOf = shortNames(lineups);
  const rows = lineups.map(({ points, salary, cap, seats }, index) => [
    String(index + 1),
    pointsText(points),
    ...(cap === null ? [] : [dollars(salary)]),
    seats.map((seat) => shortOf.get(personKey(seat))).join(", "),
  ]);
  const figures = (rows[0]?.length ?? 1) - 1;
  const widths = Array.from({ length: figures }, (_, column) =>
    Math.max(...rows.map((row) => row[column]!.length)),
  );
  return rows
    .map((row) => `${row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  ")}\n`)
    .join("");
}

function personKey({ name, team }: Pick<SeatRow, "name" | "team">): string {
  return `${name}\n${team}`;
}

/** By `personKey`: `Smith`; `J. Smith` if there are several Smiths; else the full name. */
function shortNames(lineups: readonly LineupRows[]): ReadonlyMap<string, string> {
  const people = new Map(lineups.flatMap(({ seats }) => seats.map((seat) => [personKey(seat), seat])));
  const forms = (name: string) => {
    const [first = "", ...rest] = printable(name).split(" ");
    return rest.length === 0 ? [first] : [rest.join(" "), `${[...first][0]}. ${rest.join(" ")}`];
  };
  const all = [...people.values()].flatMap(({ name }) => forms(name));
  const bearers = groupBy(all, (form) => form);
  return new Map(
    [...people].map(([key, { name }]) => [
      key,
      forms(name).find((form) => bearers.get(form)!.length === 1) ?? name,
    ]),
  );
}
