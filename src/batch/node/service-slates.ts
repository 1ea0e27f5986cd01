import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readServiceSlate, type ServiceSlate, serviceSlateText } from "../../files/match-service.ts";
import type { ServiceClient } from "../../service/client/index.ts";
import { InvalidFileError, LineupError } from "../../shared/errors.ts";
import { checkProjections, joinProjections } from "../../shared/schema/plain.ts";
import { nameOfQuery, type SlateQuery } from "../job.ts";
import type { InputFile } from "../job-request.ts";
import { digestOf, makeFolder, writeText } from "./files.ts";

export interface SlateSource {
  of(query: SlateQuery): Promise<InputFile>;
}

interface SavedSlate {
  readonly file: InputFile & { readonly path: string };
  readonly text: string;
}

function fileIn(folder: string, query: SlateQuery, text: string) {
  const name = nameOfQuery(query);
  // File names are resolved against the manifest's folder; this one is relative to the current folder.
  const path = join(resolve(folder), `${digestOf(name).slice(0, 16)}.json`);
  return { name, sha256: digestOf(text), path };
}

async function savedSlate(folder: string, query: SlateQuery): Promise<SavedSlate | null> {
  const text = await readFile(fileIn(folder, query, "").path, "utf8").catch(() => null);
  return text === null ? null : { file: fileIn(folder, query, text), text };
}

export function keptSlates(folder: string): SlateSource {
  return {
    async of(query) {
      const saved = await savedSlate(folder, query);
      if (saved !== null) return saved.file;
      throw new InvalidFileError(nameOfQuery(query), null, "has no saved answer. Run the batch again first.");
    },
  };
}

/** Items per page of an answer: a game has about 40 to 100 projections. */
const PAGE_SIZE = 100;

export interface ServiceSlatesOptions {
  /** The account's API key; empty if there is none. */
  readonly apiKey: string;
  readonly folder: string;
  /** Whether to send queries again that have saved answers, unless a game has started. */
  readonly refresh: boolean;
  readonly signal: AbortSignal;
}

/** Queries the prediction service once for each slate. A resumed batch uses the saved answers. */
export function serviceSlates(options: ServiceSlatesOptions): SlateSource & { close(): Promise<void> } {
  const { apiKey, folder, refresh, signal } = options;
  const found = new Map<string, Promise<InputFile>>();
  const clients = new Map<string, ServiceClient>();

  async function find(query: SlateQuery): Promise<InputFile> {
    const saved = await savedSlate(folder, query);
    if (saved !== null && !(refresh && isOpen(saved.text))) return saved.file;
    try {
      const text = serviceSlateText(await read(query));
      const file = fileIn(folder, query, text);
      await makeFolder(folder);
      await writeText(file.path, text);
      return file;
    } catch (error) {
      if (saved !== null && error instanceof LineupError && error.kind === "upstream") return saved.file;
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
    of(query) {
      const name = nameOfQuery(query);
      const finding = found.get(name) ?? find(query);
      found.set(name, finding);
      return finding;
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

/** Whether no game of a saved answer has started: until then, the service can change its projections. */
function isOpen(text: string): boolean {
  const starts = readServiceSlate(text).games.map(({ attributes }) => Date.parse(attributes.startDate ?? ""));
  return !starts.some((start) => start <= Date.now());
}
