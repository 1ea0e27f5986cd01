import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Outgoing } from "../exchange.ts";
import { WITHOUT_BODY } from "../web.ts";
import { holdsBack } from "./expect-continue.ts";
import type { SocketLimits } from "./socket-limits.ts";

/** Connections whose request was answered before its body had come; what is left of it is read and dropped. */
const discarding = new WeakSet<Socket>();

/** Whether the connection's request is answered already, though it has not come wholly. */
export function isDiscarding(socket: Socket): boolean {
  return discarding.has(socket);
}

/**
 * Sends an answer and waits until the system has taken it, or the connection is closed, as it is when its client does
 * not read. A body that is still on its way is read to its end, within bounds: a connection that is closed over
 * unread bytes is reset, and clients that send first and read then would never see the answer.
 */
export async function send(
  { status, headers, body }: Outgoing,
  request: IncomingMessage,
  response: ServerResponse,
  { sendTimeout, maxDiscard }: SocketLimits,
): Promise<void> {
  const { socket } = request;
  if (socket.destroyed) return;
  // Counts while nothing moves, and ends the connection; the server sets its own for the idle connection.
  socket.setTimeout(sendTimeout);
  response.prependOnceListener("finish", () => socket.setTimeout(0));
  // A body that was never asked for may or may not come, so nothing can come after it.
  const isLast = holdsBack(request);
  if (!request.complete && !isLast) discard(request, maxDiscard);
  const closed = new Promise((resolve) => response.once("close", resolve));
  const all = {
    ...headers,
    ...(isLast && { connection: "close" }),
    ...(!WITHOUT_BODY.has(status) && { "content-length": Buffer.byteLength(body) }),
  };
  response.writeHead(status, all).end(body);
  await closed;
}

function discard(request: IncomingMessage, most: number): void {
  const { socket } = request;
  let size = 0;
  discarding.add(socket);
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > most) socket.destroy();
  });
  request.once("end", () => discarding.delete(socket));
}
