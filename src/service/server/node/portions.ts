import type { Socket } from "node:net";
import type { Lines } from "./line.ts";

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
export function readInPortions(socket: Socket, lines: Lines): void {
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
