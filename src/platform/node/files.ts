/** Readers and writers of the books' files for Node, Bun and Deno; the readers know the built-in contests. */
import { type AnyFile, type ReadAnyOptions, readAny as readAnyOf } from "../../files/read-any.ts";
import { type ReadSlateOptions, readSlateFile as readSlateOf } from "../../files/read-slate.ts";
import type { Slate } from "../../files/slate.ts";
import { builtInCatalog } from "./catalog.ts";

export * from "../../files/index.ts";

/**
 * Reads a book's salary file: DraftKings salaries (old and new, classic and showdown), upload template or
 * entries file; FanDuel players list, upload template or entries file. The file decides sport, book and
 * contest; `options` give what the file does not show. Players who cannot be drafted (marked out, game
 * started, over or off) go to `leftOut`. Takes text, or a file's bytes.
 * @throws InvalidFileError naming file, line, reason and remedy.
 */
export function readSlateFile(input: string | Uint8Array, options: ReadSlateOptions): Slate {
  return readSlateOf(input, { ...options, catalog: options.catalog ?? builtInCatalog });
}

/**
 * Reads a file of unknown kind, such as one that was dropped on a page: a book's salary file, entries file,
 * upload template or standings, projections from any source, or a FantasyLineup document. Takes text, or a
 * file's bytes. `options` give the file's name for errors, and say how to read a book's players.
 * @throws InvalidFileError for a file of no known kind, and as the reader of its kind does.
 */
export function readAny(input: string | Uint8Array, options: ReadAnyOptions): Promise<AnyFile> {
  return readAnyOf(input, { ...options, catalog: options.catalog ?? builtInCatalog });
}
