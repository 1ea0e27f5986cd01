import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { unreadableFile } from "../../platform/node/catalog.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import type { InputFile } from "../job-request.ts";

const UNREADABLE = "unreadable";

/** The digest of a file that has changed since another job of this run read it: later jobs fail. */
const CHANGED = "changed";

/**
 * Computes files' digests (SHA-256, hexadecimal). A file that changes after its first digest, so that some
 * jobs would use the old content and others the new one, has the digest `CHANGED`.
 */
export class FileDigests {
  readonly #known = new Map<string, { mark: string; readonly digest: string }>();

  async of(file: string): Promise<string> {
    const known = this.#known.get(file);
    let mark = "";
    let digest = UNREADABLE;
    try {
      const { mtimeMs, size, ino } = await stat(file);
      mark = `${mtimeMs} ${size} ${ino}`;
      if (known?.mark === mark) return known.digest;
      digest = digestOf(await readPlain(file));
    } catch {}
    if (known === undefined) this.#known.set(file, { mark, digest });
    else if (known.digest === digest) known.mark = mark;
    else return CHANGED;
    return digest;
  }
}

/** Reads a file whose end is known, which devices and pipes may lack. */
export async function readPlain(file: string): Promise<Buffer> {
  const found = await stat(file);
  // Node's own error says what to give instead.
  if (found.isFile() || found.isDirectory()) return readFile(file);
  throw new Error("it is a device or a pipe; give a file");
}

/** Whether a text is the digest of a content, as opposed to `UNREADABLE` and `CHANGED`. */
export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
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
export async function readInput(
  { name, sha256 }: InputFile,
  path: string,
  read: (path: string) => Promise<Uint8Array> = readPlain,
): Promise<Uint8Array> {
  const bytes = await read(path).catch((cause) => {
    throw unreadableFile(name, cause);
  });
  if (digestOf(bytes) === sha256) return bytes;
  throw new InvalidFileError(name, null, "has changed while the batch ran. Run the batch again.");
}
