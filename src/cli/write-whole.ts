import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InvalidFileError } from "../shared/errors.ts";

/** A file to write, and its content. */
export interface FileText {
  readonly file: string;
  readonly text: string | Uint8Array;
}

/**
 * Writes files atomically: each first under another name in the same folder, and renamed only after all are
 * written, so the old content stays until then. Keeps links; writes directly to a path that is not a plain
 * file, such as a pipe.
 * @throws InvalidFileError naming the file that cannot be written.
 */
export function writeWhole(files: readonly FileText[]): void {
  const pending: { readonly file: string; readonly draft: string; readonly target: string }[] = [];
  try {
    for (const { file, text } of files) {
      attempt(file, () => {
        const known = statSync(file, { throwIfNoEntry: false });
        if (known && !known.isFile()) return writeFileSync(file, text);
        const target = known ? realpathSync(file) : file;
        const draft = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
        pending.push({ file, draft, target });
        writeFileSync(draft, text, { flush: true, ...(known && { mode: known.mode }) });
      });
    }
    for (const { file, draft, target } of pending) attempt(file, () => renameSync(draft, target));
  } finally {
    for (const { draft } of pending) rmSync(draft, { force: true });
  }
}

const WHY_UNWRITABLE: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  EISDIR: "it is a folder; give a file",
  EACCES: "you have no permission to write there",
  ENOSPC: "the disk is full",
};

function attempt(file: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    const reason = WHY_UNWRITABLE[(cause as NodeJS.ErrnoException).code ?? ""] ?? (cause as Error).message;
    throw new InvalidFileError(file, null, `cannot be written: ${reason}.`, cause);
  }
}
