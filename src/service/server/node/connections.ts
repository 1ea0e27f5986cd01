import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { turn } from "../../../shared/turn.ts";
import { readStream } from "../../read-stream.ts";
import type { Incoming } from "../exchange.ts";

/** Answers one request; settles when the answer is sent or the connection is closed. */
type Answer = () => Promise<void>;

/** The requests of one connection. */
interface Line {
  readonly waiting: Answer[];
  busy: boolean;
  /** How many requests have come so far. */
  joined: number;
  /** The length in bytes of the body that the latest request announced. */
  announced: number;
  /** Called each time the last waiting request starts to be answered. */
  whenNoneWaits: () => void;
}

/** What happened when a connection arrived and all places were taken. */
type FullOutcome = "idle-closed" | "refused";

/**
 * A server's connections. Each has one request answered at a time. When `most` are open, a new one replaces the
 * one that has been idle longest; it is refused if requests are being answered on all of them.
 */
export class Connections {
  readonly #lines = new WeakMap<Socket, Line>();
  readonly #open = new Set<Socket>();
  /** In the order in which they became idle. */
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

  /** How many are open, and on how many of them no request is being answered. */
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

  /**
   * Runs `answer` after the earlier requests of the same connection; never if it closes first. `announced` is
   * the length of the expected body.
   */
  join(socket: Socket, answer: Answer, announced = 0): void {
    if (socket.destroyed) return;
    const line = this.lineOf(socket);
    if (line.busy && line.waiting.length >= this.#longest) {
      line.waiting.length = 0;
      socket.destroy();
      return;
    }
    line.joined += 1;
    line.announced = announced;
    line.waiting.push(answer);
    if (!line.busy) void this.#run(line, socket);
  }

  lineOf(socket: Socket): Line {
    const known = this.#lines.get(socket);
    if (known) return known;
    const line = { waiting: [], busy: false, joined: 0, announced: 0, whenNoneWaits: () => {} };
    this.#lines.set(socket, line);
    return line;
  }

  #leave(socket: Socket): void {
    this.#open.delete(socket);
    this.#idle.delete(socket);
  }

  async #run(line: Line, socket: Socket): Promise<void> {
    line.busy = true;
    this.#idle.delete(socket);
    for (let next = line.waiting.shift(); next && !socket.destroyed; next = line.waiting.shift()) {
      const done = next();
      if (line.waiting.length === 0) line.whenNoneWaits();
      await done;
      // The system accepts dozens of answers before it reports that the client reads none; serve other
      // connections in between.
      if (line.waiting.length > 0) await turn();
    }
    line.busy = false;
    if (this.#open.has(socket)) this.#idle.add(socket);
  }
}

/** The size of the first portion in bytes: at most a few small requests. */
const FIRST_PORTION = 512;

/** The end of a request's head. */
const HEAD_END = "\r\n\r\n";

/** Passes bytes to Node's HTTP parser, which parses a whole packet at once. */
type Parse = (portion: Buffer) => void;

/**
 * Passes a connection's bytes to the HTTP parser in portions, and none while one of its requests waits for
 * another. A packet may contain 2,000 requests, and Node would create all of them before it serves other
 * connections. As long as the bytes contain at most one request, each portion is twice as large as the one
 * before; the rest of an announced body is one portion.
 */
export function readInPortions(socket: Socket, connections: Connections): void {
  const line = connections.lineOf(socket);
  const parse = socket.listeners("data")[0] as Parse;
  let rest: Buffer | null = null;
  let size = FIRST_PORTION;
  /** The number of bytes that certainly belong to the latest request's body. */
  let body = 0;
  let isParsing = false;
  /** Whether this function paused the connection. Node may pause it too, and then resumes it itself. */
  let isHeld = false;

  function parseNext(bytes: Buffer): void {
    const portion = bytes.subarray(0, Math.max(size, body));
    // Cut at the end of a head, so that no request is left incomplete while its time limit runs.
    const end = portion.length < bytes.length ? portion.lastIndexOf(HEAD_END) : -1;
    const taken = end === -1 ? portion : portion.subarray(0, end + HEAD_END.length);
    const before = line.joined;
    rest = taken.length < bytes.length ? bytes.subarray(taken.length) : null;
    parse.call(socket, taken);
    const brought = line.joined - before;
    // A body may contain what looks like the end of a head; the known rest of the body is then smaller.
    const head = brought === 0 ? -1 : taken.indexOf(HEAD_END);
    const passed = head === -1 ? 0 : head + HEAD_END.length;
    body = Math.max(0, (brought === 0 ? body : line.announced) - (taken.length - passed));
    size = brought > 1 ? FIRST_PORTION : 2 * size;
  }

  function parseOn(): void {
    if (isParsing) return;
    isParsing = true;
    size = FIRST_PORTION;
    while (rest !== null && !socket.destroyed && !socket.isPaused() && line.waiting.length === 0)
      parseNext(rest);
    isParsing = false;
    if ((rest === null && line.waiting.length === 0) || socket.isPaused()) return;
    isHeld = true;
    socket.pause();
  }

  socket.off("data", parse);
  socket.on("data", (chunk: Buffer) => {
    rest = rest === null ? chunk : Buffer.concat([rest, chunk]);
    parseOn();
  });
  socket.on("resume", parseOn);
  line.whenNoneWaits = () => {
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

/** Senders of HTTP/0.9 cannot read an answer; proxies may disagree about the host. */
function faultOf({ rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return `This is HTTP/${httpVersion}. Send HTTP/1.1 or 1.0.`;
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;
  if (hosts > 1) return `There are ${hosts} Host headers. Send one.`;
  return hosts === 0 && httpVersion === "1.1" ? "There is no Host header. Send one." : null;
}

/** Path and query; an absolute address, as sent to a proxy (`http://host/path`), is accepted too. */
function targetOf(url: string): string {
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  return url.length > origin.length ? url.slice(origin.length) : "/";
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
}
