import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Outgoing } from "../exchange.ts";
import { RefusedError } from "../refusal.ts";
import { isDiscarding } from "./send.ts";

/** Counts a request that never reached the handler, and gives the answer to it. */
export type Refuse = (reason: RefusedError) => Outgoing;

/** Answers what is not even HTTP, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, refuse: Refuse): void {
  if (error.code === "ECONNRESET" || !socket.writable || isDiscarding(socket)) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refuse(refusalOf(error.code));
  const lines = Object.entries({
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}

function refusalOf(code: string | undefined): RefusedError {
  if (code === "HPE_HEADER_OVERFLOW")
    return new RefusedError("headers-too-large", "The request's line and headers are too long.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new RefusedError("request-timeout", "The request did not arrive in time.");
  return new RefusedError("malformed-request", "This is not an HTTP/1.1 request.");
}
