import { describe, expect, it } from "vitest";
import type { ServiceClientOptions } from "../../../src/client/index.ts";
import { serviceProjections } from "../../../src/server/projections/service.ts";
import { testClient, testService } from "../../support/client.ts";
import { lineupRequestFor } from "../../support/lineup-request.ts";
import type { Fault } from "../../support/service/faults.ts";
import type { Service } from "../../support/service.ts";
import { asking, pathOf, read, type TestServer, testServer, until } from "../support.ts";

const SPORT = "basketball";
/** Documents are taken as current for this long, so that a test sees them refreshed. */
const REFRESH_MS = 50;
/** As long as the source itself takes a reading again. */
const REPEAT_MS = 1_000;

interface Setting {
  readonly service: Service;
  readonly server: TestServer;
  readonly body: object;
  ask(): ReturnType<typeof read>;
}

async function setting(options: Partial<ServiceClientOptions> = {}, timeLimit = 30_000): Promise<Setting> {
  const service = await testService();
  const client = testClient(service, { retries: 0, failurePauseMs: 1, ...options });
  const server = await testServer({
    projections: serviceProjections(client, [SPORT]),
    limits: { timeLimit },
  });
  const body = lineupRequestFor(service.data[SPORT]!, "bookA", "classic");
  const ask = async () => read(await fetch(server.url + pathOf(server.key, "", SPORT), asking(body)));
  return { service, server, body, ask };
}

/** Lets the documents and the last reading of them grow old. */
const age = () => new Promise((resolve) => setTimeout(resolve, REPEAT_MS + 2 * REFRESH_MS));

describe("projections from the service", () => {
  it("are read for the listed games alone, once for many requests", async () => {
    const { service, ask } = await setting();
    const answers = await Promise.all([ask(), ask(), ask()]);
    for (const { status, json } of answers) {
      expect(status).toBe(200);
      expect(json.meta).toMatchObject({ totalItems: 3, projectionsStale: false });
      expect(Date.now() - Date.parse(String(json.meta["projectionsFrom"]))).toBeLessThan(20_000);
    }
    const games = service.requests.map(({ query }) => query.get("event.uuid"));
    expect(new Set(games).size).toBe(4);
    expect(games).toHaveLength(new Set(service.requests.map(({ search }) => search)).size);
    expect(service.requests.every(({ path }) => path === `/${SPORT}/v2/fantasy_performances`)).toBe(true);
  });

  const faults: readonly (readonly [string, Fault, number, string])[] = [
    ["an error status", { kind: "status", status: 500 }, 502, "upstream-status"],
    ["a refused key", { kind: "status", status: 401 }, 502, "upstream-status"],
    ["a rate limit", { kind: "status", status: 429, retryAfter: "1" }, 502, "upstream-status"],
    ["half a body", { kind: "cut" }, 502, "upstream-unreachable"],
    ["what is no JSON", { kind: "text" }, 502, "upstream-invalid"],
    ["a document that breaks the schema", { kind: "schema" }, 502, "upstream-invalid"],
    ["silence", { kind: "hang" }, 504, "upstream-timeout"],
    ["a late answer", { kind: "slow", ms: 3_000 }, 504, "upstream-timeout"],
  ];

  it.each(faults)("answer %s of the service as promised, and recover", async (_, fault, status, code) => {
    const { service, ask, server } = await setting({ tryMs: 300, totalMs: 400 });
    service.fault(fault, 1_000);
    const failed = await ask();
    expect([failed.status, failed.json.errors[0]!.code]).toEqual([status, code]);
    expect(failed.text).not.toContain(service.apiKey);
    service.mend();
    expect((await ask()).status).toBe(200);
    expect(server.handler.pending()).toBe(0);
  });

  it("hold a request no longer than its time limit", async () => {
    const { service, ask } = await setting({}, 200);
    service.fault({ kind: "hang" }, 1_000);
    const { status, json } = await ask();
    expect([status, json.errors[0]!.code]).toEqual([504, "time-limit"]);
  });

  it("find no fault with the service when the body is wrong", async () => {
    const { service, server } = await setting();
    service.fault({ kind: "status", status: 500 }, 1_000);
    const { status } = await read(
      await fetch(server.url + pathOf(server.key, "", SPORT), asking({ book: "bookA" })),
    );
    expect(status).toBe(422);
    expect(service.requests).toHaveLength(0);
  });

  it("are the older ones while the service is down, and the answer says from when", async () => {
    const { service, ask } = await setting({ refreshMs: REFRESH_MS });
    const before = await ask();
    service.fault({ kind: "status", status: 503 }, 1_000);
    await age();
    const during = await ask();
    expect(during.status).toBe(200);
    expect(during.json.meta).toMatchObject({
      projectionsStale: true,
      projectionsFrom: before.json.meta["projectionsFrom"],
    });
    expect(during.json.data.map(({ id }) => id)).toEqual(before.json.data.map(({ id }) => id));
    service.mend();
    await age();
    expect((await ask()).json.meta).toMatchObject({ projectionsStale: false });
  });

  it("that changed give a new answer", async () => {
    const { service, ask } = await setting({ refreshMs: REFRESH_MS });
    const [best] = (await ask()).json.data;
    for (const one of service.data[SPORT]!.fantasy_performances)
      service.update(SPORT, one, { bookAPoints: Number(one.attributes["bookAPoints"]) + 1 });
    await age();
    const [better] = (await ask()).json.data;
    expect(better!.attributes.points).toBeCloseTo(best!.attributes.points + 8, 2);
  });

  it("are ready once the service has answered", async () => {
    const { service, server } = await setting();
    service.fault({ kind: "status", status: 500 }, 1);
    const ready = async () => read(await fetch(`${server.url}/ready`));
    const first = await ready();
    expect([first.status, first.json.meta["status"]]).toEqual([503, "waiting for projections"]);
    expect(first.headers.get("retry-after")).toBe("2");
    await until(async () => (await ready()).status === 200);
    expect(service.requests.length).toBeGreaterThan(1);
  });

  it("count the cache's hits and misses", async () => {
    const { ask, server } = await setting();
    await ask();
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toMatch(/dfs_lineups_projections_total\{result="miss"\} [1-9]/);
  });
});
