import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { turn } from "../../../shared/turn.ts";
import type { Incoming } from "../exchange.ts";

/** Answers one request; settles when its answer has left, or its connection closed. */
type Answer = () => Promise<void>;

interface Line {
  readonly waiting: Answer[];
  busy: boolean;
  joined: number;
  announced: number;
  nobodyWaits: () => void;
}

/** What is called when the first of a connection's requests takes its turn, and when the last is answered. */
interface Turns {
  begin(socket: Socket): void;
  end(socket: Socket): void;
}

/** The requests of each connection, one after another: what one connection asks for is held once at a time. */
export class ConnectionQueues {
  readonly #lines = new WeakMap<Socket, Line>();
  readonly #longest: number;
  readonly #turns: Turns;

  /** `turns` receives when a connection's requests begin and end to be answered. A connection on which more than `longest` requests wait behind the one being answered is closed. */
  constructor(longest: number, turns: Turns = { begin: () => {}, end: () => {} }) {
    this.#longest = longest;
    this.#turns = turns;
  }

  /**
   * Gives the answer when those of the same connection before it are over; never, if it closes before. `announced` is the
   * length of the body that is to come.
   */
  join(socket: Socket, answer: Answer, announced = 0): void {
    if (socket.destroyed) return;
    const line = this.#lineOf(socket);
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

  /** Requests of the connection so far. */
  joined(socket: Socket): number {
    return this.#lineOf(socket).joined;
  }

  /** Bytes that the connection's latest request announced as its body. */
  announced(socket: Socket): number {
    return this.#lineOf(socket).announced;
  }

  /** Whether a request of the connection waits behind another. */
  isWaiting(socket: Socket): boolean {
    return this.#lineOf(socket).waiting.length > 0;
  }

  /** Calls back each time that the last of those that waited takes its turn. */
  whenNobodyWaits(socket: Socket, then: () => void): void {
    this.#lineOf(socket).nobodyWaits = then;
  }

  #lineOf(socket: Socket): Line {
    const known = this.#lines.get(socket);
    if (known) return known;
    const line = { waiting: [], busy: false, joined: 0, announced: 0, nobodyWaits: () => {} };
    this.#lines.set(socket, line);
    return line;
  }

  async #run(line: Line, socket: Socket): Promise<void> {
    line.busy = true;
    this.#turns.begin(socket);
    for (let next = line.waiting.shift(); next && !socket.destroyed; next = line.waiting.shift()) {
      const done = next();
      if (line.waiting.length === 0) line.nobodyWaits();
      await done;
      // The system takes dozens of answers before it says that nobody reads them: other connections come in between.
      if (line.waiting.length > 0) await turn();
    }
    line.busy = false;
    this.#turns.end(socket);
  }
}

/** Bytes of the first portion: no more than a few small requests. */
const FIRST_PORTION = 512;

/** What ends the head of a request. */
const HEAD_END = "\r\n\r\n";

/** Reads what came, as Node's HTTP server does with all of a packet at once. */
type Parse = (portion: Buffer) => void;

/**
 * Gives a connection's bytes to the HTTP parser in portions, and none while a request of the connection waits for
 * another: a packet may hold 2,000 requests, and Node would make objects of all of them before anybody else has a turn.
 * Bytes that bring no more than one request come in portions twice as large each time, and what is left of the body that
 * it announced comes as a whole.
 */
export function readInPortions(socket: Socket, lines: ConnectionQueues): void {
  const parse = socket.listeners("data")[0] as Parse;
  let rest: Buffer | null = null;
  let size = FIRST_PORTION;
  /** Bytes that are of the latest request's body for sure. */
  let body = 0;
  let isParsing = false;
  /** Whether it is this that paused the connection, and not Node, which goes on by itself. */
  let isHeld = false;

  function parseNext(bytes: Buffer): void {
    const portion = bytes.subarray(0, Math.max(size, body));
    // Where heads end, so that none waits in part while its time runs.
    const end = portion.length < bytes.length ? portion.lastIndexOf(HEAD_END) : -1;
    const taken = end === -1 ? portion : portion.subarray(0, end + HEAD_END.length);
    const before = lines.joined(socket);
    rest = taken.length < bytes.length ? bytes.subarray(taken.length) : null;
    parse.call(socket, taken);
    const brought = lines.joined(socket) - before;
    // A body may look like the end of a head: then less of it is known to come.
    const head = brought === 0 ? -1 : taken.indexOf(HEAD_END);
    const passed = head === -1 ? 0 : head + HEAD_END.length;
    body = Math.max(0, (brought === 0 ? body : lines.announced(socket)) - (taken.length - passed));
    size = brought > 1 ? FIRST_PORTION : 2 * size;
  }

  function parseOn(): void {
    if (isParsing) return;
    isParsing = true;
    size = FIRST_PORTION;
    while (rest !== null && !socket.destroyed && !socket.isPaused() && !lines.isWaiting(socket))
      parseNext(rest);
    isParsing = false;
    if ((rest === null && !lines.isWaiting(socket)) || socket.isPaused()) return;
    isHeld = true;
    socket.pause();
  }

  socket.off("data", parse);
  socket.on("data", (chunk: Buffer) => {
    rest = rest === null ? chunk : Buffer.concat([rest, chunk]);
    parseOn();
  });
  socket.on("resume", parseOn);
  lines.whenNobodyWaits(socket, () => {
    if (isHeld) socket.resume();
    isHeld = false;
  });
}

const invited = new WeakSet<IncomingMessage>();

/** Whether the client holds back its body until it is asked for it (`Expect: 100-continue`), and has not been. */
export function holdsBack(request: IncomingMessage): boolean {
  return /^100-continue$/i.test(request.headers.expect ?? "") && !request.complete && !invited.has(request);
}

/** Asks a client that holds back its body for it; what is refused for its head alone is never asked for. */
function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  if (!holdsBack(request)) return;
  invited.add(request);
  response.writeContinue();
}

/** A request of Node's HTTP server as the handler reads it. */
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
      return readBody(request, limit);
    },
  };
}

/**
 * HTTP/0.9 has no headers, so that its sender could not read an answer. A request for two hosts, or for none, is one
 * that another server on the way may take for something else.
 */
function faultOf({ rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return `This is HTTP/${httpVersion}. Send HTTP/1.1 or 1.0.`;
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;
  if (hosts > 1) return `There are ${hosts} Host headers. Send one.`;
  return hosts === 0 && httpVersion === "1.1" ? "There is no Host header. Send one." : null;
}

/** Path and query: what a proxy is asked for, `http://host/path`, is for this server too. */
function targetOf(url: string): string {
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  return url.length > origin.length ? url.slice(origin.length) : "/";
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
}

/** Reads to the end, or to the first chunk beyond `limit`: then null, and the rest stays unread. */
function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (act: () => void) => {
      request.off("data", take).off("end", end).off("error", fail).off("close", leave);
      act();
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else settle(() => resolve(null));
    };
    const end = () => settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)));
    const fail = (error: Error) => settle(() => reject(error));
    const leave = () => fail(new Error("The connection closed before the body had arrived."));
    request.on("data", take).on("end", end).on("error", fail).on("close", leave);
  });
}
