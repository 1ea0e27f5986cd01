import { readFile } from "node:fs/promises";
import { unreadableFile } from "../../platform/node/tables.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import type { InputFile } from "../job-request.ts";
import { digestOf } from "./file-digests.ts";

/** The bytes of a job's file, which lies at `path`. @throws InvalidFileError if it is not what it was */
export async function readInput({ name, sha256 }: InputFile, path: string): Promise<Uint8Array> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw unreadableFile(name, cause);
  }
  if (digestOf(bytes) === sha256) return bytes;
  throw new InvalidFileError(name, null, "has changed while the batch ran. Run the batch again.");
}
