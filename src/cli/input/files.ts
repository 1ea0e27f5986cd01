import { readFile, stat } from "node:fs/promises";
import { decodeUtf8, withoutWorkbook } from "../../files/csv.ts";
import type { Aliases } from "../../files/listing-index.ts";
import type { NamedFile } from "../../files/slate-files.ts";
import { unreadableFile } from "../../platform/node/catalog.ts";
import { InvalidFileError } from "../../shared/errors.ts";

const STANDARD_INPUT = "-";

export function inputName(file: string): string {
  return file === STANDARD_INPUT ? "standard input" : file;
}

/** Reads a file, or standard input for `-`. @throws InvalidFileError if it cannot be read. */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    if (file !== STANDARD_INPUT) {
      // Such as /dev/zero, which has no end; pipes have one.
      if ((await stat(file)).isCharacterDevice()) throw new Error("it is a device; give a file");
      return await withoutWorkbook(await readFile(file), file);
    }
    const { buffer } = await import("node:stream/consumers");
    return await withoutWorkbook(await buffer(process.stdin), inputName(file));
  } catch (cause) {
    throw cause instanceof InvalidFileError ? cause : unreadableFile(inputName(file), cause);
  }
}

export async function readNamed(file: string | undefined): Promise<NamedFile | undefined> {
  return file === undefined ? undefined : namedFile(file);
}

export async function namedFile(file: string): Promise<NamedFile> {
  return { file: inputName(file), bytes: await readBytes(file) };
}

export async function readText(file: string): Promise<string> {
  return decodeUtf8(await readBytes(file), inputName(file));
}

/** Reads a JSON document. @throws InvalidFileError with the line of a syntax error or duplicate field. */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(await readBytes(file), file);
}

export async function parseJson(bytes: Uint8Array, file: string): Promise<unknown> {
  const { readJsonInput } = await import("../../files/json-input.ts");
  return readJsonInput(bytes, inputName(file));
}

/** Whether to parse a file as JSON rather than CSV: it begins with a bracket, or is empty. */
export function isJson(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 1_000));
  return start.trim() === "" || /^\s*[[{]/.test(start);
}

export async function readAliases({ alias }: { readonly alias?: string }): Promise<Aliases | undefined> {
  if (alias === undefined) return undefined;
  const { readAliasesCsv } = await import("../../files/listing-index.ts");
  return readAliasesCsv(await readBytes(alias), { file: inputName(alias) });
}
