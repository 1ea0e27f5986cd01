import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JobRequest } from "../../batch/job-request.ts";
import { requestReader } from "../../batch/node/extract.ts";
import { findRow, openStored, readRows } from "../../batch/node/results.ts";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { parseLineupRequest } from "../../shared/schema/request.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { PARTLY_DONE, usageError } from "../errors.ts";
import type { Options } from "../options/definitions.ts";
import { numbered, writeLineups } from "../output.ts";
import { type FoundLineups, foundIn, renderLineups } from "../render/lineups.ts";
import { json, lookOf } from "../render/text.ts";
import { writeFound } from "./lineups.ts";

/** Writes one job's document or its errors, as JSON:API; or its lineups in another format. */
export async function extractJob(options: Options<"batch">): Promise<void> {
  const { out, id, format, output } = options;
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
  const found = foundOf(document, await reader.requestOf(row), catalog);
  await reader.close();
  if (document.included === undefined)
    throw usageError(
      "--format",
      `${format} needs player names, which the job's stored result lacks. Add "include": ["selections", "defenseSpecialTeams"] to the job, and run the batch again.`,
    );
  await writeFound(found, { format, output });
}

/** A job's lineups with the names in its document and its projections. */
function foundOf(document: FantasyLineupDocument, request: JobRequest, catalog: Catalog): FoundLineups {
  const body = parseLineupRequest(request.body);
  const contest = catalog.contest(request.sport, body.book, body.contest);
  const { projections } = request as { readonly projections?: { readonly included?: readonly Resource[] } };
  return foundIn(document, body, projections?.included ?? [], contest);
}

/** The folder of single files within a batch's folder. */
const FILES = "files";

/** The maximum number of bytes of a file name before its ending. */
const LONGEST_NAME = 180;

/**
 * Writes single files for each job of a finished batch: its document as JSON and, if that has names, the
 * book's upload file; or its errors. Replaces the folder of these files atomically; does nothing if that
 * folder is newer than the results.
 */
export async function writeJobFiles(
  out: string,
  options: Options<"batch">,
  signal: AbortSignal,
): Promise<void> {
  const [folder, draft] = [join(out, FILES), join(out, `${FILES}.new`)];
  const stored = await openStored(out);
  const time = async (file: string) => (await stat(file).catch(() => null))?.mtimeMs ?? 0;
  if ((await time(folder)) > (await time(stored.places.summary))) return;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft);
  const catalog = await loadCatalog(options);
  const reader = requestReader(stored, catalog);
  try {
    for await (const row of readRows(stored, stored.rows)) {
      signal.throwIfAborted();
      const place = join(draft, fileName(row.id, row.line));
      if (row.state !== "done") {
        await writeFile(`${place}.errors.json`, json({ errors: row.error }));
        continue;
      }
      await writeFile(`${place}.json`, json(row.document));
      if (row.document.included === undefined) continue;
      const found = foundOf(row.document, await reader.requestOf(row), catalog);
      // Splits lineups that exceed the book's maximum per file.
      const texts = await renderLineups(found, { format: "csv", split: true, look: lookOf(place) });
      for (const [index, text] of texts.entries())
        await writeFile(numbered(`${place}.csv`, index, texts.length), text);
    }
  } finally {
    await reader.close();
  }
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

/**
 * A portable file name for a job, from its id: percent-encodes unusual characters. An id that is too long is
 * cut, and followed by the number of the job's line in the manifest.
 */
function fileName(id: string, line: number): string {
  const plain = encodeURIComponent(id)
    .replaceAll("%20", " ")
    .replaceAll(/[*'()!~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/^\./, "%2E")
    .replace(/[. ]$/, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return plain.length <= LONGEST_NAME ? plain : `${plain.slice(0, LONGEST_NAME)}~${line}`;
}
