import { link, mkdir, readFile, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { readServiceSlate, type ServiceSlate, serviceSlateText } from "../../files/match-service.ts";
import type { ServiceClient } from "../../service/client/index.ts";
import { InvalidFileError, LineupError } from "../../shared/errors.ts";
import { checkProjections, joinProjections } from "../../shared/schema/plain.ts";
import { nameOfQuery, type SlateQuery } from "../job.ts";
import type { InputFile } from "../job-request.ts";
import { digestOf } from "./file-digests.ts";
import { syncFolder, writeDraft, writing } from "./folder.ts";
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

/** Entries per page: a game has about 40 to 100 projections. */
const PAGE_SIZE = 100;

/** Milliseconds before a failed query for a slate is sent again. */
const FAILURE_PAUSE = 60_000;

/** How to read the service. */
export interface ServiceOptions {
  /** Empty if there is no key. */
  readonly apiKey: string;
  /** A folder of saved answers that several batches share, such as shards. */
  readonly snapshots?: string | undefined;
}

/** How a batch reads the service. */
export interface ServiceSlatesOptions extends ServiceOptions {
  /** The folder in which the batch saves answers. */
  readonly folder: string;
  /** Whether to repeat saved queries as long as none of their games has started. */
  readonly anew: boolean;
  readonly signal: AbortSignal;
}

/**
 * The service's slates. Each is requested once and saved with the batch, so that a resumed batch uses the
 * same data.
 */
export class ServiceSlates implements SlateSource {
  readonly #options: ServiceSlatesOptions;
  readonly #kept: KeptSlates;
  readonly #shared: KeptSlates | null;
  readonly #found = new Map<string, Promise<InputFile>>();
  readonly #clients = new Map<string, ServiceClient>();

  constructor(options: ServiceSlatesOptions) {
    this.#options = options;
    this.#kept = new KeptSlates(options.folder);
    this.#shared = options.snapshots === undefined ? null : new KeptSlates(options.snapshots);
  }

  /** @throws ServiceError, AbortedError, BatchError */
  of(query: SlateQuery): Promise<InputFile> {
    const name = nameOfQuery(query);
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const found = this.#find(query);
    this.#found.set(name, found);
    found.catch(() => {
      setTimeout(() => this.#found.delete(name), FAILURE_PAUSE).unref();
    });
    return found;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
  }

  async #find(query: SlateQuery): Promise<InputFile> {
    const kept = await this.#kept.find(query);
    if (kept !== null && !(this.#options.anew && (await this.#isOpen(kept)))) return kept;
    try {
      const text = await this.#ask(query);
      return await this.#kept.keep(query, text, { replace: true });
    } catch (error) {
      // A saved answer remains valid for its batch.
      if (kept !== null && error instanceof LineupError && error.kind === "upstream") return kept;
      throw error;
    }
  }

  /** Whether no game has started: until then the service's answer can change. */
  async #isOpen(kept: InputFile): Promise<boolean> {
    const { games } = readServiceSlate(await this.#kept.textOf(kept));
    const starts = games.map(({ attributes }) => Date.parse(attributes.startDate ?? ""));
    return !starts.some((start) => start <= Date.now());
  }

  async #ask(query: SlateQuery): Promise<string> {
    const known = await this.#shared?.find(query);
    if (this.#shared && known) return this.#shared.textOf(known);
    const text = serviceSlateText(await this.#read(query));
    if (this.#shared === null) return text;
    return this.#shared.textOf(await this.#shared.keep(query, text, { replace: false }));
  }

  async #read({ url, sport, from, to, league }: SlateQuery): Promise<ServiceSlate> {
    const { signal } = this.#options;
    const client = await this.#clientOf(url);
    const { data: games } = await client
      .events(sport, {
        startDate: { after: new Date(from), before: new Date(to) },
        ...(league !== undefined && { "league.uuid": league }),
        order: { startDate: "asc" },
        count: PAGE_SIZE,
      })
      .document({ signal });
    const parts = await Promise.all(
      games.map(({ attributes }) =>
        client
          .fantasyPerformances(sport, {
            "event.uuid": attributes.uuid,
            include: ["player", "team"],
            count: PAGE_SIZE,
          })
          .document({ signal }),
      ),
    );
    return { games, projections: joinProjections(parts.map((part) => checkProjections(part))) };
  }

  async #clientOf(url: string): Promise<ServiceClient> {
    const { createServiceClient } = await import("../../service/client/index.ts");
    const known = this.#clients.get(url);
    if (known !== undefined) return known;
    const client = createServiceClient({ baseUrl: url, apiKey: this.#options.apiKey });
    this.#clients.set(url, client);
    return client;
  }
}
