import { basename, resolve } from "node:path";
import type { ContestTable } from "../../../contests/constraints/readers/contest-table.ts";
import { readPastContest } from "../../../files/entries/read-standings.ts";
import { readPayouts } from "../../../files/payouts-csv.ts";
import type { ReadColumns } from "../../../files/projections.ts";
import { AVERAGES_NOTE } from "../../../files/slate.ts";
import { ownershipsOf, type SlatePoints } from "../../../files/slate-files.ts";
import type { HistoryRequest, Optimizer, PastSlate } from "../../../optimizer/contract.ts";
import { achieved, type Predictor, predictorOf, references } from "../../../optimizer/predicted.ts";
import { loadCatalog, readNamedFile } from "../../../platform/node/catalog.ts";
import { createOptimizer } from "../../../platform/node/optimizer.ts";
import { unzippedCsv } from "../../../platform/node/unzip.ts";
import { AbortedError, InvalidFileError } from "../../../shared/errors.ts";
import { headerKey, isKnownAfterLock } from "../../../shared/header-key.ts";
import { isPayoutShape, type Payouts, payoutsSchema } from "../../../shared/schema/contest-play.ts";
import { parseInput } from "../../../shared/schema/parse.ts";
import {
  type Backtest,
  type BacktestStrategy,
  type StrategySlate,
  strategyOf,
} from "../../../simulation/backtest/backtest.ts";
import { leakIn, type PastContest } from "../../../simulation/backtest/past-contest.ts";
import { type PastField, pastFieldOf, withoutLineups } from "../../../simulation/backtest/past-field.ts";
import { isFault, namedFiles, readJob } from "../../job.ts";
import {
  askedPlayers,
  createReading,
  type InputFile,
  type InputFiles,
  type JobReading,
  portfolioOf,
  slateOf,
} from "../../job-request.ts";
import type { Row } from "../../row.ts";
import { JobThreads } from "../job-threads.ts";
import { preparer } from "../manifest.ts";
import { type SolvingOptions, settingsOf } from "../run-batch.ts";
import {
  type BacktestManifest,
  type ManifestSlate,
  type ManifestStrategy,
  readBacktestManifest,
} from "./manifest.ts";

export interface BacktestOptions extends SolvingOptions {
  readonly calibrates: boolean;
}

interface HistoryFiles extends Pick<SolvingOptions, "manifest" | "rules" | "scoring"> {
  readonly outcomes?: readonly string[] | undefined;
  readonly sport?: string | undefined;
  readonly threads?: number | undefined;
  /** Whether standings may lack the players' points. */
  readonly pointless?: boolean | undefined;
}

/**
 * Builds every strategy's lineups for every past contest from what was known before lock, and enters them among
 * the real entries. @throws InvalidFileError, InvalidRequestError, BatchError, AbortedError
 */
export async function runBacktest(options: BacktestOptions): Promise<Backtest> {
  const { manifest, slates, reading } = await readHistory(options);
  const { strategies } = manifest;
  const calibration = (optimizer: Optimizer, request: HistoryRequest) =>
    optimizer.calibrate(request, { signal: options.signal });
  const empty = manifest.slates.find((_, at) => slates[at]!.request.past.entries.length === 0);
  const remedy = 'Add one, such as {"name": "best", "count": 20} under `strategies`.';
  if (empty !== undefined) {
    const reason = "has no entries. Give the standings that the book exports.";
    throw new InvalidFileError(empty.standings, null, reason);
  }
  if (strategies.length === 0)
    throw new InvalidFileError(options.manifest, null, `has no strategies. ${remedy}`);
  const portfolios = await Promise.all(
    strategies.map(async (job) => (await portfolioOf({ job, files: filesNamedIn(job) }, reading))?.portfolio),
  );
  const fields = slates.map(({ request, table }) => pastFieldOf(request, table, portfolios));
  return {
    slates: fields.map(({ facts }) => facts),
    strategies: await analysed(
      options,
      async (optimizer, { slates: requests }) => {
        const predict = predictorOf(optimizer, { signal: options.signal });
        return [
          ...(await enteredStrategies(options, manifest, { predict, requests, fields })),
          ...(await references(predict, requests, fields)),
        ].map((one) => strategyOf(one.name, one.slates));
      },
      slates,
    ),
    calibration: options.calibrates ? await analysed(options, calibration, slates) : null,
  };
}

interface Entering {
  readonly predict: Predictor;
  readonly requests: readonly PastSlate[];
  readonly fields: readonly PastField[];
}

async function enteredStrategies(
  options: BacktestOptions,
  { folder, slates, strategies }: BacktestManifest,
  { predict, requests, fields }: Entering,
): Promise<Pick<BacktestStrategy, "name" | "slates">[]> {
  const { threads, memory, signal } = options;
  const settings = { ...(await settingsOf(options)).settings, stamp: new Date(0).toISOString() };
  const prepare = preparer({ folder });
  const pool = new JobThreads({ threads, memory, source: { folder } });
  const stop = () => pool.stop();
  signal.addEventListener("abort", stop, { once: true });
  async function entered(strategy: ManifestStrategy, at: number): Promise<StrategySlate> {
    const field = fields[at]!;
    const text = JSON.stringify(jobOf(slates[at]!, strategy, field));
    const read = readJob(text, 1);
    if (isFault(read)) {
      const reason = `strategy "${strategy.name}" for "${field.facts.id}": ${read.reasons[0]}`;
      throw new InvalidFileError(options.manifest, null, reason);
    }
    const job = await prepare(read, 1, text);
    if (job.fault) return withoutLineups(field, job.fault[0]!.detail);
    const solved = await pool.solve(job, settings);
    if (solved === null) throw new AbortedError(signal.reason);
    const row = JSON.parse(solved.row) as Row;
    return row.state === "done"
      ? achieved(predict, requests[at]!, field, row.document)
      : withoutLineups(field, row.error[0]!.detail);
  }
  try {
    return await Promise.all(
      strategies.map(async (strategy) => ({
        name: strategy.name,
        slates: await Promise.all(slates.map((_, at) => entered(strategy, at))),
      })),
    );
  } finally {
    signal.removeEventListener("abort", stop);
    await pool.close();
  }
}

