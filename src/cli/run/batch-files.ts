import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openStored, requestReader, storedRows } from "../../batch/node/find-rows.ts";
import { placesIn } from "../../batch/node/places.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import type { Options } from "../options/definitions.ts";
import { json } from "../render/json.ts";
import { renderedJob } from "./batch-extract.ts";

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
