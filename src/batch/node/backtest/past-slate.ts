import type { Catalog } from "../../../contests/catalog/catalog.ts";
import type { ContestTable } from "../../../contests/constraints/readers/contest-table.ts";
import { type DrawnPointsOfFiles, readDrawnPoints } from "../../../files/drawn-points.ts";
import { readPastContest } from "../../../files/entries/read-standings.ts";
import { readAliasesCsv } from "../../../files/listing-index.ts";
import { readPayouts } from "../../../files/payouts-csv.ts";
import { AVERAGES_NOTE } from "../../../files/slate.ts";
import {
  inputsOfFiles,
  ownershipsOf,
  type ReadSlateFiles,
  readSlateFiles,
} from "../../../files/slate-files.ts";
import type { PastSlate } from "../../../optimizer/contract.ts";
import { readNamedFile as named } from "../../../platform/node/catalog.ts";
import { unzippedCsv } from "../../../platform/node/unzip.ts";
import { InvalidFileError } from "../../../shared/errors.ts";
import { headerKey, isKnownAfterLock } from "../../../shared/header-key.ts";
import { isPayoutShape, type Payouts, payoutsSchema } from "../../../shared/schema/contest-play.ts";
import { parseInput } from "../../../shared/schema/parse.ts";
import { leakIn, type PastContest } from "../../../simulation/backtest/past-contest.ts";
import type { ManifestSlate } from "./manifest.ts";

export interface ReadPastSlate {
  readonly request: PastSlate;
  readonly table: ContestTable;
}

/** `users` are your own accounts, which are not opponents. @throws InvalidFileError, InvalidRequestError */
export async function readPastSlate(
  given: ManifestSlate,
  users: readonly string[],
  catalog: Catalog,
): Promise<ReadPastSlate> {
  const { id, book, contest: contestName, columns, cap } = given;
  const projections = await Promise.all([given.projections ?? []].flat().map(named));
  const names = given.aliases === undefined ? undefined : await named(given.aliases);
  const aliases = names && readAliasesCsv(names.bytes, names);
  const read = await readSlateFiles(
    {
      salaries: await named(given.salaries),
      projections: projections.length === 0 ? undefined : projections,
    },
    { book, contest: contestName, columns, past: true, aliases },
    catalog,
  );
  const { slate, points } = read;
  const table = catalog.contest(slate.sport, slate.book, slate.contest);
  const { bytes, file } = await named(given.standings);
  const past = readPastContest(unzippedCsv(bytes, file), { file, slate, catalog });
  const draws = given.drawsFile === undefined ? undefined : await named(given.drawsFile);
  const { notes, ...drawn } = readDrawnPoints(read, {
    ...{ file: baseName((projections[0] ?? { file: given.salaries }).file), columns, aliases },
    draws: draws && { ...draws, file: baseName(draws.file) },
  });
  refuseLeaks(given, read, past);
  const { facts, ...inputs } = inputsOfFiles(read, cap);
  return {
    table,
    request: {
      ...{ ...inputs, facts, id, past, users },
      ...drawn,
      ownership: [...ownershipsOf(points)].map(([uuid, percent]) => ({ uuid, percent })),
      payouts: await payoutsOf(given),
      columns: columnsUsed(read, drawn, notes),
    },
  };
}

function columnsUsed(
  { points }: ReadSlateFiles,
  { known = [] }: Pick<DrawnPointsOfFiles, "known">,
  notes: readonly string[],
): string[] {
  const units = Object.entries(UNIT_WORDS).flatMap(([unit, words]) =>
    known.some((one) => one[unit as keyof typeof UNIT_WORDS] !== undefined) ? [words] : [],
  );
  return [
    ...(points?.files.map(
      ({ file, headers }) => `${baseName(file)}: ${headers.map((one) => `"${one}"`).join(", ")}.`,
    ) ?? [AVERAGES_NOTE]),
    ...notes,
    ...(units.length === 0 ? [] : [`Other columns used: ${units.join(", ")}.`]),
  ];
}

const UNIT_WORDS = {
  line: "lines",
  powerPlay: "power-play units",
  order: "batting orders",
  start: "starting places",
  cut: "chances to make the cut",
} as const;

function baseName(file: string): string {
  return file.split(/[\\/]/).at(-1)!;
}

function refuseLeaks({ projections }: ManifestSlate, { points }: ReadSlateFiles, past: PastContest): void {
  if (points === undefined) return;
  for (const { file, headers } of points.files)
    for (const header of headers)
      if (isKnownAfterLock(headerKey(header)))
        throw new InvalidFileError(
          file,
          null,
          `column ${header} is known only after lock, and may not be used. Name another one under \`columns\`.`,
        );
  const leak = leakIn(past, { points: points.points, ownership: ownershipsOf(points) });
  if (leak === null) return;
  const found = {
    points: "the points that players scored in the contest. Give the projections from before lock",
    ownership: "the actual ownership of the contest. Give the projected one, or leave it out",
  }[leak];
  throw new InvalidFileError(
    [projections].flat()[0]!,
    null,
    `has ${found}${leak === "points" ? ", or name their column under `columns`" : ""}.`,
  );
}

async function payoutsOf({ id, payouts, fee }: ManifestSlate): Promise<Payouts | undefined> {
  if (payouts === undefined || typeof payouts !== "string") return payouts;
  if (isPayoutShape(payouts)) {
    if (fee !== undefined) return { shape: payouts, fee };
    throw new InvalidFileError(id, null, `has payouts ${payouts}, but no fee. Add \`fee\` to the manifest.`);
  }
  const { bytes, file } = await named(payouts);
  const read = await readPayouts(bytes, { file, fee, feeWord: "`fee` in the manifest" });
  return parseInput(payoutsSchema, read.payouts, { parameter: "payouts" });
}
