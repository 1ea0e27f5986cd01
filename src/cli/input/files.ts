import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { decodeUtf8, readJsonInput } from "../../files/json-input.ts";
import type { NamedFile } from "../../files/slate-files.ts";
import { unreadableFile } from "../../platform/node/tables.ts";

/** As a file name, this is standard input. */
const STANDARD_INPUT = "-";

/** What errors call an input. */
export function inputName(file: string): string {
  return file === STANDARD_INPUT ? "standard input" : file;
}

/**
 * Reads a file, or standard input for `-`.
 * @throws InvalidFileError if it cannot be read.
 */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await (file === STANDARD_INPUT ? buffer(process.stdin) : readFile(file));
  } catch (cause) {
    throw unreadableFile(inputName(file), cause);
  }
}

/** Reads a file that may not be given, with what errors call it. @throws InvalidFileError */
export async function readNamed(file: string | undefined): Promise<NamedFile | undefined> {
  return file === undefined ? undefined : { file: inputName(file), bytes: await readBytes(file) };
}

/**
 * Reads UTF-8 text; a byte order mark is skipped.
 * @throws InvalidFileError
 */
export async function readText(file: string): Promise<string> {
  return decodeUtf8(await readBytes(file), inputName(file));
}

/**
 * Reads a JSON document of whatever shape.
 * @throws InvalidFileError with line and column where the text stops being JSON, or gives a field twice.
 */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(await readBytes(file), file);
}

/** As `readJson`, of a file that is read already. @throws InvalidFileError */
export function parseJson(bytes: Uint8Array, file: string): unknown {
  return readJsonInput(bytes, inputName(file));
}

/** Whether a file is JSON, or what shall be read as such for its faults to be named; a CSV file is neither. */
export function isJson(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 1_000));
  return start.trim() === "" || /^\s*[[{]/.test(start);
}
