import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { Scratch } from "../../../support/command.ts";
import { INPUTS } from "../support.ts";
import { attackedServer, questions, residentBytes, standBy } from "./bystander.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const CONNECTIONS = 20;
/** Bytes that each connection sends; the answers would take more than a gigabyte. */
const SENT = 65_000;
/** Bytes by which the server may grow: more than other answers need, far less than the attack's. */
const GROWTH = 120_000_000;

const GET = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";

/** Sends requests and reads nothing, until the server closes the connection or part of them is sent. */
async function sendUnread(url: string, requests: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  await new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
    socket.write(GET.repeat(requests), () => resolve());
  });
}

/** As many requests as a packet holds, and as many as may wait. */
const PIPELINED = [Math.floor(SENT / GET.length), 33];

it("connections that send many requests, without a key, and read no answer cost little and delay no other", async () => {
  const server = await attackedServer([
    "--projections",
    scratch.write("projections.json", INPUTS.projections),
  ]);
  const asked = await questions();
  await standBy(server, asked, async () => {});
  await fetch(`${server.url}/openapi.json`).then((page) => page.arrayBuffer());
  for (const requests of PIPELINED) {
    const before = await residentBytes(server);
    expect(before).toBeGreaterThan(0);
    let most = before;
    await standBy(server, asked, async () => {
      await Promise.all(Array.from({ length: CONNECTIONS }, () => sendUnread(server.url, requests)));
      for (let look = 0; look < 10; look += 1) most = Math.max(most, await residentBytes(server));
    });
    expect(most - before).toBeLessThan(GROWTH);
  }
});
