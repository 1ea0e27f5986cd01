import { readFile } from "node:fs/promises";
import type { Catalog } from "../../../contests/catalog/catalog.ts";
import type { ContestTable } from "../../../contests/constraints/readers/contest-table.ts";
import { decodeText } from "../../../files/csv.ts";
import { pastContest } from "../../../files/entries/past-contest.ts";
import { playerFinder, readStandingsTables } from "../../../files/entries/read-standings.ts";
import { readPayoutsCsv } from "../../../files/payouts.ts";
import { AVERAGES_NOTE } from "../../../files/slate.ts";
import { ownershipsOf, readSlateFiles, type SlatePoints } from "../../../files/slate-files.ts";
import { unreadableFile } from "../../../platform/node/catalog.ts";
import { unzippedCsv } from "../../../platform/node/unzip.ts";
import { readPortfolio } from "../../../portfolio/read-portfolio.ts";
import { InvalidFileError } from "../../../shared/errors.ts";
import { headerKey } from "../../../shared/header-key.ts";
import { type Payouts, payoutsSchema } from "../../../shared/schema/contest-play.ts";
import { parseInput } from "../../../shared/schema/parse.ts";
import type { BacktestSlate } from "../../../simulation/backtest/backtest.ts";
import { areResults, isKnownAfterLock } from "../../../simulation/backtest/leakage.ts";
import {
  checkPastContest,
  type PastPlayer,
  type PointsOfSeat,
  pointsFinder,
} from "../../../simulation/backtest/past-contest.ts";
import { prizesOf } from "../../../simulation/contest/prizes.ts";
import type { ManifestSlate } from "./manifest.ts";

/** A contest of the history, ready to enter lineups into it. */
export interface PastSlate {
  readonly facts: Omit<BacktestSlate, "cash">;
  /** The opponents' points in hundredths. */
  readonly field: readonly number[];
  readonly payouts: Payouts | null;
  /** The points of a player, named by GUID, in a slot. */
  readonly pointsOf: PointsOfSeat;
}

/**
 * Reads a past contest, and refuses projections that hold its results. `users` are one's own accounts.
 * @throws InvalidFileError, InvalidRequestError
 */
export async function readPastSlate(
  given: ManifestSlate,
  users: readonly string[],
  catalog: Catalog,
): Promise<PastSlate> {
  const { id, book, contest: contestName, columns } = given;
  const files = {
    salaries: await named(given.salaries),
    projections: given.projections === undefined ? undefined : await named(given.projections),
  };
  const read = await readSlateFiles(files, { book, contest: contestName, columns }, catalog);
  const { slate, points } = read;
  const table = catalog.contest(slate.sport, slate.book, slate.contest);
  const { bytes, file } = await named(given.standings);
  const tables = readStandingsTables(unzippedCsv(bytes, file), file);
  if (tables === null || tables.entries.length === 0)
    throw new InvalidFileError(file, null, "has no entries. Give the standings that the book exports.");
  if (tables.players.length === 0)
    throw new InvalidFileError(file, null, "has no points of players. Give an export with a column FPTS.");
  const past = pastContest(tables, table);
  const find = playerFinder(slate);
  const players = past.players.flatMap((player): PastPlayer[] => {
    const uuid = find(player.name);
    return uuid === null ? [] : [{ ...player, name: uuid }];
  });
  if (points !== undefined) refuseLeaks(given.projections!, points, players);
  const own = new Set(users.map((user) => user.toLowerCase()));
  const opponents = past.entries.filter(({ user }) => user === null || !own.has(user.toLowerCase()));
  const field = opponents.map(({ hundredths }) => hundredths ?? 0);
  return {
    facts: {
      id,
      ...contestFacts(table),
      opponents: field.length,
      removed: past.entries.length - field.length,
      check: checkPastContest(past, table.slots),
      columns: points === undefined ? [AVERAGES_NOTE] : columnsOf(points),
      first: field.reduce((most, one) => Math.max(most, one), 0),
    },
    field,
    payouts: await payoutsOf(given),
    pointsOf: pointsFinder(players, table.slots),
  };
}

function contestFacts({ sport, book, contest }: ContestTable) {
  return { sport, book, contest };
}

async function named(file: string) {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw unreadableFile(file, cause);
  });
  return { file, bytes };
}

/** The columns that were read, in words. */
function columnsOf({ files }: SlatePoints): string[] {
  return files.flatMap(({ columns }) => columns ?? []);
}

/** @throws InvalidFileError for projections with results of the contest */
function refuseLeaks(file: string, points: SlatePoints, players: readonly PastPlayer[]): void {
  for (const [, header] of columnsOf(points)
    .join(" ")
    .matchAll(/"([^"]+)"/g))
    if (isKnownAfterLock(headerKey(header!)))
      throw new InvalidFileError(
        file,
        null,
        `column ${header} is known only after lock, and may not be used. Name another one under columns.`,
      );
  const scored = new Map(players.map(({ name, hundredths }) => [name, (hundredths ?? 0) / 100]));
  if (areResults(points.points, scored))
    throw new InvalidFileError(
      file,
      null,
      "has the points that players scored in the contest. Give the projections from before lock, or name their column under columns.",
    );
  const drafted = new Map(players.map(({ name, drafted: percent }) => [name, percent ?? 0]));
  if (areResults(ownershipsOf(points), drafted))
    throw new InvalidFileError(
      file,
      null,
      "has the actual ownership of the contest. Give the projected one, or leave it out.",
    );
}

async function payoutsOf({ payouts, fee }: ManifestSlate): Promise<Payouts | null> {
  if (payouts === undefined) return null;
  if (typeof payouts !== "string") return payouts;
  const { bytes, file } = await named(payouts);
  if (/\.csv$/i.test(file)) return readPayoutsCsv(bytes, file, fee);
  const { portfolio: described } = await readPortfolio(decodeText(bytes), { file });
  return parseInput(payoutsSchema, described, { parameter: "payouts" });
}

/** The prizes in cents of a contest with this many entries; none if its payouts are unknown. */
export function prizesIn({ payouts }: PastSlate, entries: number): Float64Array {
  return payouts === null ? new Float64Array(0) : prizesOf(payouts, entries);
}
