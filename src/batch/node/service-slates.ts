import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readServiceSlate, type ServiceSlate, serviceSlateText } from "../../files/match-service.ts";
import type { ServiceClient } from "../../service/client/index.ts";
import { InvalidFileError, LineupError } from "../../shared/errors.ts";
import { checkProjections, joinProjections } from "../../shared/schema/plain.ts";
import { nameOfQuery, type SlateQuery } from "../job.ts";
import type { InputFile } from "../job-request.ts";
import { digestOf, makeFolder, writeText } from "./files.ts";

export type SlateSource = (query: SlateQuery) => Promise<InputFile>;

function savedIn(folder: string, query: SlateQuery) {
  const name = nameOfQuery(query);
  // File names are resolved against the manifest's folder; this one is relative to the current folder.
  const path = join(resolve(folder), `${digestOf(name).slice(0, 16)}.json`);
  return {
    read: () => readFile(path, "utf8").catch(() => null),
    write: (text: string) => makeFolder(folder).then(() => writeText(path, text)),
    fileWith: (text: string): InputFile => ({ name, sha256: digestOf(text), path }),
  };
}

export function keptSlates(folder: string): SlateSource {
  return async (query) => {
    const saved = savedIn(folder, query);
    const text = await saved.read();
    if (text !== null) return saved.fileWith(text);
    throw new InvalidFileError(nameOfQuery(query), null, "has no saved answer. Run the batch again first.");
  };
}

/** Items per page of an answer: a game has about 40 to 100 projections. */
const PAGE_SIZE = 100;

/** Asks the service once for each slate that has no answer in `folder`, or a game to come if `refresh` is set. */
export function serviceSlates(folder: string, refresh: boolean, apiKey: string, signal: AbortSignal) {
  const found = new Map<string, Promise<InputFile>>();
  const clients = new Map<string, ServiceClient>();

  async function find(query: SlateQuery): Promise<InputFile> {
    const saved = savedIn(folder, query);
    const known = await saved.read();
    if (known !== null && !(refresh && isOpen(known))) return saved.fileWith(known);
    try {
      const text = serviceSlateText(await ask(query));
      await saved.write(text);
      return saved.fileWith(text);
    } catch (error) {
      if (known !== null && error instanceof LineupError && error.kind === "upstream")
        return saved.fileWith(known);
      throw error;
    }
  }

  async function ask({ url, sport, from, to, league }: SlateQuery): Promise<ServiceSlate> {
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
      games.map(({ attributes: { uuid } }) => {
        const of = { "event.uuid": uuid, include: ["player" as const, "team" as const], count: PAGE_SIZE };
        return client.fantasyPerformances(sport, of).document({ signal });
      }),
    );
    return { games, projections: joinProjections(parts.map((part) => checkProjections(part))) };
  }

  return {
    of(query: SlateQuery): Promise<InputFile> {
      const name = nameOfQuery(query);
      const finding = found.get(name) ?? find(query);
      found.set(name, finding);
      return finding;
    },
    close: () => Promise.all([...clients.values()].map((client) => client.close())),
  };
}

/** Whether no game of a saved answer has started: until then, the service can change its projections. */
function isOpen(text: string): boolean {
  const starts = readServiceSlate(text).games.map(({ attributes }) => Date.parse(attributes.startDate ?? ""));
  return !starts.some((start) => start <= Date.now());
}
