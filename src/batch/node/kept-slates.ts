import { link, mkdir, readFile, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { InvalidFileError } from "../../shared/errors.ts";
import type { InputFile } from "../job-request.ts";
import { nameOfQuery, type SlateQuery } from "../service-window.ts";
import { syncFolder, writeDraft, writing } from "./durable.ts";
import { digestOf } from "./file-digests.ts";
import type { SlateSource } from "./prepare.ts";

/** Hexadecimal digits by which queries are told apart. */
const DIGITS = 16;

/**
 * A folder of what the service said of slates: a file by its digest, and for each query one that says which. Several
 * processes may share it.
 */
export class KeptSlates implements SlateSource {
  readonly #folder: string;

  constructor(folder: string) {
    // Names of files are resolved against the manifest's folder; this one starts from where the command runs.
    this.#folder = resolve(folder);
  }

  /** @throws InvalidFileError for a slate that is not there */
  async of(query: SlateQuery): Promise<InputFile> {
    const kept = await this.find(query);
    if (kept !== null) return kept;
    throw new InvalidFileError(nameOfQuery(query), null, "is not kept. Run the batch again first.");
  }

  /** Null for what is not there. */
  async find(query: SlateQuery): Promise<InputFile | null> {
    const sha256 = await readFile(this.#indexOf(query), "utf8").catch(() => "");
    return /^[0-9a-f]{64}$/.test(sha256) ? this.#fileOf(query, sha256) : null;
  }

  async textOf({ path }: InputFile): Promise<string> {
    return readFile(path!, "utf8");
  }

  /**
   * Keeps what was said, certain when it returns. Where another process was first, its answer stands, unless this one is to
   * take its place. @throws BatchError where it cannot be written
   */
  async keep(
    query: SlateQuery,
    text: string,
    { replace }: { readonly replace: boolean },
  ): Promise<InputFile> {
    const sha256 = digestOf(text);
    const file = this.#fileOf(query, sha256);
    await writing(this.#folder, async () => {
      await mkdir(this.#folder, { recursive: true });
      await this.#write(file.path!, text, false);
      await this.#write(this.#indexOf(query), sha256, replace);
      await syncFolder(this.#folder);
    });
    return (await this.find(query)) ?? file;
  }

  #indexOf(query: SlateQuery): string {
    return join(this.#folder, `${digestOf(nameOfQuery(query)).slice(0, DIGITS)}.query`);
  }

  #fileOf(query: SlateQuery, sha256: string): InputFile {
    return { name: nameOfQuery(query), sha256, path: join(this.#folder, `${sha256}.json`) };
  }

  /** Writes a file whole; one that is there stays unless it is to be replaced. */
  async #write(file: string, text: string, replace: boolean): Promise<void> {
    const draft = `${file}.${hostname()}.${process.pid}`;
    await writeDraft(draft, text);
    if (replace) return rename(draft, file);
    try {
      await link(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }
}
