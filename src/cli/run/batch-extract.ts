import { findRow, openStored, requestOf } from "../../batch/node/find-rows.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { parseLineupRequest } from "../../schema/lineup-request.ts";
import type { Resource } from "../../schema/resource.ts";
import { PARTLY_DONE } from "../failure.ts";
import type { BatchCommandOptions } from "../options/batch.ts";
import { json } from "../render/json.ts";
import { lineupRows } from "../render/lineup-rows.ts";
import { renderLineups } from "../render/lineups.ts";
import { lookOf } from "../render/look.ts";
import { STANDARD_OUTPUT } from "../standard-output.ts";
import { usageError } from "../usage-error.ts";
import { writeLineups } from "../write-lineups.ts";

/** Writes one job's document, or the errors that it has in place of one, as JSON:API; or its lineups in another format. */
export async function extractJob(options: BatchCommandOptions): Promise<void> {
  const { out, id, format, output = STANDARD_OUTPUT } = options;
  if (out === undefined) throw usageError("--out", "is missing. Name the folder of the batch.");
  if (id === undefined) throw usageError("--id", "is missing. Name the job.");
  const stored = await openStored(out);
  const row = await findRow(stored, id);
  if (row.state !== "done") {
    await writeLineups([json({ errors: row.error })], output);
    process.exitCode = PARTLY_DONE;
    return;
  }
  const { document } = row;
  if (format === "json") return writeLineups([json(document)], output);
  const catalog = await loadCatalog(options);
  const request = await requestOf(stored, row, catalog);
  const body = parseLineupRequest(request.body);
  const contest = catalog.contest(request.sport, body.book, body.contest);
  if (document.included === undefined)
    throw usageError(
      "--format",
      `needs names. Give the job "include": ["selections", "defenseSpecialTeams"].`,
    );
  const { projections } = request as { readonly projections?: { readonly included?: readonly Resource[] } };
  const rows = () => lineupRows(document, body, projections?.included ?? [], contest);
  const split = output !== STANDARD_OUTPUT;
  const look = lookOf(output);
  const texts = await renderLineups(
    { contest, document, rows },
    { format, long: false, bom: false, split, look },
  );
  await writeLineups(texts, output);
}
