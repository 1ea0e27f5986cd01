import type { Catalog } from "../../contests/catalog/catalog.ts";
import { isCaptains } from "../../engine/roster.ts";
import { ownershipsOf } from "../../files/slate-files.ts";
import { slateInputs } from "../../files/slate-inputs.ts";
import { readUploadedLineups } from "../../files/uploaded-lineups.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { type Report, reportOf } from "../../report/report.ts";
import { InvalidFileError, UnknownContestError } from "../../shared/errors.ts";
import { type FantasyLineupDocument, fantasyLineupDocumentSchema } from "../../shared/schema/lineups.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import { type EveningFiles, readEveningFiles } from "../input/entries-file.ts";
import { inputName, isJson, parseJson, readBytes } from "../input/files.ts";
import { documentReport } from "../input/reported-document.ts";
import type { Options } from "../options/definitions.ts";
import { formatOfName } from "../options/parsers.ts";
import { writeResult } from "../output.ts";
import { located } from "../places.ts";
import { lookOf } from "../render/look.ts";
import { usageError } from "../usage-error.ts";
import { renderedReport } from "../write-report.ts";

/** Reports on lineups from any file. */
export async function run(options: Options<"report">, file: string): Promise<void> {
  const catalog = await loadCatalog({ rules: options.rules, scoring: options.scoring });
  const report = await reportOfFile(file, options, catalog);
  const format = options.format ?? formatOfName(options.output ?? "") ?? "table";
  await writeResult(await renderedReport(report, format, lookOf(options.output)), options.output);
}

/**
 * The report on the lineups of a file: a FantasyLineup document, or a book's upload or entries file.
 * @throws InvalidFileError, InvalidRequestError, UnknownContestError
 */
async function reportOfFile(file: string, options: Options<"report">, catalog: Catalog): Promise<Report> {
  const { salaries, ...others } = options;
  const bytes = await readBytes(file);
  if (!isJson(bytes)) return uploadReport(await filesOf(file, bytes, options, catalog), options, catalog);
  const document = documentOf(bytes, file);
  const first = document.data[0];
  if (first === undefined) throw usageError("the file", `${inputName(file)} has no lineups.`);
  if (salaries === undefined) return documentReport(document, knownOf(document, catalog));
  const { slate, points } = await readEveningFiles(salaries, others, catalog);
  const { body, projections } = slateInputs(slate);
  return documentReport(document, {
    resources: [...(document.included ?? []), ...(projections.included ?? [])],
    body,
    contest: catalog.contest(slate.sport, slate.book, slate.contest),
    ownerships: ownershipsOf(points),
  });
}

/** The book's file with its pool, which it may contain itself. */
async function filesOf(file: string, bytes: Uint8Array, options: Options<"report">, catalog: Catalog) {
  try {
    return await readEveningFiles(file, options, catalog, bytes);
  } catch (error) {
    if (options.salaries !== undefined || !(error instanceof InvalidFileError)) throw error;
    const remedy = "Where the lineups' file has no pool beside them, name the salary file: --salaries FILE.";
    throw new InvalidFileError(error.file, error.line, `${error.issues[0]!.reason} ${remedy}`, error);
  }
}

function documentOf(bytes: Uint8Array, file: string): FantasyLineupDocument {
  const value = parseJson(bytes, file);
  try {
    return parseInput(fantasyLineupDocumentSchema, value, { parameter: "lineups" });
  } catch (error) {
    throw located(error, { lineups: inputName(file), labelOf: () => null });
  }
}

/** The contest of a document, if a table has it, and its included players and teams. */
function knownOf({ data, included = [] }: FantasyLineupDocument, catalog: Catalog) {
  const { id, attributes } = data[0]!;
  try {
    const contest = catalog.contest(id.split("/")[1] ?? "", attributes.book, attributes.contest);
    return { resources: included, contest };
  } catch (error) {
    if (!(error instanceof UnknownContestError)) throw error;
    return { resources: included, contest: null };
  }
}

function uploadReport(
  { file, bytes, slate, points }: EveningFiles,
  { cap }: Options<"report">,
  catalog: Catalog,
): Report {
  const contest = catalog.contest(slate.sport, slate.book, slate.contest);
  const rows = readUploadedLineups(bytes, { file, contest, slate });
  const slots = new Map(contest.slots.map((slot) => [slot.name, slot]));
  const whole = rows.flatMap(({ seats }) => {
    const known = seats.flatMap(({ slot: name, listing }) => {
      const slot = slots.get(name);
      return slot === undefined || listing === null ? [] : [{ slot, listing }];
    });
    return known.length === seats.length ? [known] : [];
  });
  const ownerships = ownershipsOf(points);
  const listings = [...slate.entries, ...slate.leftOut.map(({ listing }) => listing)];
  const pointsOf = new Map(
    listings.map(({ uuid, averagePoints }) => [
      uuid,
      points === undefined ? averagePoints : (points.points.get(uuid) ?? null),
    ]),
  );
  const unread = rows.length - whole.length;
  return reportOf({
    title: `${contest.sport} ${contest.book} ${contest.contest}`,
    cap: cap ?? contest.salaryCap.default,
    captainSlots: contest.slots.flatMap(({ name, pointsMultiplier }) =>
      pointsMultiplier === 1 ? [] : [name],
    ),
    people: new Map(
      listings.map(({ uuid, name, team, position, salary }) => [
        uuid,
        { name, team, position, salary, ownership: ownerships.get(uuid) ?? null },
      ]),
    ),
    lineups: whole.map((seats) => {
      const worth = seats.flatMap(({ slot, listing }) => {
        const own = pointsOf.get(listing.uuid) ?? null;
        return own === null ? [] : [own * slot.pointsMultiplier];
      });
      return {
        seats: seats.map(({ slot, listing }) => ({ slot: slot.name, uuid: listing.uuid })),
        salary: seats.reduce(
          (sum, { slot, listing }) =>
            sum + (isCaptains(slot) ? (listing.captainSalary ?? 0) : listing.salary),
          0,
        ),
        points: worth.length < seats.length ? null : worth.reduce((sum, one) => sum + one, 0),
      };
    }),
    notes: [
      ...(points === undefined ? ["Points are the book's own averages."] : []),
      ...(unread === 0
        ? []
        : [`${unread} of ${rows.length} rows seat somebody who is not in the pool, and are left out.`]),
    ],
  });
}
