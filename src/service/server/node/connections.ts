import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { turn } from "../../../shared/clock.ts";
import { readStream } from "../../read-stream.ts";
import type { Incoming } from "../exchange.ts";

/** Answers one request; settles when the answer is sent or the connection is closed. */
type Answer = () => Promise<void>;

/** The requests of one connection. */
interface Queue {
  readonly waiting: Answer[];
  busy: boolean;
  /** Called each time the last waiting request starts to be answered. */
  onEmpty: () => void;
}

/**
 * What happened when a new connection found the server full: an idle connection was closed for it, or the new
 * one was refused.
 */
type FullOutcome = "idle-closed" | "refused";

/**
 * A server's connections; at most `most` are open, and each has one request answered at a time. A further
 * connection replaces the one that has been idle longest; without an idle one, it is refused.
 */
export class Connections {
  readonly #queues = new WeakMap<Socket, Queue>();
  readonly #open = new Set<Socket>();
  /** Idle connections, in the order in which they became idle. */
  readonly #idle = new Set<Socket>();
  readonly #most: number;
  readonly #longest: number;
  readonly #onFull: (outcome: FullOutcome) => void;

  /** A connection is closed if more than `longest` of its requests wait behind the one being answered. */
  constructor(most: number, longest: number, onFull: (outcome: FullOutcome) => void = () => {}) {
    this.#most = most;
    this.#longest = longest;
    this.#onFull = onFull;
  }

  /** The numbers of open connections, and of idle ones: those on which no request is being answered. */
  get counts(): { readonly open: number; readonly idle: number } {
    return { open: this.#open.size, idle: this.#idle.size };
  }

  /** Accepts a connection, or closes it and returns false. */
  admit(socket: Socket): boolean {
    if (this.#open.size >= this.#most) {
      const [oldest] = this.#idle;
      this.#onFull(oldest === undefined ? "refused" : "idle-closed");
      (oldest ?? socket).destroy();
      if (oldest === undefined) return false;
      this.#leave(oldest);
    }
    this.#open.add(socket);
    this.#idle.add(socket);
    socket.once("close", () => this.#leave(socket));
    return true;
  }

  /** Runs `answer` after the earlier requests of the same connection; never if it closes first. */
  join(socket: Socket, answer: Answer): void {
    if (socket.destroyed) return;
    const queue = this.queueOf(socket);
    if (queue.busy && queue.waiting.length >= this.#longest) {
      queue.waiting.length = 0;
      socket.destroy();
      return;
    }
    queue.waiting.push(answer);
    if (!queue.busy) void this.#run(queue, socket);
  }

  queueOf(socket: Socket): Queue {
    const known = this.#queues.get(socket);
    if (known) return known;
    const queue = { waiting: [], busy: false, onEmpty: () => {} };
    this.#queues.set(socket, queue);
    return queue;
  }

  #leave(socket: Socket): void {
    this.#open.delete(socket);
    this.#idle.delete(socket);
  }

  async #run(queue: Queue, socket: Socket): Promise<void> {
    queue.busy = true;
    this.#idle.delete(socket);
    for (let next = queue.waiting.shift(); next && !socket.destroyed; next = queue.waiting.shift()) {
      const done = next();
      if (queue.waiting.length === 0) queue.onEmpty();
      await done;
      // The system accepts dozens of answers before it reports that the client reads none; serve other
      // connections in between.
      if (queue.waiting.length > 0) await turn();
    }
    queue.busy = false;
    if (this.#open.has(socket)) this.#idle.add(socket);
  }
}

/** Minimum number of bytes to parse at once: so few that they contain only a few small requests. */
const LEAST_PARSED = 512;

/** The blank line that ends the head of a request; some HTTP parsers accept bare line feeds. */
const BLANK_LINES = ["\n\r\n", "\n\n"] as const;

/**
 * The bytes to parse next: up to the first blank line after `LEAST_PARSED` bytes, so that no request stays
 * half parsed while its time limit runs.
 */
function nextChunk(bytes: Buffer): Buffer {
  const ends = BLANK_LINES.map((line) => {
    const at = bytes.indexOf(line, LEAST_PARSED);
    return at === -1 ? bytes.length : at + line.length;
  });
  return bytes.subarray(0, Math.min(...ends));
}

/**
 * Passes a connection's bytes to Node's HTTP parser in small chunks, and pauses while one of its requests
 * waits for an earlier one. A packet may contain 2,000 requests, and Node would create all of them before it
 * serves other connections.
 */
export function readInChunks(socket: Socket, connections: Connections): void {
  const queue = connections.queueOf(socket);
  const parse = socket.listeners("data")[0] as (chunk: Buffer) => void;
  let rest: Buffer | null = null;
  let isParsing = false;
  /** Whether this function paused the connection. Node may pause it too, and then resumes it itself. */
  let isHeld = false;

  function parseRest(): void {
    if (isParsing) return;
    isParsing = true;
    while (rest !== null && !socket.destroyed && !socket.isPaused() && queue.waiting.length === 0) {
      const chunk = nextChunk(rest);
      rest = chunk.length < rest.length ? rest.subarray(chunk.length) : null;
      parse.call(socket, chunk);
    }
    isParsing = false;
    if ((rest === null && queue.waiting.length === 0) || socket.isPaused()) return;
    isHeld = true;
    socket.pause();
  }

  socket.off("data", parse);
  socket.on("data", (packet: Buffer) => {
    rest = rest === null ? packet : Buffer.concat([rest, packet]);
    parseRest();
  });
  socket.on("resume", parseRest);
  queue.onEmpty = () => {
    if (isHeld) socket.resume();
    isHeld = false;
  };
}

const invited = new WeakSet<IncomingMessage>();

/** Whether the client waits for permission to send its body (`Expect: 100-continue`) and has none yet. */
export function holdsBack(request: IncomingMessage): boolean {
  return /^100-continue$/i.test(request.headers.expect ?? "") && !request.complete && !invited.has(request);
}

/** Permits a waiting client to send its body. A request refused by its head alone never gets permission. */
function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  if (!holdsBack(request)) return;
  invited.add(request);
  response.writeContinue();
}

/** Converts a request of Node's HTTP server for the handler. */
export function incomingOf(request: IncomingMessage, response: ServerResponse): Incoming {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return {
    method: request.method ?? "",
    target: targetOf(request.url ?? ""),
    signal: gone.signal,
    fault: faultOf(request),
    header: (name) => headerOf(request, name),
    body: (limit) => {
      inviteBody(request, response);
      // The rest of a longer body is dropped after the answer, on the same connection.
      return readStream(request.iterator({ destroyOnReturn: false }), limit);
    },
  };
}

/**
 * Why a request is refused for its HTTP version or Host headers; null if it is not. HTTP/0.9 clients cannot
 * read an answer, and proxies may disagree on which of several Host headers counts.
 */
function faultOf({ rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return `This is HTTP/${httpVersion}. Send HTTP/1.1 or 1.0.`;
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;
  if (hosts > 1) return `There are ${hosts} Host headers. Send one.`;
  return hosts === 0 && httpVersion === "1.1" ? "There is no Host header. Send one." : null;
}

/** The path and query of a request, which may have an absolute address, as sent to a proxy. */
function targetOf(url: string): string {
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  return url.length > origin.length ? url.slice(origin.length) : "/";
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
}
