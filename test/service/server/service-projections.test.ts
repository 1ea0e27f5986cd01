import { describe, expect, it } from "vitest";
import { scorePerformance } from "../../../src/contests/scoring/performance.ts";
import type { ServiceClientOptions } from "../../../src/service/client/index.ts";
import { serviceProjections, type TablesOf } from "../../../src/service/server/projections.ts";
import { bookNamed } from "../../../src/shared/books.ts";
import { guidOfId } from "../../../src/shared/guid-bytes.ts";
import { TRY_MS, timed } from "../../support/client.ts";
import type { ManualClock } from "../../support/clock.ts";
import { latch } from "../../support/latch.ts";
import { lineupRequestFor } from "../../support/lineup-request.ts";
import { SCORING } from "../../support/scoring.ts";
import type { Fault } from "../../support/service/faults.ts";
import type { Service } from "../../support/service.ts";
import { asking, pathOf, read, type TestServer, testServer, until } from "./support.ts";

const SPORT = "basketball";
/** The client's default time for which a document is current, longer than the source's. */
const REFRESH_MS = 900_000;
/** The handler's time limit per request. */
const TIME_LIMIT = 30_000;

interface Setting {
  readonly clock: ManualClock;
  readonly service: Service;
  readonly server: TestServer;
  readonly body: object;
  ask(): ReturnType<typeof read>;
}

async function setting(options: Partial<ServiceClientOptions> = {}): Promise<Setting> {
  const { clock, service, client } = await timed();
  const asked = client({ retries: 0, breakAfter: 1_000, ...options });
  const server = await testServer({
    projections: serviceProjections(asked, [SPORT], { clock }),
    limits: { timeLimit: TIME_LIMIT },
    clock,
  });
  const body = lineupRequestFor(service.data[SPORT]!, "bookA", "classic");
  const ask = async () => read(await fetch(server.url + pathOf(server.key, "", SPORT), asking(body)));
  return { clock, service, server, body, ask };
}

