import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Clock, systemClock } from "../../src/shared/clock.ts";
import { answer, answerOne } from "./service/answer.ts";
import {
  type CollectionPath,
  isoDate,
  type SportData,
  type StoredResource,
  seedSport,
} from "./service/data.ts";
import { answerWithFault, type Document, type Fault, sendDocument } from "./service/faults.ts";
import { SPORTS } from "./service/sports.ts";

/** Options of the stub service. */
export interface ServiceOptions {
  /** The key it accepts; by default one that no other service of the process has. */
  readonly apiKey?: string;
  readonly seed?: number;
  /** Requests per sliding window; 3,000 in 5 minutes by default. */
  readonly rate?: { readonly requests: number; readonly windowMs: number };
  /** Its clock; the system's by default. */
  readonly clock?: Clock;
  /** A path prefix, such as `/api`. */
  readonly prefix?: string;
  /** Called when a fault leaves a request unanswered. */
  readonly onHanging?: () => void;
}

/** A request received by the stub service. `refused` by key or rate, whatever the fault. */
interface ServiceRequest {
  readonly method: string;
  /** The posted body; empty for a GET. */
  readonly body: string;
  readonly path: string;
  readonly search: string;
  readonly query: URLSearchParams;
  /** The time of arrival, by the clock's `elapsed`. */
  readonly at: number;
  readonly refused: boolean;
}

/** A stub of the prediction service on loopback. */
export interface Service {
  readonly url: string;
  readonly apiKey: string;
  /** All requests so far, in order of arrival; tests may empty it. */
  readonly requests: ServiceRequest[];
  /** Further documents by path; tests may add some. */
  readonly documents: Map<string, object>;
  /** Its data, by sport; tests may change it. */
  readonly data: Readonly<Record<string, SportData>>;
  /** Requests whose answer has not ended and whose socket is still open. */
  readonly pending: number;
  /** Those of them that a fault leaves unanswered. */
  readonly hanging: number;
  /** Fails in this way for the next `times` requests, after the faults set earlier. */
  fault(fault: Fault, times?: number): void;
  /** Clears all faults. */
  mend(): void;
  /** Is called before each answer, to change data between pages. */
  onRequest: ((request: ServiceRequest) => void) | null;
  /** Changes attributes as an update does: with a new `updatedAt` and an entry of the change feed. */
  update(sport: string, resource: StoredResource, attributes: Readonly<Record<string, unknown>>): void;
  close(): Promise<void>;
}

let started = 0;

/** Starts a stub service with seeded entities of all its sports. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  started += 1;
  const clock = options.clock ?? systemClock;
  const apiKey = options.apiKey ?? `loopback+key/${process.pid}-${started}=`;
  const { requests: limit, windowMs } = options.rate ?? { requests: 3000, windowMs: 300_000 };
  const data = Object.fromEntries(
    Object.keys(SPORTS).map((sport) => [sport, seedSport(sport, options.seed ?? 1, clock)]),
  );
  const faults: { fault: Fault; times: number }[] = [];
  let admitted: number[] = [];
  let pending = 0;
  let hanging = 0;

  function statusOf(key: string | null): number {
    if (key !== apiKey) return 401;
    const at = clock.elapsed();
    admitted = admitted.filter((time) => at - time < windowMs);
    if (admitted.length >= limit) return 429;
    admitted.push(at);
    return 200;
  }

  function nextFault(): Fault | null {
    const first = faults[0];
    if (first === undefined) return null;
    first.times -= 1;
    if (first.times <= 0) faults.shift();
    return first.fault;
  }

  /** The content of a path: a list, one entity of it, or the performances of one event. */
  function find(path: string, query: URLSearchParams): object | null {
    const own = service.documents.get(path);
    if (own !== undefined) return own;
    const [, sport = "", collection = "", uuid, of] =
      /^\/([\w-]+)\/v2\/(\w+)(?:\/([\w-]+)(?:\/(\w+))?)?$/.exec(path) ?? [];
    const known = data[sport];
    if (known === undefined || collection === "sport" || !(collection in known)) return null;
    const name = collection as CollectionPath;
    if (uuid === undefined) return answer(known, name, query);
    if (of === undefined) return answerOne(known, name, uuid, query);
    if (name !== "events" || of !== "performances") return null;
    return answer(known, "performances", new URLSearchParams([...query, ["event.uuid", uuid]]));
  }

  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? "/", "http://service");
    const path = url.pathname.slice((options.prefix ?? "").length);
    const status = statusOf(url.searchParams.get("api_key"));
    const request = {
      method: message.method ?? "",
      body: message.method === "POST" ? await text(message) : "",
      path,
      search: url.search,
      query: url.searchParams,
      at: clock.elapsed(),
      refused: status !== 200,
    };
    pending += 1;
    response.once("close", () => {
      pending -= 1;
    });
    service.requests.push(request);
    service.onRequest?.(request);
    const document = find(path, url.searchParams) as Document | null;
    response.setHeader("Date", new Date(clock.now()).toUTCString());
    if (status !== 200) return void response.writeHead(status).end(`refused ${message.url}`);
    if (document === null) return void response.writeHead(404).end();
    const fault = nextFault();
    if (fault?.kind === "hang") {
      hanging += 1;
      options.onHanging?.();
      response.once("close", () => {
        hanging -= 1;
      });
    }
    if (fault) await answerWithFault(fault, response, document);
    else sendDocument(response, document);
  }

  const server = createServer((message, response) => void respond(message, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const service: Service = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${options.prefix ?? ""}`,
    apiKey,
    requests: [],
    documents: new Map(),
    data,
    get pending() {
      return pending;
    },
    get hanging() {
      return hanging;
    },
    fault: (fault, times = 1) => void faults.push({ fault, times }),
    mend: () => void faults.splice(0),
    onRequest: null,
    update(sport, resource, attributes) {
      const updatedAt = isoDate(clock.now());
      Object.assign(resource.attributes, attributes, { updatedAt });
      data[sport]?.changes.push({ id: resource.id, attributes: { updatedAt }, relationships: {} });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return service;
}
