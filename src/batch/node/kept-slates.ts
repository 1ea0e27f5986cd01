import { link, mkdir, readFile, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { InvalidFileError } from "../../shared/errors.ts";
import type { InputFile } from "../job-request.ts";
import { nameOfQuery, type SlateQuery } from "../service-window.ts";
import { syncFolder, writeDraft, writing } from "./durable.ts";
import { digestOf } from "./file-digests.ts";
import type { SlateSource } from "./prepare.ts";

/** Hexadecimal digits of a query's digest. */
const DIGITS = 16;

/**
 * A folder of the service's answers: each answer in a file named by its digest, and for each query a file
 * that names its answer. Several processes can share it.
 */
export class KeptSlates implements SlateSource {
  readonly #folder: string;

  constructor(folder: string) {
    // File names are resolved against the manifest's folder; this one is relative to the current folder.
    this.#folder = resolve(folder);
  }

  /** @throws InvalidFileError for a missing slate */
  async of(query: SlateQuery): Promise<InputFile> {
    const kept = await this.find(query);
    if (kept !== null) return kept;
    throw new InvalidFileError(nameOfQuery(query), null, "is not kept. Run the batch again first.");
  }

  /** Null if there is no saved answer. */
  async find(query: SlateQuery): Promise<InputFile | null> {
    const sha256 = await readFile(this.#indexOf(query), "utf8").catch(() => "");
    return /^[0-9a-f]{64}$/.test(sha256) ? this.#fileOf(query, sha256) : null;
  }

  async textOf({ path }: InputFile): Promise<string> {
    return readFile(path!, "utf8");
  }

  /**
   * Saves an answer durably. If another process was first, returns its answer, unless this one replaces it.
   * @throws BatchError if it cannot be written
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

  /** Writes a file atomically; an existing one stays unless `replace` is set. */
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
