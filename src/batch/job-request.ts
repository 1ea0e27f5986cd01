import type { Catalog } from "../catalog/catalog.ts";
import { readJsonInput } from "../formats/json-input.ts";
import { readLineupsFile } from "../formats/lineups-file.ts";
import type { MatchedProjections } from "../formats/match-projections.ts";
import { matchProjections } from "../formats/match-projections.ts";
import { performanceRows } from "../formats/performance-rows.ts";
import { readProjectionFile } from "../formats/projection-file.ts";
import { readSlateFile } from "../formats/read-slate.ts";
import { scoreRows } from "../formats/score-rows.ts";
import type { Slate } from "../formats/slate.ts";
import { type SlateInputs, slateInputs } from "../formats/slate-inputs.ts";
import type { OptimizeRequest, PortfolioRequest } from "../optimizer.ts";
import type { AvoidedLineup } from "../portfolio/avoided.ts";
import { checkProjections } from "../schema/checked-projections.ts";
import type { FantasyPerformanceDocument, PerformanceDocument } from "../schema/performances.ts";
import type { Portfolio } from "../schema/portfolio.ts";
import type { LineupRequestInput } from "../schema/request.ts";
import type { Recent } from "../shared/recent.ts";
import type { InputField, Job } from "./job.ts";
import { readPortfolioInput } from "./portfolio-input.ts";

/** A file that a job names: what it is called there, and the digest of its bytes. */
export interface InputFile {
  readonly name: string;
  readonly sha256: string;
}

/** The files of a job by its fields. */
type InputFiles = Readonly<Partial<Record<InputField, InputFile>>>;

/** A file of lineups that a job's portfolio avoids, and what it is called there. */
export interface AvoidedFile extends InputFile {
  readonly asWritten: string;
}

/** A job with the digests of all that it names. */
export interface JobFiles {
  readonly job: Job;
  readonly files: InputFiles;
  readonly avoided: readonly AvoidedFile[];
}

/** All files that a job needs. */
export function filesOf({ files, avoided }: JobFiles): InputFile[] {
  return [...Object.values(files), ...avoided];
}

/** What jobs are read with: their files' bytes, the tables, and what earlier jobs of the slate have built. */
export interface JobReading {
  readonly bytesOf: (file: InputFile) => Promise<Uint8Array>;
  readonly catalog: Catalog;
  readonly shelf: Recent<unknown>;
}

/** What a job asks of the optimizer: its best lineups, or a portfolio of them. */
export type JobRequest = OptimizeRequest | PortfolioRequest;

/**
 * A job as the optimizer takes it, a portfolio where it describes one. What jobs have in common is read once: projections are checked and frozen.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
export async function jobRequest(asked: JobFiles, reading: JobReading): Promise<JobRequest> {
  const { job, files } = asked;
  const request = await lineupRequest(asked, reading);
  const { portfolio } = files;
  if (portfolio === undefined && job.portfolio === undefined) return request;
  const described =
    portfolio === undefined
      ? { portfolio: job.portfolio as Portfolio }
      : await shared(reading, `portfolio ${portfolio.sha256}`, [portfolio], ([bytes]) =>
          readPortfolioInput(bytes!, portfolio.name),
        );
  return { ...request, ...described, avoided: await avoidedBy(asked, reading) };
}

/** The lineups of the files that a job's portfolio avoids, by the names that it has for them. */
async function avoidedBy(
  { job, files, avoided }: JobFiles,
  reading: JobReading,
): Promise<PortfolioRequest["avoided"]> {
  const { catalog } = reading;
  const found = new Map<string, readonly AvoidedLineup[]>();
  for (const file of avoided) {
    const slate = files.salaries && (await slateOf(job, files, reading)).slate;
    const of = [files.salaries?.sha256, job.sport, job.book, job.contest].join(" ");
    const lineups = await shared(reading, `avoid ${file.sha256} ${of}`, [file], ([bytes]) =>
      readLineupsFile(bytes!, { file: file.name, slate, catalog }),
    );
    found.set(file.asWritten, lineups);
  }
  return found;
}

async function lineupRequest({ job, files }: JobFiles, reading: JobReading): Promise<OptimizeRequest> {
  const asked = job.count === undefined ? {} : { count: job.count };
  if (files.salaries !== undefined) return { ...(await slateOf(job, files, reading)).inputs, ...asked };
  const [body, projections, performances] = [
    await fieldOf("request", (value) => value as LineupRequestInput),
    await fieldOf("projections", checkProjections),
    await fieldOf("performances", (value) => value as PerformanceDocument),
  ];
  return {
    sport: job.sport!,
    body: body!,
    projections: projections as FantasyPerformanceDocument,
    performances,
    onlyAvailable: job.onlyAvailable,
    ...asked,
  };

  /** What a field holds, or its file. */
  async function fieldOf<Value>(
    field: InputField,
    read: (value: unknown) => Value,
  ): Promise<Value | undefined> {
    const file = files[field];
    if (file === undefined) return job[field] === undefined ? undefined : read(job[field]);
    return shared(reading, `${field} ${file.sha256}`, [file], ([bytes]) =>
      read(readJsonInput(bytes!, file.name)),
    );
  }
}

/** A salary file as it was read, and as the optimizer takes it. */
interface ReadSlate {
  readonly slate: Slate;
  readonly inputs: SlateInputs;
}

/** A salary file with its points, ready to be optimized. */
function slateOf(job: Job, files: InputFiles, reading: JobReading): Promise<ReadSlate> {
  const { salaries, projections, performances } = files;
  const { sport, book, contest } = job;
  const used = [salaries!, ...(projections ? [projections] : []), ...(performances ? [performances] : [])];
  const parts = [projections?.sha256, performances?.sha256, sport, book, contest];
  return shared(reading, `slate ${salaries!.sha256} ${parts.join(" ")}`, used, (bytes) => {
    const slate = readSlateFile(bytes[0]!, { file: salaries!.name, sport, book, contest });
    const table = () => reading.catalog.scoringTable(slate.sport, slate.book);
    const found: MatchedProjections[] = [];
    if (projections) {
      const file = projections.name;
      found.push(
        matchProjections(slate, readProjectionFile(slate, bytes[1]!, { file, table }).rows, { file }),
      );
    }
    if (performances) {
      const file = performances.name;
      const document = readJsonInput(bytes[used.length - 1]!, file) as PerformanceDocument;
      const rows = scoreRows(slate, performanceRows(document, table()), { table: table(), file });
      found.push(matchProjections(slate, rows, { file }));
    }
    const inputs = slateInputs(slate, {
      ...(found.length > 0 && {
        projections: new Map(found.flatMap(({ points }) => [...points])),
        breakdowns: new Map(found.flatMap(({ breakdowns }) => [...breakdowns])),
        rows: new Map(found.flatMap(({ rows }) => [...rows])),
      }),
    });
    return { slate, inputs: { ...inputs, projections: checkProjections(inputs.projections) } };
  });
}

/** What files say, from the shelf where it stands there already. */
async function shared<Value>(
  { bytesOf, shelf }: JobReading,
  key: string,
  files: readonly InputFile[],
  read: (bytes: readonly Uint8Array[]) => Value | Promise<Value>,
): Promise<Value> {
  const known = shelf.get(key);
  if (known !== undefined) return known as Value;
  const bytes = await Promise.all(files.map(bytesOf));
  const value = await read(bytes);
  shelf.set(
    key,
    value,
    bytes.reduce((sum, { length }) => sum + length, 0),
  );
  return value;
}
