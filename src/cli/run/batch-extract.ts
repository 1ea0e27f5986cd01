import type { JobRequest } from "../../batch/job-request.ts";
import { findRow, openStored, requestReader } from "../../batch/node/find-rows.ts";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { parseLineupRequest } from "../../shared/schema/lineup-request.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { PARTLY_DONE } from "../failure.ts";
import type { LineupFormat, Options } from "../options/definitions.ts";
import { json } from "../render/json.ts";
import { lineupRows } from "../render/lineup-rows.ts";
import { renderLineups } from "../render/lineups.ts";
import { lookOf } from "../render/look.ts";
import { STANDARD_OUTPUT } from "../standard-output.ts";
import { usageError } from "../usage-error.ts";
import { writeLineups } from "../write-lineups.ts";

/** Writes one job's document or its errors, as JSON:API; or its lineups in another format. */
export async function extractJob(options: Options<"batch">): Promise<void> {
  const { out, id, format, output = STANDARD_OUTPUT } = options;
  const stored = await openStored(out!);
  const row = await findRow(stored, id!);
  if (row.state !== "done") {
    await writeLineups([json({ errors: row.error })], output);
    process.exitCode = PARTLY_DONE;
    return;
  }
  const { document } = row;
  if (format === "json") return writeLineups([json(document)], output);
  const catalog = await loadCatalog(options);
  const reader = requestReader(stored, catalog);
  const texts = await renderedJob(await reader.requestOf(row), document, catalog, { format, output });
  await reader.close();
  if (texts === null)
    throw usageError(
      "--format",
      `needs names. Give the job "include": ["selections", "defenseSpecialTeams"].`,
    );
  await writeLineups(texts, output);
}

/** A job's lineups in a format, split at the book's file limit; null for a document without names. */
export async function renderedJob(
  request: JobRequest,
  document: FantasyLineupDocument,
  catalog: Catalog,
  { format, output }: { readonly format: LineupFormat; readonly output: string },
): Promise<readonly string[] | null> {
  if (document.included === undefined) return null;
  const body = parseLineupRequest(request.body);
  const contest = catalog.contest(request.sport, body.book, body.contest);
  const { projections } = request as { readonly projections?: { readonly included?: readonly Resource[] } };
  const rows = () => lineupRows(document, body, projections?.included ?? [], contest);
  return renderLineups(
    { contest, document, rows },
    { format, long: false, bom: false, split: output !== STANDARD_OUTPUT, look: lookOf(output) },
  );
}
