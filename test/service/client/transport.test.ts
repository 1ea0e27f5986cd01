import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { ServiceError, ServiceTimeoutError } from "../../../src/service/client/service-error.ts";
import { AbortedError, ClosedError } from "../../../src/shared/errors.ts";
import { rejection, TRY_MS, testClient, testService, timed } from "../../support/client.ts";
import type { Fault } from "../../support/service/faults.ts";

const SPORT = "basketball";

describe("a temporary failure", () => {
  test.each<[string, Fault]>([
    ["status 429 without Retry-After", { kind: "status", status: 429 }],
    ["status 500", { kind: "status", status: 500 }],
    ["status 503", { kind: "status", status: 503 }],
    ["half a body and a cut socket", { kind: "cut" }],
    ["an answer that is not JSON", { kind: "text" }],
    ["no answer", { kind: "hang" }],
  ])("%s is retried", async (_, fault) => {
    const { service, client: clientOf, hurried } = await timed();
    service.fault(fault, 2);
    const client = clientOf();
    expect((await hurried(client.teams(SPORT).document())).data).toHaveLength(10);
    expect(client.statistics()).toMatchObject({ requests: 3, retries: 2 });
  });

  test("doubles its delays up to a maximum, with random variation", async () => {
    const { clock, service, client } = await timed();
    const limits = { retries: 7, retryDelayMs: 100, maximumRetryDelayMs: 3_000 };
    const pausesOf = async () => {
      service.fault({ kind: "status", status: 500 }, limits.retries);
      const document = client(limits).teams(SPORT).document();
      const pauses: number[] = [];
      for (let retry = 0; retry < limits.retries; retry += 1) {
        pauses.push(await clock.waiting((ms) => ms <= limits.maximumRetryDelayMs));
        clock.advance(pauses.at(-1)!);
      }
      await document;
      return pauses;
    };
    const runs = [await pausesOf(), await pausesOf()];
    for (const pauses of runs) {
      for (const [index, least] of [100, 200, 400, 800, 1_600, 3_000, 3_000].entries()) {
        expect(pauses[index]).toBeGreaterThanOrEqual(least);
        expect(pauses[index]).toBeLessThanOrEqual(Math.min(2 * least, 3_000));
      }
    }
    expect(runs[0]).not.toEqual(runs[1]);
  });
});

describe("Retry-After", () => {
  /** The delay after a refusal that asks for 20 seconds. */
  async function waitAfter(retryAfter: (now: number) => string): Promise<number> {
    const { clock, service, client } = await timed();
    service.fault({ kind: "status", status: 429, retryAfter: retryAfter(clock.now()) });
    const document = client({ retryDelayMs: 5 }).teams(SPORT).document();
    const wait = await clock.waiting((ms) => ms !== TRY_MS && ms < 60_000);
    clock.advance(wait);
    expect((await document).data).toHaveLength(10);
    return wait;
  }

  test("in seconds is respected, with the delay added", async () => {
    const wait = await waitAfter(() => "20");
    expect(wait).toBeGreaterThanOrEqual(20_005);
    expect(wait).toBeLessThanOrEqual(20_010);
  });

  test("as a date is respected, with the delay added", async () => {
    const wait = await waitAfter((now) => new Date(now + 20_000).toUTCString());
    expect(wait).toBeGreaterThanOrEqual(20_005);
    expect(wait).toBeLessThanOrEqual(20_010);
  });

  test.each([
    ["that has passed", (now: number) => new Date(now - 20_000).toUTCString()],
    ["that cannot be read", () => "soon"],
  ])("%s is ignored", async (_, retryAfter) => {
    const { clock, service, client, hurried } = await timed();
    service.fault({ kind: "status", status: 429, retryAfter: retryAfter(clock.now()) });
    const before = clock.elapsed();
    expect((await hurried(client().teams(SPORT).document())).data).toHaveLength(10);
    expect(clock.elapsed() - before).toBeLessThanOrEqual(10);
  });

  test("is not waited for after the last try, but passed on", async () => {
    const { clock, service, client } = await timed();
    service.fault({ kind: "status", status: 503, retryAfter: "20" }, 100);
    const error = rejection(client({ retries: 1 }).teams(SPORT).document());
    clock.advance(await clock.waiting((ms) => ms !== TRY_MS && ms < 60_000));
    await expect.poll(() => service.requests.length).toBe(2);
    const waited = clock.waiting((ms) => ms !== TRY_MS && ms < 60_000);
    expect(await Promise.race([error, waited])).toMatchObject({ retryAfter: 20, attempts: 2 });
  });

  test("beyond the time limit ends the call immediately and is passed on", async () => {
    const service = await testService();
    service.fault({ kind: "status", status: 429, retryAfter: "120" });
    const error = await rejection(testClient(service).teams(SPORT).document());
    expect(error).toMatchObject({
      code: "upstream-status",
      upstreamStatus: 429,
      retryAfter: 120,
      attempts: 1,
    });
  });
});

