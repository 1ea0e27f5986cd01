import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { ServiceError, ServiceTimeoutError } from "../../src/client/service-error.ts";
import { AbortedError, ClosedError } from "../../src/errors.ts";
import { rejection, testClient, testService } from "../support/client.ts";
import type { Fault } from "../support/service/faults.ts";

const SPORT = "basketball";

describe("what passes", () => {
  test.each<[string, Fault]>([
    ["status 429 without Retry-After", { kind: "status", status: 429 }],
    ["status 500", { kind: "status", status: 500 }],
    ["status 503", { kind: "status", status: 503 }],
    ["half a body and a cut socket", { kind: "cut" }],
    ["an answer that is not JSON", { kind: "text" }],
    ["no answer", { kind: "hang" }],
  ])("%s is tried again", async (_, fault) => {
    const service = await testService();
    service.fault(fault, 2);
    const client = testClient(service, { tryMs: 200 });
    expect((await client.teams(SPORT).document()).data).toHaveLength(10);
    expect(client.statistics()).toMatchObject({ requests: 3, retries: 2 });
  });

  test("a slow answer within the time limit is one answer", async () => {
    const service = await testService();
    service.fault({ kind: "slow", ms: 150 });
    expect((await testClient(service, { tryMs: 2_000 }).teams(SPORT).document()).data).toHaveLength(10);
    expect(service.requests).toHaveLength(1);
  });

  test("pauses grow from retry to retry and differ by chance", async () => {
    const service = await testService();
    service.fault({ kind: "status", status: 500 }, 4);
    await testClient(service, { retryDelayMs: 20 }).teams(SPORT).document();
    const gaps = service.requests.slice(1).map(({ at }, index) => at - service.requests[index]!.at);
    for (const [index, least] of [20, 40, 80, 160].entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(least - 2);
    }
    expect(gaps[3]).toBeLessThan(500);
  });
});

describe("Retry-After", () => {
  test("in seconds is waited for", async () => {
    const service = await testService();
    service.fault({ kind: "status", status: 429, retryAfter: "1" });
    await testClient(service).teams(SPORT).document();
    expect(service.requests[1]!.at - service.requests[0]!.at).toBeGreaterThan(990);
  });

  test("as a date is waited for", async () => {
    const service = await testService();
    const date = new Date(Date.now() + 2_000);
    service.fault({ kind: "status", status: 503, retryAfter: date.toUTCString() });
    await testClient(service).teams(SPORT).document();
    expect(Date.now()).toBeGreaterThanOrEqual(Math.floor(date.getTime() / 1000) * 1000 - 5);
  });

  test("beyond the time limit ends the call at once and is passed on", async () => {
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

describe("what does not pass", () => {
  test.each<[string, Fault, object]>([
    ["status 500", { kind: "status", status: 500 }, { code: "upstream-status", upstreamStatus: 500 }],
    ["cut sockets", { kind: "cut" }, { code: "upstream-unreachable", upstreamStatus: null }],
    ["text", { kind: "text" }, { code: "upstream-invalid", upstreamStatus: 200 }],
  ])("%s ends in an error after the last retry", async (_, fault, fields) => {
    const service = await testService();
    service.fault(fault, 100);
    const error = await rejection(testClient(service, { retries: 2 }).teams(SPORT).document());
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ ...fields, status: 502, kind: "upstream", attempts: 3 });
    expect(service.requests).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 301])("status %i is not tried again", async (status) => {
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

  test("a redirect is not followed: its target would get the key", async () => {
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
    await new Promise((resolve) => setTimeout(resolve, 20));
    const service = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: "redirected-key",
    };
    const error = await rejection(testClient(service).teams(SPORT).document());
    expect(error).toMatchObject({ upstreamStatus: 307 });
    expect(elsewhere).toEqual([]);
  });

  test("a breach of the schema names path and value, and is not tried again", async () => {
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

  test("no server at all", async () => {
    const service = await testService();
    await service.close();
    const error = await rejection(testClient(service, { retries: 1 }).teams(SPORT).document());
    expect(error).toMatchObject({ code: "upstream-unreachable", attempts: 2 });
  });
});

describe("limits of time", () => {
  test("of a try: silence is a time-out after the retries", async () => {
    const service = await testService();
    service.fault({ kind: "hang" }, 100);
    const error = await rejection(testClient(service, { tryMs: 60, retries: 1 }).teams(SPORT).document());
    expect(error).toBeInstanceOf(ServiceTimeoutError);
    expect(error).toMatchObject({ code: "upstream-timeout", status: 504, attempts: 2 });
  });

  test("in total: no retry outlasts it", async () => {
    const service = await testService();
    service.fault({ kind: "status", status: 500 }, 1_000);
    const started = performance.now();
    const client = testClient(service, { totalMs: 200, retries: 100, retryDelayMs: 10 });
    expect(await rejection(client.teams(SPORT).document())).toBeInstanceOf(ServiceTimeoutError);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe("an aborted signal", () => {
  test.each<[string, Fault]>([
    ["no answer", { kind: "hang" }],
    ["a pause before a retry", { kind: "status", status: 503, retryAfter: "20" }],
  ])("ends the wait for %s at once and frees the socket", async (_, fault) => {
    const service = await testService();
    service.fault(fault, 100);
    const reason = new Error("enough");
    const controller = new AbortController();
    const started = performance.now();
    setTimeout(() => controller.abort(reason), 60);
    const error = await rejection(testClient(service).teams(SPORT).document({ signal: controller.signal }));
    expect(performance.now() - started).toBeLessThan(200);
    expect(error).toBeInstanceOf(AbortedError);
    expect((error as Error).cause).toBe(reason);
    if (fault.kind === "hang") await expect.poll(() => service.pending).toBe(0);
  });

  test("ends an iteration between and within pages", async () => {
    const service = await testService();
    const controller = new AbortController();
    const client = testClient(service);
    const entries = client.players(SPORT, { count: 2 }).resources({ signal: controller.signal });
    await entries.next();
    await entries.next();
    service.fault({ kind: "hang" }, 100);
    const waiting = rejection(entries.next());
    await expect.poll(() => service.pending).toBe(1);
    controller.abort();
    expect(await waiting).toBeInstanceOf(AbortedError);
    expect(await rejection(client.players(SPORT).document({ signal: controller.signal }))).toBeInstanceOf(
      AbortedError,
    );
    expect(service.requests).toHaveLength(2);
  });

  test("is heeded even if the given fetch does not", async () => {
    const service = await testService();
    const deaf: typeof fetch = () => new Promise(() => {});
    const client = testClient(service, { fetch: deaf });
    const error = await rejection(client.teams(SPORT).document({ signal: AbortSignal.timeout(30) }));
    expect(error).toBeInstanceOf(AbortedError);
  });
});

test("close ends what runs and refuses what comes", async () => {
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