describe("projections from the service", () => {
  it("are read for the listed games only, once for many requests", async () => {
    const { clock, service, ask } = await setting();
    const answers = await Promise.all([ask(), ask(), ask()]);
    for (const { status, json } of answers) {
      expect(status).toBe(200);
      expect(json.meta).toMatchObject({ totalItems: 3, projectionsStale: false });
      expect(Date.parse(String(json.meta["projectionsFrom"]))).toBe(clock.now());
    }
    const games = service.requests.map(({ query }) => query.get("event.uuid"));
    expect(new Set(games).size).toBe(4);
    expect(games).toHaveLength(new Set(service.requests.map(({ search }) => search)).size);
    expect(service.requests.every(({ path }) => path === `/${SPORT}/v2/fantasy_performances`)).toBe(true);
  });

  it("are scored from its stat lines by each book's table, or its own points without a line", async () => {
    const sport = "american-football";
    const tables = SCORING.filter((table) => table.sport === sport);
    const { clock, service, client } = await timed();
    const tablesOf = (() => tables) as unknown as TablesOf;
    const source = serviceProjections(client(), [sport], { clock, tablesOf });
    const { events, performances, fantasy_performances } = service.data[sport]!;
    const game = guidOfId(events[0]!.id)!;
    const control = { caller: "test", signal: new AbortController().signal };
    const { document, stale } = await source.projections(sport, [game], control);
    expect(stale).toBe(false);
    const compared = { scored: 0, own: 0 };
    for (const { attributes, relationships } of document.data) {
      const player = relationships.player?.data?.id;
      const line = performances.find((one) => [one.relationships["player"]!.data].flat()[0]!.id === player);
      for (const table of tables) {
        const points = attributes[bookNamed(table.book).pointsAttribute];
        if (line === undefined) {
          const own = fantasy_performances.find(
            (one) => one.attributes["uuid"] === attributes.uuid,
          )!.attributes;
          expect(points).toBe(own[bookNamed(table.book).pointsAttribute]);
          compared.own += 1;
        } else {
          const { position } = attributes;
          const scored = scorePerformance(table, line.attributes, { kind: "projected", position: position! });
          expect(points).toBeCloseTo(scored.points!, 3);
          compared.scored += 1;
        }
      }
    }
    expect(tables.length).toBeGreaterThan(1);
    expect(compared).toEqual({ scored: tables.length * 26, own: tables.length * 2 });
    const again = await source.projections(sport, [game], control);
    clock.advance(REFRESH_MS);
    expect((await source.projections(sport, [game], control)).document).toBe(again.document);

    performances.find(
      (one) => [one.relationships["event"]!.data].flat()[0]!.id === events[1]!.id,
    )!.attributes["passingYards"] = "far";
    await expect(source.projections(sport, [guidOfId(events[1]!.id)!], control)).rejects.toMatchObject({
      name: "ServiceError",
      code: "upstream-invalid",
    });
  });

  const faults: readonly (readonly [string, Fault, number, string])[] = [
    ["an error status", { kind: "status", status: 500 }, 502, "upstream-status"],
    ["a refused key", { kind: "status", status: 401 }, 502, "upstream-status"],
    ["a rate limit", { kind: "status", status: 429, retryAfter: "1" }, 502, "upstream-status"],
    ["half a body", { kind: "cut" }, 502, "upstream-unreachable"],
    ["what is no JSON", { kind: "text" }, 502, "upstream-invalid"],
    ["a document that breaks the schema", { kind: "schema" }, 502, "upstream-invalid"],
  ];

  it.each(faults)("handle %s of the service as documented, and recover", async (_, fault, status, code) => {
    const { service, ask, server } = await setting();
    service.fault(fault, 1_000);
    const failed = await ask();
    expect([failed.status, failed.json.errors[0]!.code]).toEqual([status, code]);
    expect(failed.text).not.toContain(service.apiKey);
    service.mend();
    expect((await ask()).status).toBe(200);
    expect(server.handler.pending()).toBe(0);
  });

  it.each([1e300, -1_000.01])("are the service's fault if points are %d", async (value) => {
    const { clock, service, ask } = await setting();
    service.fault({ kind: "schema", value }, 1_000);
    const { status, json } = await ask();
    expect([status, json.errors[0]]).toMatchObject([
      502,
      { code: "upstream-invalid", detail: expect.stringContaining(`bookAPoints (got ${value})`) },
    ]);
    service.mend();
    clock.advance(REFRESH_MS);
    for (const one of service.data[SPORT]!.fantasy_performances) service.update(SPORT, one, {});
    expect((await ask()).status).toBe(200);
  });

  it("handle silence as documented, and recover, however late the answer comes", async () => {
    const { clock, service, ask, server } = await setting();
    const { opened, open } = latch();
    service.fault({ kind: "held", until: opened }, 1_000);
    const asked = ask();
    await expect.poll(() => service.pending).toBe(4);
    clock.advance(TRY_MS);
    const { status, json } = await asked;
    expect([status, json.errors[0]!.code]).toEqual([504, "upstream-timeout"]);
    open();
    service.mend();
    expect((await ask()).status).toBe(200);
    expect(server.handler.pending()).toBe(0);
  });

  it("report a refused server key as the server's fault, not the caller's", async () => {
    const { service, ask } = await setting();
    service.fault({ kind: "status", status: 401 }, 1_000);
    const { json } = await ask();
    expect(json.errors[0]!.detail).toMatch(/this server's own key/);
  });

  it("limit the retry delay, whatever the service asks for", async () => {
    const { service, ask } = await setting();
    service.fault({ kind: "status", status: 503, retryAfter: "86400" }, 1_000);
    expect((await ask()).headers.get("retry-after")).toBe("300");
  });

  it("delay a request at most until its time limit", async () => {
    const { clock, service, ask } = await setting({ tryMs: TIME_LIMIT + 1 });
    service.fault({ kind: "hang" }, 1_000);
    const asked = ask();
    await expect.poll(() => service.hanging).toBe(4);
    clock.advance(TIME_LIMIT);
    const { status, json } = await asked;
    expect([status, json.errors[0]!.code]).toEqual([504, "upstream-timeout"]);
  });

  it("do not blame the service for a wrong body", async () => {
    const { service, server } = await setting();
    service.fault({ kind: "status", status: 500 }, 1_000);
    const { status } = await read(
      await fetch(server.url + pathOf(server.key, "", SPORT), asking({ book: "bookA" })),
    );
    expect(status).toBe(422);
    expect(service.requests).toHaveLength(0);
  });

  it("do not charge a caller's budget of unknown games while the service fails or is silent", async () => {
    const { clock, service, ask } = await setting({ tryMs: TIME_LIMIT + 1 });
    service.fault({ kind: "status", status: 502 }, 1_000);
    // Each asks for 4 games, and a caller may ask for 150 unknown ones.
    for (let asked = 0; asked < 40; asked += 1) expect((await ask()).status).toBe(502);
    service.mend();
    service.fault({ kind: "hang" }, 1_000);
    for (let asked = 0; asked < 40; asked += 1) {
      const late = ask();
      await until(() => service.hanging === 4);
      clock.advance(TIME_LIMIT);
      expect((await late).status).toBe(504);
      await until(() => service.hanging === 0);
    }
    service.mend();
    expect((await ask()).status).toBe(200);
  });

  it("charge a caller that abandons its requests", async () => {
    const { clock, service, client } = await timed();
    const source = serviceProjections(client(), [SPORT], { clock });
    service.fault({ kind: "hang" }, 1_000);
    const games = service.data[SPORT]!.events.slice(0, 5).map(({ id }) => guidOfId(id)!);
    const read = (signal: AbortSignal) => source.projections(SPORT, games, { caller: "test", signal });
    for (let asked = 0; asked < 30; asked += 1) {
      const leaving = new AbortController();
      const left = expect(read(leaving.signal)).rejects.toMatchObject({ name: "AbortedError" });
      leaving.abort();
      await left;
    }
    await expect(read(new AbortController().signal)).rejects.toMatchObject({ code: "rate-limited" });
  });

  it("are the older ones while the service is down, with their time in the answer", async () => {
    const { clock, service, ask } = await setting();
    const before = await ask();
    service.fault({ kind: "status", status: 503 }, 1_000);
    clock.advance(REFRESH_MS);
    const during = await ask();
    expect(during.status).toBe(200);
    expect(during.json.meta).toMatchObject({
      projectionsStale: true,
      projectionsFrom: before.json.meta["projectionsFrom"],
    });
    expect(during.json.data.map(({ id }) => id)).toEqual(before.json.data.map(({ id }) => id));
    service.mend();
    clock.advance(REFRESH_MS);
    expect((await ask()).json.meta).toMatchObject({ projectionsStale: false });
  });

  it("cause a new answer when they change", async () => {
    const { clock, service, ask } = await setting();
    const [best] = (await ask()).json.data;
    for (const one of service.data[SPORT]!.fantasy_performances)
      service.update(SPORT, one, { bookAPoints: Number(one.attributes["bookAPoints"]) + 1 });
    clock.advance(REFRESH_MS);
    const [better] = (await ask()).json.data;
    expect(better!.attributes.points).toBeCloseTo(best!.attributes.points + 8, 2);
  });

  it("are ready once the service has answered", async () => {
    const { clock, service, server } = await setting();
    service.fault({ kind: "status", status: 500 }, 1);
    const ready = async () => read(await fetch(`${server.url}/ready`));
    const first = await ready();
    expect([first.status, first.json.meta["status"]]).toEqual([503, "waiting for projections"]);
    expect(first.headers.get("retry-after")).toBe("2");
    await until(async () => {
      clock.advance(500);
      return (await ready()).status === 200;
    });
    expect(service.requests).toHaveLength(2);
    expect(service.requests[1]!.at - service.requests[0]!.at).toBeGreaterThanOrEqual(2_000);
  });

  it("count the cache's hits and misses", async () => {
    const { ask, server } = await setting();
    await ask();
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toMatch(/dfs_lineups_projections_total\{result="miss"\} [1-9]/);
  });
});