describe("a permanent failure", () => {
  test.each<[string, Fault, object]>([
    ["status 500", { kind: "status", status: 500 }, { code: "upstream-status", upstreamStatus: 500 }],
    ["cut sockets", { kind: "cut" }, { code: "upstream-unreachable", upstreamStatus: null }],
    ["text", { kind: "text" }, { code: "upstream-invalid", upstreamStatus: 200 }],
  ])("%s is an error after the last retry", async (_, fault, fields) => {
    const service = await testService();
    service.fault(fault, 100);
    const error = await rejection(testClient(service, { retries: 2 }).teams(SPORT).document());
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ ...fields, status: 502, kind: "upstream", attempts: 3 });
    expect(service.requests).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 301])("status %i is not retried", async (status) => {
    const service = await testService();
    service.fault({ kind: "status", status }, 100);
    const error = await rejection(testClient(service).teams(SPORT).document());
    expect(error).toMatchObject({ code: "upstream-status", upstreamStatus: status, attempts: 1 });
    expect(service.requests).toHaveLength(1);
  });

  test("a wrong key is refused once", async () => {
    const service = await testService();
    const error = await rejection(testClient(service, { apiKey: "not-the-key" }).teams(SPORT).document());
    expect(error).toMatchObject({ upstreamStatus: 401, attempts: 1 });
  });

  test("a redirect is not followed: its target would receive the key", async () => {
    const elsewhere: string[] = [];
    const other = createServer((request, response) => {
      elsewhere.push(String(request.url));
      response.end("{}");
    }).listen(0, "127.0.0.1");
    const target = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const server = createServer((request, response) => {
      response.writeHead(307, { Location: target() + request.url }).end();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => {
      for (const one of [other, server]) one.close().closeAllConnections();
    });
    await Promise.all([other, server].map((one) => one.listening || once(one, "listening")));
    const service = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: "redirected-key",
    };
    const error = await rejection(testClient(service).teams(SPORT).document());
    expect(error).toMatchObject({ upstreamStatus: 307 });
    expect(elsewhere).toEqual([]);
  });

  test.each([
    ["plain", (text: string) => Buffer.from(text), {}],
    ["compressed a thousandfold", (text: string) => gzipSync(text), { "Content-Encoding": "gzip" }],
  ])("an answer beyond the limit, %s, is cancelled, and its socket closed", async (_, encode, headers) => {
    const sockets = new Set<Socket>();
    const body = encode(JSON.stringify({ data: [], meta: { padding: "x".repeat(30_000_000) } }));
    const server = createServer(({ socket }, response) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      response.writeHead(200, { "Content-Type": "application/vnd.api+json", ...headers }).end(body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => server.close().closeAllConnections());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const error = await rejection(testClient({ url, apiKey: "a-key-of-much" }).teams(SPORT).document());
    expect(error).toMatchObject({ code: "upstream-invalid", status: 502, attempts: 1 });
    expect((error as Error).message).toContain("20000000 bytes");
    // A socket whose answer was read completely is idle, and the client would keep it for seconds.
    const open = () => {
      server.closeIdleConnections();
      return sockets.size;
    };
    await expect.poll(open).toBe(0);
  });

  test("a schema violation names path and value, and is not retried", async () => {
    const service = await testService();
    service.fault({ kind: "schema", value: "a dozen" });
    const error = await rejection(testClient(service).fantasyPerformances(SPORT).document());
    expect(error).toMatchObject({
      code: "upstream-invalid",
      path: "/data/0/attributes/bookAPoints",
      status: 502,
    });
    expect((error as Error).message).toContain('"a dozen"');
    expect(service.requests).toHaveLength(1);
  });

  test("brackets without end are refused before they are parsed", async () => {
    const service = await testService();
    service.fault({ kind: "text", text: "[".repeat(3_000_000) }, 100);
    const before = process.cpuUsage();
    const error = await rejection(testClient(service, { retries: 0 }).teams(SPORT).document());
    const { user, system } = process.cpuUsage(before);
    expect(error).toMatchObject({ code: "upstream-invalid", upstreamStatus: 200 });
    expect((error as Error).message).toContain("not JSON");
    // JSON.parse alone takes more.
    expect((user + system) / 1_000).toBeLessThan(300);
  });
});

