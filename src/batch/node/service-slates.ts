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

/** Length of a query's digest, in hexadecimal digits. */
const DIGITS = 16;

/** A folder of saved answers of the prediction service. */
export interface KeptSlates extends SlateSource {
  /** The saved answer to a query; null if there is none. */
  find(query: SlateQuery): Promise<InputFile | null>;
  /**
   * Saves the answer to a query and returns its file. If there is an earlier answer and `replace` is false,
   * the earlier one stays, and its file is returned.
   * @throws BatchError
   */
  keep(query: SlateQuery, text: string, options: { readonly replace: boolean }): Promise<InputFile>;
}

/**
 * Opens a folder of saved answers of the prediction service. An answer's file is named by the digest of its
 * text; for each query, a second file contains that digest. Several processes can share the folder.
 */
export function keptSlates(given: string): KeptSlates {
  // File names are resolved against the manifest's folder; this one is relative to the current folder.
  const folder = resolve(given);
  const indexOf = (query: SlateQuery) =>
    join(folder, `${digestOf(nameOfQuery(query)).slice(0, DIGITS)}.query`);
  const fileOf = (query: SlateQuery, sha256: string) => {
    return { name: nameOfQuery(query), sha256, path: join(folder, `${sha256}.json`) };
  };
  const find = async (query: SlateQuery) => {
    const sha256 = await readFile(indexOf(query), "utf8").catch(() => "");
    return /^[0-9a-f]{64}$/.test(sha256) ? fileOf(query, sha256) : null;
  };
  return {
    find,
    async of(query) {
      const kept = await find(query);
      if (kept !== null) return kept;
      throw new InvalidFileError(nameOfQuery(query), null, "has no saved answer. Run the batch again first.");
    },
    async keep(query, text, { replace }) {
      const sha256 = digestOf(text);
      const file = fileOf(query, sha256);
      await writing(folder, async () => {
        await mkdir(folder, { recursive: true });
        await writeShared(file.path, text, false);
        await writeShared(indexOf(query), sha256, replace);
        await syncFolder(folder);
      });
      return (await find(query)) ?? file;
    },
  };
}

/** Writes a file atomically; an existing one stays unless `replace` is set. */
async function writeShared(file: string, text: string, replace: boolean): Promise<void> {
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

/** Items per page of an answer: a game has about 40 to 100 projections. */
const PAGE_SIZE = 100;

/** Milliseconds for which a failed query is not sent again. */
const FAILURE_PAUSE = 60_000;

/** How to access the prediction service. */
export interface ServiceOptions {
  /** The account's API key; empty if there is none. */
  readonly apiKey: string;
  /** A folder of saved answers that several batches or shards share. */
  readonly snapshots?: string | undefined;
}

/** How a batch queries the prediction service and saves the answers. */
export interface ServiceSlatesOptions extends ServiceOptions {
  /** The folder in which the batch saves answers. */
  readonly folder: string;
  /**
   * Whether to send queries again that have saved answers, for newer projections. This affects only slates
   * of which no game has started. For any other slate, the saved answer is used.
   */
  readonly refresh: boolean;
  readonly signal: AbortSignal;
}

/** Queries the prediction service once for each slate. A resumed batch uses the saved answers. */
export function serviceSlates(options: ServiceSlatesOptions): SlateSource & { close(): Promise<void> } {
  const { apiKey, snapshots, folder, refresh, signal } = options;
  const kept = keptSlates(folder);
  const shared = snapshots === undefined ? null : keptSlates(snapshots);
  const found = new Map<string, Promise<InputFile>>();
  const clients = new Map<string, ServiceClient>();

  async function find(query: SlateQuery): Promise<InputFile> {
    const known = await kept.find(query);
    if (known !== null && !(refresh && (await isOpen(known)))) return known;
    try {
      return await kept.keep(query, await ask(query), { replace: true });
    } catch (error) {
      // If the service fails, use the batch's saved answer.
      if (known !== null && error instanceof LineupError && error.kind === "upstream") return known;
      throw error;
    }
  }

  async function ask(query: SlateQuery): Promise<string> {
    const known = await shared?.find(query);
    if (known) return textOf(known);
    const text = serviceSlateText(await read(query));
    return shared === null ? text : textOf(await shared.keep(query, text, { replace: false }));
  }

  async function read({ url, sport, from, to, league }: SlateQuery): Promise<ServiceSlate> {
    const { createServiceClient } = await import("../../service/client/index.ts");
    const client = clients.get(url) ?? createServiceClient({ baseUrl: url, apiKey });
    clients.set(url, client);
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

  return {
    /** @throws ServiceError, AbortedError, BatchError */
    of(query) {
      const name = nameOfQuery(query);
      const known = found.get(name);
      if (known !== undefined) return known;
      const finding = find(query);
      found.set(name, finding);
      finding.catch(() => {
        setTimeout(() => found.delete(name), FAILURE_PAUSE).unref();
      });
      return finding;
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

function textOf({ path }: InputFile): Promise<string> {
  return readFile(path!, "utf8");
}

/** Whether no game of a saved answer has started: until then, the service can change its projections. */
async function isOpen(kept: InputFile): Promise<boolean> {
  const { games } = readServiceSlate(await textOf(kept));
  const starts = games.map(({ attributes }) => Date.parse(attributes.startDate ?? ""));
  return !starts.some((start) => start <= Date.now());
}
