import { readServiceSlate, type ServiceSlate, serviceSlateText } from "../../files/service-slate.ts";
import type { ServiceClient } from "../../service/client/index.ts";
import { LineupError } from "../../shared/errors.ts";
import { checkProjections, joinProjections } from "../../shared/schema/plain.ts";
import type { InputFile } from "../job-request.ts";
import { nameOfQuery, type SlateQuery } from "../service-window.ts";
import { KeptSlates } from "./kept-slates.ts";
import type { SlateSource } from "./prepare.ts";

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