async function readHistory({ manifest: name, pointless, ...options }: HistoryFiles) {
  const manifest = await readBacktestManifest(name);
  const bytesOf = async (file: InputFile) => (await readNamedFile(resolve(manifest.folder, file.name))).bytes;
  const reading = createReading(await loadCatalog(options), bytesOf);
  const slates: ReadPastSlate[] = [];
  for (const slate of manifest.slates) {
    const users = [...(manifest.users ?? []), ...(slate.users ?? [])];
    slates.push(await readPastSlate(slate, { users, pointless }, reading));
  }
  return { manifest, slates, reading };
}

/** Runs an analysis of a history's contests, or of those of one sport. */
export async function analysed<Result>(
  options: HistoryFiles,
  analysis: (optimizer: Optimizer, request: HistoryRequest) => Promise<Result>,
  known?: readonly ReadPastSlate[],
): Promise<Result> {
  const { sport, rules, scoring, outcomes, threads = 1 } = options;
  const slates = known ?? (await readHistory(options)).slates;
  const wanted = slates.filter(({ table }) => sport === undefined || table.sport === sport);
  await using optimizer = await createOptimizer({ rules, scoring, outcomes, threads: Math.min(1, threads) });
  return await analysis(optimizer, { slates: wanted.map(({ request }) => request) });
}

function jobOf(slate: ManifestSlate, strategy: ManifestStrategy, { field, payouts }: PastField) {
  const { id, standings: _, payouts: __, fee: ___, users: ____, columns, drawsFile, ...known } = slate;
  const { name, choose, ...building } = strategy;
  return {
    ...{ ...known, ...building },
    ...{ id: `${id}/${name}`, past: true },
    ...(known.projections !== undefined && { columns }),
    ...((choose ?? building.from) !== undefined && { drawsFile }),
    choose: choose && { ...choose, payouts: payouts ?? { shape: "top-heavy", fee: 1 }, field: field.length },
  };
}

interface ReadPastSlate {
  readonly request: PastSlate;
  readonly table: ContestTable;
}

/** Files whose content cannot change meanwhile, so that their names stand for their digests. */
function filesNamedIn(fields: Parameters<typeof namedFiles>[0]): InputFiles {
  return Object.fromEntries(namedFiles(fields).map(([use, name]) => [use, { name, sha256: name }]));
}

/** `users` are your own accounts, which are not opponents. @throws InvalidFileError, InvalidRequestError */
async function readPastSlate(
  given: ManifestSlate,
  { users, pointless }: Pick<PastSlate, "users"> & Pick<HistoryFiles, "pointless">,
  reading: JobReading,
): Promise<ReadPastSlate> {
  const { id, standings, cap } = given;
  const { catalog, bytesOf } = reading;
  const read = await slateOf({ ...given, past: true }, filesNamedIn(given), reading);
  const { slate, points, inputs } = read;
  const bytes = await bytesOf({ name: standings, sha256: standings });
  const past = readPastContest(unzippedCsv(bytes, standings), { file: standings, slate, catalog, pointless });
  const { notes, ...drawn } = await read.drawn();
  if (points !== undefined) refuseLeaks(given, points, past);
  const units = Object.entries(UNIT_WORDS).flatMap(([unit, words]) =>
    drawn.known?.some((one) => one[unit as keyof typeof UNIT_WORDS] !== undefined) ? [words] : [],
  );
  const quoted = (read: ReadColumns | null) => headersOf(read).map((header) => `"${header}"`);
  const columns = [
    ...(points?.files.map(({ file, read }) => `${basename(file)}: ${quoted(read).join(", ")}.`) ?? [
      AVERAGES_NOTE,
    ]),
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

const headersOf = (read: ReadColumns | null): readonly string[] => Object.values(read?.columns ?? {});

function refuseLeaks({ projections }: ManifestSlate, points: SlatePoints, past: PastContest): void {
  for (const { file, read } of points.files)
    for (const header of headersOf(read))
      if (isKnownAfterLock(headerKey(header))) {
        const reason = `column ${header} is known only after lock, and may not be used. Name another one under \`columns\`.`;
        throw new InvalidFileError(file, null, reason);
      }
  const leak = leakIn(past, { points: points.points, ownership: ownershipsOf(points) });
  if (leak === null) return;
  throw new InvalidFileError([projections].flat()[0]!, null, `has ${LEAKS[leak]}.`);
}

const LEAKS = {
  points:
    "the points that players scored in the contest. Give the projections from before lock, or name their column under `columns`",
  ownership: "the actual ownership of the contest. Give the projected one, or leave it out",
} as const;

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