describe("time limits", () => {
  test("per try: silence is a timeout after the retries", async () => {
    const { service, client, hurried } = await timed();
    service.fault({ kind: "hang" }, 100);
    const error = await hurried(rejection(client({ retries: 1 }).teams(SPORT).document()));
    expect(error).toBeInstanceOf(ServiceTimeoutError);
    expect(error).toMatchObject({ code: "upstream-timeout", status: 504, attempts: 2 });
  });

  test("in total: no retry exceeds it, and the last failure is the error", async () => {
    const { clock, service, client } = await timed();
    service.fault({ kind: "status", status: 500 }, 1_000);
    const limits = { totalMs: 60_000, retries: 100, retryDelayMs: 4_000, maximumRetryDelayMs: 9_000 };
    const error = rejection(client(limits).teams(SPORT).document());
    expect(await clock.skipping((ms) => ms <= 9_000, error)).toMatchObject({
      ...{ code: "upstream-status", status: 502, upstreamStatus: 500, attempts: service.requests.length },
    });
    expect(service.requests.length).toBeGreaterThan(5);
    expect(clock.elapsed()).toBeGreaterThan(50_000);
    expect(clock.elapsed()).toBeLessThan(60_000);
  });
});

describe("an aborted signal", () => {
  test.each<[string, Fault]>([
    ["no answer", { kind: "hang" }],
    ["a pause before a retry", { kind: "status", status: 503, retryAfter: "20" }],
  ])("ends the wait for %s immediately and frees the socket", async (_, fault) => {
    const { clock, service, client } = await timed();
    service.fault(fault, 100);
    const reason = new Error("enough");
    const controller = new AbortController();
    const ended = rejection(client().teams(SPORT).document(controller));
    if (fault.kind === "hang") await expect.poll(() => service.hanging).toBe(1);
    else await clock.waiting((ms) => ms > TRY_MS && ms < 60_000);
    controller.abort(reason);
    const error = await ended;
    expect(clock.waits).toEqual([]);
    expect(error).toBeInstanceOf(AbortedError);
    expect((error as Error).cause).toBe(reason);
    if (fault.kind === "hang") await expect.poll(() => service.pending).toBe(0);
  });

  test("ends an iteration within its pages", async () => {
    const service = await testService();
    const controller = new AbortController();
    const client = testClient(service);
    service.fault({ kind: "hang" }, 100);
    const waiting = rejection(client.players(SPORT, { count: 2 }).resources(controller).next());
    await expect.poll(() => service.pending).toBe(1);
    controller.abort();
    expect(await waiting).toBeInstanceOf(AbortedError);
    expect(await rejection(client.players(SPORT).document(controller))).toBeInstanceOf(AbortedError);
    expect(service.requests).toHaveLength(1);
  });

  test("applies even if the custom fetch ignores it", async () => {
    const service = await testService();
    const deaf: typeof fetch = () => new Promise(() => {});
    const client = testClient(service, { fetch: deaf });
    const controller = new AbortController();
    const error = rejection(client.teams(SPORT).document(controller));
    controller.abort();
    expect(await error).toBeInstanceOf(AbortedError);
  });
});

test("close ends running requests and refuses new ones", async () => {
  const service = await testService();
  service.fault({ kind: "hang" }, 100);
  const client = testClient(service);
  const running = [
    rejection(client.teams(SPORT).document()),
    rejection(client.players(SPORT).resources().next()),
  ];
  await expect.poll(() => service.requests.length).toBe(2);
  await client.close();
  for (const error of await Promise.all(running)) expect(error).toBeInstanceOf(ClosedError);
  expect(await rejection(client.teams(SPORT).snapshot())).toBeInstanceOf(ClosedError);
  expect(await rejection(client.teams(SPORT).resources().next())).toBeInstanceOf(ClosedError);
  await expect.poll(() => service.pending).toBe(0);
});
