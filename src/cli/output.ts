import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, parse } from "node:path";
import { InvalidFileError } from "../shared/errors.ts";
import { paragraph, STANDARD_OUTPUT } from "./render/text.ts";

export interface FileText {
  readonly file: string;
  readonly text: string | Uint8Array;
}

/** Writes all or none, first under other names. Links stay links; pipes are written directly. */
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

export async function writeResult(text: string | Uint8Array, file: string = STANDARD_OUTPUT): Promise<void> {
  if (file === STANDARD_OUTPUT) return writeToStandardOutput(text);
  writeWhole([{ file, text }]);
}

/** Writes the whole text; a closed pipe (`| head`) is not an error. */
async function writeToStandardOutput(text: string | Uint8Array): Promise<void> {
  const broken = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    process.stdout.once("error", resolve);
    process.stdout.write(text, (error) => resolve(error ?? null));
  });
  if (broken === null || broken.code === "EPIPE") return;
  throw new InvalidFileError("standard output", null, `cannot be written: ${broken.message}.`, broken);
}

/** Texts that are false or null are left out. */
export function note(...texts: readonly (string | false | null)[]): void {
  for (const text of texts) if (typeof text === "string") process.stderr.write(paragraph(text));
}

export function writePage(text: string, file: string): void {
  writeWhole([{ file, text }]);
  note(`wrote ${file}.`);
}

export async function writeFormat<Format extends string>(
  renderers: Readonly<Record<Format | "page", () => string | Promise<string>>>,
  { format, output, report }: { readonly format: Format; readonly output?: string; readonly report?: string },
): Promise<void> {
  await writeResult(await renderers[format](), output);
  if (report !== undefined) writePage(await renderers.page(), report);
  if (output !== undefined) note(`wrote ${output}.`);
}

/** Several texts go to numbered files, `up-1.csv` and `up-2.csv` for `up.csv`; all are written or none. */
export async function writeLineups(
  texts: readonly (string | Uint8Array)[],
  output: string = STANDARD_OUTPUT,
): Promise<void> {
  if (output === STANDARD_OUTPUT) {
    for (const text of texts) await writeResult(text);
    return;
  }
  const files = texts.map((text, index) => ({ file: numbered(output, index, texts.length), text }));
  writeWhole(files);
  note(`wrote ${files.map(({ file }) => file).join(", ")}.`);
}

export function numbered(file: string, index: number, count: number): string {
  if (count === 1) return file;
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-${index + 1}${ext}`);
}
