import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { Connections, readInChunks } from "../../../../src/service/server/node/connections.ts";
import { createHttpServer, socketLimits } from "../../../../src/service/server/node/server.ts";
import { loopTurns } from "../../../support/loop-turns.ts";
import { runs } from "../../../support/runs.ts";
import { until } from "../support.ts";

const LIMITS = socketLimits({ maxPipelined: 1_000 });

/** A server that echoes the target and body of each request, once `gate` allows it. */
async function echoServer(gate: () => Promise<void> = async () => {}) {
  const queues = new Connections(LIMITS.maxConnections, LIMITS.maxPipelined);
  const seen = { requests: 0, chunks: 0, packets: 0 };
  const server = createHttpServer(LIMITS, (request, response) => {
    seen.requests += 1;
    const answer = async () => {
      await gate();
      const chunks = await chunksOf(request);
      seen.chunks = chunks.length;
      response.end(`${request.url} ${Buffer.concat(chunks)}`);
      await once(response, "close");
    };
    queues.join(request.socket, answer);
  });
  server.on("connection", (socket) => {
    readInChunks(socket, queues);
    socket.on("data", () => {
      seen.packets += 1;
    });
  });
  server.listen({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

async function chunksOf(request: IncomingMessage): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks;
}

interface Sent {
  readonly body: string;
  readonly isChunked: boolean;
}

function textOf({ body, isChunked }: Sent, index: number, isLast: boolean): string {
  const head = `POST /${index} HTTP/1.1\r\nHost: x\r\n${isLast ? "Connection: close\r\n" : ""}`;
  if (!isChunked) return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const chunk = body === "" ? "" : `${body.length.toString(16)}\r\n${body}\r\n`;
  return `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`;
}

/** Everything received for bytes sent in pieces cut at these places. */
async function exchange(port: number, bytes: Buffer, cuts: readonly number[] = []): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const answers: Buffer[] = [];
  socket.on("data", (chunk) => answers.push(chunk));
  await once(socket, "connect");
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  for (const [at, place] of [0, ...places].entries())
    await new Promise((resolve) => socket.write(bytes.subarray(place, places[at]), resolve));
  await once(socket, "close");
  return Buffer.concat(answers).toString();
}

describe("a connection read in chunks", () => {
  it("delivers its requests completely and in order, however they are split into packets", async () => {
    const { port } = await echoServer();
    // No consecutive line ends except after heads, so that answers can be separated.
    const body = fc.oneof(
      fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, "")),
      fc.nat(150_000).map((length) => "0123456789".repeat(length / 10)),
      fc.constantFrom("GET / HTTP/1.1", "\r\n\r\nGET /x HTTP/1.1\r\n\r\n"),
    );
    const sent = fc.array(fc.record({ body, isChunked: fc.boolean() }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sent, fc.array(fc.nat(), { maxLength: 4 }), async (requests, cuts) => {
        const texts = requests.map((one, at) => textOf(one, at, at === requests.length - 1));
        const answers = await exchange(port, Buffer.from(texts.join("")), cuts);
        let from = 0;
        for (const [at, one] of requests.entries()) {
          const echo = `/${at} ${one.body}`;
          const found = answers.indexOf(echo, from);
          expect(found).toBeGreaterThan(from);
          from = found + echo.length;
        }
        expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(requests.length);
      }),
      runs(80),
    );
  });

  it("delivers a body without blank lines in no more chunks than packets", async () => {
    const { port, seen } = await echoServer();
    const body = "x".repeat(50_000);
    await exchange(port, Buffer.from(textOf({ body, isChunked: false }, 0, true)));
    expect(seen.chunks).toBeGreaterThan(0);
    expect(seen.chunks).toBeLessThanOrEqual(seen.packets);
  });

  it("answers one of its requests per turn of the event loop, so that others proceed", async () => {
    const turns = loopTurns();
    const answeredIn: number[] = [];
    const { port } = await echoServer(async () => void answeredIn.push(turns.count));
    const count = 30;
    const texts = Array.from({ length: count }, (_, at) =>
      textOf({ body: "", isChunked: false }, at, at === count - 1),
    );
    await exchange(port, Buffer.from(texts.join("")));
    expect(new Set(answeredIn).size).toBe(count);
  });

  it("delivers at most one chunk of requests while the first waits, and then all of them", async () => {
    let open: () => void = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { port, seen } = await echoServer(() => opened);
    const count = 1_500;
    const texts = Array.from({ length: count }, (_, at) =>
      textOf({ body: "", isChunked: false }, at, at === count - 1),
    );
    const answered = exchange(port, Buffer.from(texts.join("")));
    await until(() => seen.requests > 0);
    // Others come and go meanwhile.
    for (let other = 0; other < 3; other += 1) {
      const before = seen.requests;
      connect(port, "127.0.0.1").write("GET /other HTTP/1.1\r\nHost: x\r\n\r\n");
      await until(() => seen.requests > before);
    }
    expect(seen.requests).toBeLessThan(50);
    open();
    expect((await answered).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(count);
  });
});
