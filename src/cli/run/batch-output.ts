import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JobRequest } from "../../batch/job-request.ts";
import { findRow, openStored, requestReader, storedRows } from "../../batch/node/find-rows.ts";
import { placesIn } from "../../batch/node/folder.ts";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { parseLineupRequest } from "../../shared/schema/lineup-request.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { PARTLY_DONE, usageError } from "../errors.ts";
import type { LineupFormat, Options } from "../options/definitions.ts";
import { writeLineups } from "../output.ts";
import { lineupRows, renderLineups } from "../render/lineups.ts";
import { json, lookOf, STANDARD_OUTPUT } from "../render/text.ts";

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

/** The folder of single files within a batch's folder. */
const FILES = "files";

/** The maximum number of bytes of a file name before its ending. */
const LONGEST_NAME = 180;

/**
 * Writes a finished batch's results as single files: each document as JSON, with the book's upload file if
 * there are names, or the errors. Replaces the folder atomically; does nothing if the folder is newer than
 * the results.
 */
export async function writeJobFiles(
  out: string,
  options: Options<"batch">,
  signal: AbortSignal,
): Promise<void> {
  const [folder, draft] = [join(out, FILES), join(out, `${FILES}.new`)];
  const { journal } = placesIn(out);
  const time = async (file: string) => (await stat(file).catch(() => null))?.mtimeMs ?? 0;
  if ((await time(folder)) > (await time(journal))) return;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft);
  const stored = await openStored(out);
  const catalog = await loadCatalog(options);
  const reader = requestReader(stored, catalog);
  try {
    for await (const row of storedRows(stored)) {
      signal.throwIfAborted();
      const place = join(draft, fileName(row.id, row.line));
      if (row.state !== "done") {
        await writeFile(`${place}.errors.json`, json({ errors: row.error }));
        continue;
      }
      await writeFile(`${place}.json`, json(row.document));
      if (row.document.included === undefined) continue;
      const output = `${place}.csv`;
      const texts = await renderedJob(await reader.requestOf(row), row.document, catalog, {
        format: "csv",
        output,
      });
      if (texts === null) continue;
      // Splits lineups that exceed the book's maximum per file.
      for (const [index, text] of texts.entries())
        await writeFile(texts.length === 1 ? output : `${place}-${index + 1}.csv`, text);
    }
  } finally {
    await reader.close();
  }
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

/** A portable file name: percent-encodes unusual characters, and ends a cut name with its line. */
function fileName(id: string, line: number): string {
  const plain = encodeURIComponent(id)
    .replaceAll("%20", " ")
    .replaceAll(/[*'()!~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/^\./, "%2E")
    .replace(/[. ]$/, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return plain.length <= LONGEST_NAME ? plain : `${plain.slice(0, LONGEST_NAME)}~${line}`;
}
