/** Readers and writers of the books' files for browsers; the readers know the built-in contests. */
import { type AnyFile, type ReadAnyOptions, readAny as readAnyOf } from "../../files/read-any.ts";
import { type ReadSlateOptions, readSlateFile as readSlateOf } from "../../files/read-slate.ts";
import type { Slate } from "../../files/slate.ts";
import { builtInCatalog } from "./catalog.ts";

export * from "../../files/index.ts";

/** Reads a book's salary file, upload template or entries file. @throws InvalidFileError */
export function readSlateFile(input: string | Uint8Array, options: ReadSlateOptions): Slate {
  return readSlateOf(input, { ...options, catalog: options.catalog ?? builtInCatalog });
}

/** Reads a file of any known kind, such as one that was dropped on a page. @throws InvalidFileError */
export function readAny(input: string | Uint8Array, options: ReadAnyOptions): Promise<AnyFile> {
  return readAnyOf(input, { ...options, catalog: options.catalog ?? builtInCatalog });
}
