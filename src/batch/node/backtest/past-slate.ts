import { basename } from "node:path";
import type { ContestTable } from "../../../contests/constraints/readers/contest-table.ts";
import { readPastContest } from "../../../files/entries/read-standings.ts";
import { readPayouts } from "../../../files/payouts-csv.ts";
import { AVERAGES_NOTE } from "../../../files/slate.ts";
import { ownershipsOf, type SlatePoints } from "../../../files/slate-files.ts";
import type { PastSlate } from "../../../optimizer/contract.ts";
import { unzippedCsv } from "../../../platform/node/unzip.ts";
import { InvalidFileError } from "../../../shared/errors.ts";
import { headerKey, isKnownAfterLock } from "../../../shared/header-key.ts";
import { isPayoutShape, type Payouts, payoutsSchema } from "../../../shared/schema/contest-play.ts";
import { parseInput } from "../../../shared/schema/parse.ts";
import { leakIn, type PastContest } from "../../../simulation/backtest/past-contest.ts";
import { namedFiles } from "../../job.ts";
import { askedPlayers, type InputFiles, type JobReading, slateOf } from "../../job-request.ts";
import type { ManifestSlate } from "./manifest.ts";

export interface ReadPastSlate {
  readonly request: PastSlate;
  readonly table: ContestTable;
}

/** Files whose content cannot change meanwhile, so that their names stand for their digests. */
export function filesNamedIn(fields: Parameters<typeof namedFiles>[0]): InputFiles {
  return Object.fromEntries(namedFiles(fields).map(([use, name]) => [use, { name, sha256: name }]));
}

/** `users` are your own accounts, which are not opponents. @throws InvalidFileError, InvalidRequestError */
export async function readPastSlate(
  given: ManifestSlate,
  users: readonly string[],
  reading: JobReading,
): Promise<ReadPastSlate> {
  const { id, standings, cap } = given;
  const { catalog, bytesOf } = reading;
  const read = await slateOf({ ...given, past: true }, filesNamedIn(given), reading);
  const { slate, points, inputs } = read;
  const bytes = await bytesOf({ name: standings, sha256: standings });
  const past = readPastContest(unzippedCsv(bytes, standings), { file: standings, slate, catalog });
  const { notes, ...drawn } = await read.drawn();
  if (points !== undefined) refuseLeaks(given, points, past);
  const units = Object.entries(UNIT_WORDS).flatMap(([unit, words]) =>
    drawn.known?.some((one) => one[unit as keyof typeof UNIT_WORDS] !== undefined) ? [words] : [],
  );
  const columns = [
    ...(points?.files.map(
      ({ file, headers }) => `${basename(file)}: ${headers.map((one) => `"${one}"`).join(", ")}.`,
    ) ?? [AVERAGES_NOTE]),
    ...notes,
    ...(units.length === 0 ? [] : [`Other columns used: ${units.join(", ")}.`]),
  ];
  return {
    table: catalog.contest(slate.sport, slate.book, slate.contest),
    request: {
      ...{ ...inputs, ...(await askedPlayers({ cap }, read, reading)), ...drawn },
      ...{ id, past, users, columns, payouts: await payoutsOf(given, reading) },
    },
  };
}

const UNIT_WORDS = {
  line: "lines",
  powerPlay: "power-play units",
  order: "batting orders",
  start: "starting places",
  cut: "chances to make the cut",
} as const;

function refuseLeaks({ projections }: ManifestSlate, points: SlatePoints, past: PastContest): void {
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
    points:
      "the points that players scored in the contest. Give the projections from before lock, or name their column under `columns`",
    ownership: "the actual ownership of the contest. Give the projected one, or leave it out",
  }[leak];
  throw new InvalidFileError([projections].flat()[0]!, null, `has ${found}.`);
}

async function payoutsOf(
  { id, payouts: given, fee }: ManifestSlate,
  { bytesOf }: JobReading,
): Promise<Payouts | undefined> {
  if (given === undefined || typeof given !== "string") return given;
  if (isPayoutShape(given)) {
    if (fee !== undefined) return { shape: given, fee };
    throw new InvalidFileError(id, null, `has payouts ${given}, but no fee. Add \`fee\` to the manifest.`);
  }
  const bytes = await bytesOf({ name: given, sha256: given });
  const read = await readPayouts(bytes, { file: given, fee, feeWord: "`fee` in the manifest" });
  return parseInput(payoutsSchema, read.payouts, { parameter: "payouts" });
}
