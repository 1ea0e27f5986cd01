import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { unreadableFile } from "../../platform/node/catalog.ts";
import { Recent } from "../../shared/collections.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import type { InputFile } from "../job-request.ts";

/** Maximum number of digests in the cache. */
const MOST_DIGESTS = 20_000;

/** The digest of an unreadable file: jobs with this file fail, and run again when it can be read. */
export const UNREADABLE = "unreadable";

/** Computes files' digests (SHA-256, hexadecimal); reads a file again when it has changed. */
export class FileDigests {
  readonly #known = new Recent<{ readonly mark: string; readonly digest: string }>(MOST_DIGESTS);

  async of(file: string): Promise<string> {
    let mark: string;
    try {
      const { mtimeMs, size, ino } = statSync(file);
      mark = `${mtimeMs} ${size} ${ino}`;
    } catch {
      return UNREADABLE;
    }
    const known = this.#known.get(file);
    if (known?.mark === mark) return known.digest;
    try {
      const digest = digestOf(await readFile(file));
      this.#known.set(file, { mark, digest });
      return digest;
    } catch {
      return UNREADABLE;
    }
  }
}

/** The SHA-256 digest of bytes or text, hexadecimal. */
export function digestOf(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Length of a row's digest, in hexadecimal digits. */
const ROW_DIGITS = 16;

export function rowDigest(row: string): string {
  return digestOf(row).slice(0, ROW_DIGITS);
}

/** The bytes of a job's file at `path`. @throws InvalidFileError if the file has changed */
export async function readInput({ name, sha256 }: InputFile, path: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((cause) => {
    throw unreadableFile(name, cause);
  });
  if (digestOf(bytes) === sha256) return bytes;
  throw new InvalidFileError(name, null, "has changed while the batch ran. Run the batch again.");
}
