import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { rejection } from "../../../support/client.ts";
import { asking, heldProjections, INPUTS, pathOf, read, testServer, until } from "../support.ts";
import { bare, posting } from "./bare.ts";

/** A machine may lack Python. */
const PYTHON = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0) ?? null;

describe("a server", () => {
  it("answers, counts and logs requests that never reach the handler, and refuses HTTP/0.9", async () => {
    const lines: object[] = [];
    const note = (fields: object) => void lines.push(fields);
    const logger = { info: note, error: note };
    const { url } = await testServer({ sockets: { maxHeader: 4_000 }, logger });
    const sockets = { headersTimeout: 200, requestTimeout: 300 };
    const { url: impatient } = await testServer({ sockets, logger });
    for (const [at, sent] of [
      [url, "hello\r\n\r\n"],
      [url, `GET / HTTP/1.1\r\nx: ${"x".repeat(5_000)}`],
      [impatient, "GET / HTTP/1.1\r\nHost: x\r\n"],
    ] as const) {
      const { socket, read, ended } = await bare(at);
      socket.write(sent);
      await ended;
      expect(read.text).toMatch(/^x-request-id: /m);
      expect(read.text).toContain("content-type: application/vnd.api+json\r\n");
    }
    const old = await bare(url);
    old.socket.write("GET /health HTTP/0.9\r\n\r\n");
    await until(() => old.read.text.endsWith("}"));
    expect(old.read.text).toMatch(/^HTTP\/1.1 400 .*This is HTTP\/0\.9\. Send HTTP\/1\.1/s);
    expect(lines).toMatchObject([
      { route: "unknown", status: 400, code: "malformed-request", requestId: expect.any(String) },
      { route: "unknown", status: 431, code: "headers-too-large" },
      { route: "unknown", status: 408, code: "request-timeout" },
      { route: "unknown", status: 400, code: "malformed-request" },
    ]);
    for (const [at, status] of [
      [url, 400],
      [url, 431],
      [impatient, 408],
    ] as const)
      expect(await (await fetch(`${at}/metrics`)).text()).toContain(
        `dfs_lineups_requests_total{route="unknown",method="other",status="${status}"} 1`,
      );
  });

  it("answers invalid targets by itself, without repeating them", async () => {
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

  it("accepts a target with an origin, as proxies send it", async () => {
    const { url, key } = await testServer();
    const { socket, read } = await bare(url);
    const body = JSON.stringify(INPUTS.body);
    socket.write(`GET HTTP://x:1/health HTTP/1.1\r\nHost: x\r\n\r\n`);
    socket.write(posting(`http://x${pathOf(key)}`, body));
    await until(() => read.text.match(/HTTP\/1.1 /g)?.length === 2);
    expect(read.text.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  });

  it("answers HEAD with the length of GET's answer, and nothing more", async () => {
    const { url } = await testServer();
    const headers = { "accept-encoding": "identity" };
    const get = await fetch(`${url}/openapi.json`, { headers });
    const head = await fetch(`${url}/openapi.json`, { method: "HEAD", headers });
    expect(head.headers.get("content-length")).toBe(String((await get.arrayBuffer()).byteLength));
    expect(await head.text()).toBe("");
  });

  it("limits the wait for a request", async () => {
    const { url, key } = await testServer({ sockets: { headersTimeout: 200, requestTimeout: 300 } });
    const [head, body] = [await bare(url), await bare(url)];
    head.socket.write("POST / HTTP/1.1\r\nHost: x\r\n");
    body.socket.write(posting(pathOf(key), "{", 100));
    await Promise.all([head.ended, body.ended]);
    expect(head.read.text).toMatch(/^HTTP\/1.1 408 /);
    expect(body.read.text).toMatch(/^HTTP\/1.1 408 /);
  });

  it("refuses a large body before it is sent", async () => {
    const { url, key } = await testServer({ limits: { maxBody: 1_000 } });
    const { socket, read } = await bare(url);
    socket.write(posting(pathOf(key), "", 1001));
    await until(() => read.text.endsWith("}"));
    expect(read.text).toMatch(/^HTTP\/1.1 413 /);
  });

  it("answers a client that sends a large body before it reads, and keeps the connection", async () => {
    const { url, key } = await testServer({ limits: { maxBody: 1_000 } });
    const { socket, read } = await bare(url);
    const body = "x".repeat(3_000_000);
    socket.write(`${posting(pathOf(key), body)}GET /health HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(() => read.text.includes('"alive"'));
    expect(read.text.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  });

  describe.each([
    ["announced", true],
    ["in chunks", false],
  ])("a body of megabytes, %s, is refused in a way that can be read by", (_, announced) => {
    const BODY = Buffer.alloc(4_000_000, "x");
    const type = { "content-type": "application/json" };
    const small = { limits: { maxBody: 1_000 } };

    it("fetch", async () => {
      const { url, key } = await testServer(small);
      const body = announced ? BODY : new Blob([BODY]).stream();
      const sent = { method: "POST", headers: type, body, duplex: "half" } as RequestInit;
      expect((await read(await fetch(url + pathOf(key), sent))).status).toBe(413);
    });

    it.skipIf(PYTHON === null)("Python's http.client", async () => {
      const { url, key } = await testServer(small);
      const program = `import http.client, sys
connection = http.client.HTTPConnection(sys.argv[1])
body = b"x" * ${BODY.length} if ${announced ? "True" : "False"} else iter([b"x" * 100_000] * 40)
connection.request("POST", sys.argv[2], body, {"content-type": "application/json"})
print(connection.getresponse().status)`;
      const { stdout } = await promisify(execFile)(PYTHON!, ["-c", program, new URL(url).host, pathOf(key)]);
      expect(stdout.trim()).toBe("413");
    });
  });

  it("limits the reading of a refused body", async () => {
    const { url, key } = await testServer({ limits: { maxBody: 1_000 }, sockets: { maxDiscard: 100_000 } });
    const { socket, read, ended } = await bare(url);
    socket.write(posting(pathOf(key), "", 9000000000));
    await until(() => read.text.endsWith("}"));
    let isOpen = true;
    const over = ended.then(
      () => (isOpen = false),
      () => (isOpen = false),
    );
    const portion = "x".repeat(50_000);
    let sent = 0;
    // More than the system buffers for an unread answer.
    for (; isOpen && sent < 50_000_000; sent += portion.length)
      await Promise.race([over, new Promise((resolve) => socket.write(portion, resolve))]);
    expect(isOpen).toBe(false);
  });

  it("does not send a second answer for a refused body that arrives too slowly", async () => {
    const answers = async (limit: number): Promise<readonly string[] | null> => {
      const sockets = { headersTimeout: limit, requestTimeout: limit };
      const { url, key } = await testServer({ limits: { maxBody: 1_000 }, sockets });
      const { socket, read, ended } = await bare(url);
      socket.write(posting(pathOf(key), "{", 9000));
      await ended;
      const all = read.text.match(/HTTP\/1.1 \d+/g);
      // A busy machine may be too slow for the headers themselves.
      return all?.[0] === "HTTP/1.1 408" ? answers(4 * limit) : all;
    };
    expect(await answers(200)).toEqual(["HTTP/1.1 413"]);
  });

  it.each([
    ["two hosts", "Host: a\r\nHost: b\r\n"],
    ["the same host twice", "Host: a\r\nHOST: a\r\n"],
    ["no host", ""],
  ])("refuses a request for %s", async (_, hosts) => {
    const { url } = await testServer();
    const { socket, read } = await bare(url);
    socket.write(`GET /health HTTP/1.1\r\n${hosts}\r\n`);
    await until(() => read.text.endsWith("}"));
    expect(read.text).toMatch(/^HTTP\/1.1 400 /);
    expect(read.text).toMatch(/^x-request-id: /im);
    expect(JSON.parse(read.text.split("\r\n\r\n")[1]!).errors[0].code).toBe("malformed-request");
  });

  it("answers pipelined requests in order, and closes a connection with too many", async () => {
    const { url, key } = await testServer({ sockets: { maxPipelined: 3 } });
    const { socket, read, ended } = await bare(url);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    socket.write(["/health", "/nowhere", "/health", pathOf(key)].map(get).join(""));
    await until(() => read.text.match(/HTTP\/1.1 /g)?.length === 4);
    expect(read.text.match(/HTTP\/1.1 \d+/g)).toEqual([200, 404, 200, 405].map((one) => `HTTP/1.1 ${one}`));
    read.text = "";
    socket.write(get("/openapi.json").repeat(1_000));
    await ended;
    expect(read.text.match(/HTTP\/1.1 200/g)?.length ?? 0).toBeLessThanOrEqual(4);
  });

  it("handles many requests on one connection, whatever their answers", async () => {
    const { url, key } = await testServer();
    const { socket, read } = await bare(url);
    const bodies = ["{", "{}", JSON.stringify(INPUTS.body)];
    socket.write(bodies.map((body) => posting(pathOf(key), body)).join("") + posting("/nowhere", bodies[2]!));
    await until(() => read.text.includes("HTTP/1.1 404 "));
    expect(read.text.match(/HTTP\/1.1 \d+/g)).toEqual(
      [400, 422, 200, 404].map((status) => `HTTP/1.1 ${status}`),
    );
  });

  it("frees the solver of a disconnected client", async () => {
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

  it("forgets a client that disconnects with half a body sent", async () => {
    const { url, key, handler } = await testServer();
    const { socket } = await bare(url);
    socket.write(posting(pathOf(key), "{", 100));
    await until(() => handler.pending() === 1);
    socket.destroy();
    await until(() => handler.pending() === 0);
  });

  it("closes when running requests are answered, and refuses new ones meanwhile", async () => {
    const held = heldProjections();
    const { url, key, close } = await testServer({ projections: held.source });
    const running = fetch(url + pathOf(key), asking());
    await until(() => held.asked === 1);
    const closed = close(600_000);
    const refused = await read(await fetch(url + pathOf(key), asking()));
    expect([refused.status, refused.json.errors[0]!.code]).toEqual([503, "stopping"]);
    expect(refused.headers.get("connection")).toBe("close");
    held.open();
    expect((await running).status).toBe(200);
    await closed;
    expect(await rejection(fetch(url))).toBeInstanceOf(TypeError);
  });

  it("answers requests that outlast the grace time with 503", async () => {
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
});
