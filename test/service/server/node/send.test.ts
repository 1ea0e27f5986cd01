import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import {
  Connections,
  createHttpServer,
  send,
  socketLimits,
} from "../../../../src/service/server/node/server.ts";
import { until } from "../support.ts";
import { bare } from "./bare.ts";

/** More than the system buffers for an unread answer. */
const LARGE = Buffer.alloc(30_000_000, "x");
/** The number of pauses in which a slow client reads an answer. */
const PAUSES = 12;
const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/**
 * A server of one large answer: `begun` counts answers started, `sent` those completed; `sockets` are the
 * connected ones.
 */
async function largeServer(limits: Parameters<typeof socketLimits>[0]) {
  const bounds = socketLimits(limits);
  const sockets = new Set<Socket>();
  const lines = new Connections(bounds);
  const [begun, over] = [{ count: 0 }, { count: 0 }];
  const server = createHttpServer(bounds, (request, response) =>
    lines.join(request.socket, async () => {
      begun.count += 1;
      await send({ status: 200, headers: {}, body: LARGE }, request, response, bounds);
      over.count += 1;
    }),
  );
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    lines.admit(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, begun, over };
}

it("cancels an answer that its client does not read, and starts none of the next ones", async () => {
  const { url, sockets, begun, over } = await largeServer({ sendTimeout: 200 });
  const { socket } = await bare(url);
  socket.pause();
  socket.write(GET.repeat(4));
  await until(() => over.count > 0 && sockets.size === 0);
  expect(begun.count).toBe(1);
  expect(socket.bytesRead).toBeLessThan(LARGE.length);
});

it("waits for a client that reads slowly, and for its next request", async () => {
  const answers = async (sendTimeout: number) => {
    const { url, sockets, over } = await largeServer({ sendTimeout });
    const { socket, read } = await bare(url);
    const isOver = (count: number) =>
      sockets.size === 0 || (over.count === count && read.text.length > count * LARGE.length);
    socket.write(GET);
    await until(() => sockets.size === 1);
    // The pauses together are longer than the limit.
    for (let portion = 1; portion <= PAUSES; portion += 1) {
      socket.pause();
      await setTimeout(sendTimeout / (PAUSES - 2));
      socket.resume();
      await until(() => sockets.size === 0 || read.text.length > (portion * LARGE.length) / (PAUSES + 1));
    }
    await until(() => isOver(1));
    socket.write(GET);
    await until(() => isOver(2));
    return over.count === 2 && sockets.size === 1;
  };
  // On a busy machine a second may pass without progress; not a minute.
  expect((await answers(1_000)) || (await answers(60_000))).toBe(true);
});
