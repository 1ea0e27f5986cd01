import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { rejection } from "../../support/client.ts";
import { asking, heldProjections, INPUTS, pathOf, read, testServer, until } from "../support.ts";

/** A bare connection to the server; `text` is all that came. */
async function bare(
  url: string,
): Promise<{ socket: Socket; read: { text: string }; ended: Promise<unknown> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const read = { text: "" };
  socket.setEncoding("utf8").on("data", (text: string) => {
    read.text += text;
  });
  socket.on("error", () => {});
  const ended = once(socket, "close");
  await once(socket, "connect");
  return { socket, read, ended };
}

describe("a server", () => {
  it.each([
    ["what is no HTTP", "hello\r\n\r\n", 400, "malformed-request"],
    ["a header without end", `GET / HTTP/1.1\r\nx: ${"x".repeat(5_000)}`, 431, "headers-too-large"],
  ])("answers %s and closes", async (_, sent, status, code) => {
    const { url } = await testServer({ sockets: { maxHeader: 4_000 } });
    const { socket, read, ended } = await bare(url);
    socket.write(sent);
    await ended;
    expect(read.text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(read.text).toContain("content-type: application/vnd.api+json\r\n");
    expect(JSON.parse(read.text.split("\r\n\r\n")[1]!).errors[0]).toMatchObject({ code });
  });

  it("answers by itself what is no path, and keeps to itself what was asked", async () => {
    const { url, key } = await testServer();
    for (const target of [`/%zz?api_key=${key}`, `/basketball%2?${key}`, "//", "*"]) {
      const { socket, read } = await bare(url);
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      await until(() => read.text.endsWith("}"));
      expect(read.text).toMatch(/^HTTP\/1.1 404 /);
      expect(read.text).toMatch(/^x-request-id: /im);
      expect(read.text).toContain("content-type: application/vnd.api+json\r\n");
      expect(read.text).not.toContain(key);
    }
  });

  it("takes a target with its origin, as proxies are asked", async () => {
    const { url, key } = await testServer();
    const { socket, read } = await bare(url);
    const body = JSON.stringify(INPUTS.body);
    socket.write(`GET HTTP://x:1/health HTTP/1.1\r\nHost: x\r\n\r\n`);
    socket.write(
      `POST http://x${pathOf(key)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await until(() => read.text.match(/HTTP\/1.1 /g)?.length === 2);
    expect(read.text.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  });

  it("answers HEAD with the length of what GET would get, and nothing more", async () => {
    const { url } = await testServer();
    const [get, head] = [await fetch(`${url}/docs`), await fetch(`${url}/docs`, { method: "HEAD" })];
    expect(head.headers.get("content-length")).toBe(String((await get.arrayBuffer()).byteLength));
    expect(await head.text()).toBe("");
  });

  it("does not wait for ever for a request", { timeout: 10_000 }, async () => {
    const { url, key } = await testServer({ sockets: { headersTimeout: 200, requestTimeout: 300 } });
    const [head, body] = [await bare(url), await bare(url)];
    head.socket.write("POST / HTTP/1.1\r\nHost: x\r\n");
    body.socket.write(
      `POST ${pathOf(key)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    await Promise.all([head.ended, body.ended]);
    expect(head.read.text).toMatch(/^HTTP\/1.1 408 /);
    expect(body.read.text).toMatch(/^HTTP\/1.1 408 /);
  });

  it("refuses a large body before it is sent, and closes the connection", async () => {
    const { url, key } = await testServer({ limits: { maxBody: 1_000 } });
    const { socket, read, ended } = await bare(url);
    socket.write(
      `POST ${pathOf(key)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1001\r\n\r\n`,
    );
    await ended;
    expect(read.text).toMatch(/^HTTP\/1.1 413 /);
    expect(read.text).toContain("connection: close\r\n");
  });

  it("takes many requests over one connection, whatever their answers", async () => {
    const { url, key } = await testServer();
    const { socket, read } = await bare(url);
    const post = (path: string, body: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const bodies = ["{", "{}", JSON.stringify(INPUTS.body)];
    socket.write(bodies.map((body) => post(pathOf(key), body)).join("") + post("/nowhere", bodies[2]!));
    await until(() => read.text.includes("HTTP/1.1 404 "));
    expect(read.text.match(/HTTP\/1.1 \d+/g)).toEqual(
      [400, 422, 200, 404].map((status) => `HTTP/1.1 ${status}`),
    );
  });

  it("does not take more connections than its limit", async () => {
    const { url } = await testServer({ sockets: { maxConnections: 1 } });
    await bare(url);
    const { ended } = await bare(url);
    await ended;
  });

  it("frees the solve of a client that goes away", async () => {
    const held = heldProjections();
    const { url, key, handler } = await testServer({ projections: held.source });
    const leaving = new AbortController();
    const gone = rejection(fetch(url + pathOf(key), { ...asking(), signal: leaving.signal }));
    await until(() => held.asked === 1);
    expect(handler.pending()).toBe(1);
    leaving.abort();
    await gone;
    await until(() => handler.pending() === 0);
  });

  it("forgets a client that goes away with half a body", async () => {
    const { url, key, handler } = await testServer();
    const { socket } = await bare(url);
    socket.write(
      `POST ${pathOf(key)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    await until(() => handler.pending() === 1);
    socket.destroy();
    await until(() => handler.pending() === 0);
  });

  it("closes when what runs is answered, and refuses meanwhile", async () => {
    const held = heldProjections();
    const { url, key, close } = await testServer({ projections: held.source });
    const running = fetch(url + pathOf(key), asking());
    await until(() => held.asked === 1);
    const closed = close(10_000);
    const refused = await read(await fetch(url + pathOf(key), asking()));
    expect([refused.status, refused.json.errors[0]!.code]).toEqual([503, "stopping"]);
    expect(refused.headers.get("connection")).toBe("close");
    held.open();
    expect((await running).status).toBe(200);
    await closed;
    expect(await rejection(fetch(url))).toBeInstanceOf(TypeError);
  });

  it("answers what still runs after the grace time with 503", async () => {
    const held = heldProjections();
    const { url, key, close, handler } = await testServer({ projections: held.source });
    const running = fetch(url + pathOf(key), asking());
    await until(() => held.asked === 1);
    const closed = close(50);
    const { status, headers, json } = await read(await running);
    expect([status, json.errors[0]!.code]).toEqual([503, "stopping"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(handler.pending()).toBe(0);
    await closed;
  });

  it("takes a target that is a whole address", async () => {
    const { url, key } = await testServer();
    const { socket, read } = await bare(url);
    const body = JSON.stringify(INPUTS.body);
    socket.write(
      `POST http://elsewhere.example${pathOf(key)} HTTP/1.1\r\nHost: elsewhere.example\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await until(() => read.text.includes("\r\n\r\n"));
    expect(read.text).toMatch(/^HTTP\/1.1 200 /);
  });
});
