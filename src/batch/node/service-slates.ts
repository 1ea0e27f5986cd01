import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readServiceSlate, type ServiceSlate, serviceSlateText } from "../../files/match-service.ts";
import type { ServiceClient } from "../../service/client/index.ts";
import { InvalidFileError, LineupError } from "../../shared/errors.ts";
import { checkProjections, joinProjections } from "../../shared/schema/plain.ts";
import { writing } from "../batch-error.ts";
import { nameOfQuery, type SlateQuery } from "../job.ts";
import type { InputFile } from "../job-request.ts";
import { makeFolder, replaceBy, writeDraft } from "./files.ts";
import { digestOf } from "./inputs.ts";
import type { SlateSource } from "./manifest.ts";

interface KeptSlates extends SlateSource {
  /** The saved answer to a query; null if there is none. */
  find(query: SlateQuery): Promise<InputFile | null>;
  /** Saves the answer to a query, instead of any earlier one, and returns its file. @throws BatchError */
  keep(query: SlateQuery, text: string): Promise<InputFile>;
}

/** Opens a folder of saved answers of the prediction service: a file for each query. */
export function keptSlates(given: string): KeptSlates {
  // File names are resolved against the manifest's folder; this one is relative to the current folder.
  const folder = resolve(given);
  const pathOf = (query: SlateQuery) => join(folder, `${digestOf(nameOfQuery(query)).slice(0, 16)}.json`);
  const fileOf = (query: SlateQuery, text: string) => {
    return { name: nameOfQuery(query), sha256: digestOf(text), path: pathOf(query) };
  };
  const find = async (query: SlateQuery) => {
    const text = await readFile(pathOf(query), "utf8").catch(() => null);
    return text === null ? null : fileOf(query, text);
  };
  return {
    find,
    async of(query) {
      const kept = await find(query);
      if (kept !== null) return kept;
      throw new InvalidFileError(nameOfQuery(query), null, "has no saved answer. Run the batch again first.");
    },
    async keep(query, text) {
      await makeFolder(folder);
      const file = fileOf(query, text);
      await writing(file.path, async () => {
        await writeDraft(`${file.path}.new`, text);
        await replaceBy(`${file.path}.new`, file.path);
      });
      return file;
    },
  };
}

/** Items per page of an answer: a game has about 40 to 100 projections. */
const PAGE_SIZE = 100;

export interface ServiceOptions {
  /** The account's API key; empty if there is none. */
  readonly apiKey: string;
}

export interface ServiceSlatesOptions extends ServiceOptions {
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
  const { apiKey, folder, refresh, signal } = options;
  const kept = keptSlates(folder);
  const found = new Map<string, Promise<InputFile>>();
  const clients = new Map<string, ServiceClient>();

  async function find(query: SlateQuery): Promise<InputFile> {
    const known = await kept.find(query);
    if (known !== null && !(refresh && (await isOpen(known)))) return known;
    try {
      return await kept.keep(query, serviceSlateText(await read(query)));
    } catch (error) {
      // If the service fails, use the batch's saved answer.
      if (known !== null && error instanceof LineupError && error.kind === "upstream") return known;
      throw error;
    }
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
      return finding;
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

/** Whether no game of a saved answer has started: until then, the service can change its projections. */
async function isOpen(kept: InputFile): Promise<boolean> {
  const { games } = readServiceSlate(await readFile(kept.path!, "utf8"));
  const starts = games.map(({ attributes }) => Date.parse(attributes.startDate ?? ""));
  return !starts.some((start) => start <= Date.now());
}
