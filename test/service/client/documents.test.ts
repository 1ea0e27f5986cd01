import { describe, expect, test } from "vitest";
import type { ServiceWarning } from "../../../src/service/client/index.ts";
import { ServiceError } from "../../../src/service/client/service-error.ts";
import { AbortedError } from "../../../src/shared/errors.ts";
import { collect, connected, rejection, timed } from "../../support/client.ts";
import { latch } from "../../support/latch.ts";

const SPORT = "basketball";
/** The default time for which a document is current. */
const REFRESH_MS = 900_000;
const HOUR_MS = 3_600_000;

describe("a current document", () => {
  test("is served from memory, as the same object, to document, snapshot and iteration", async () => {
    const { clock, service, client: clientOf } = await timed();
    const client = clientOf();
    const document = await client
      .players(SPORT, { "team.uuid": uuidOf(service.data[SPORT]!.teams[0]!) })
      .document();
    const sent = service.requests.length;
    const again = client.players(SPORT, {
      "team.uuid": uuidOf(service.data[SPORT]!.teams[0]!).toUpperCase(),
    });
    expect(await again.document()).toBe(document);
    const snapshot = await again.snapshot();
    expect(snapshot).toMatchObject({ stale: false });
    expect(snapshot.document).toBe(document);
    expect(snapshot.fetchedAt.getTime()).toBe(clock.now());
    expect(await collect(again)).toEqual(document.data);
    expect(service.requests).toHaveLength(sent);
    expect(client.statistics()).toMatchObject({ hits: 3, misses: 1 });
  });

  test("for another query or sport is another document; changes are never cached", async () => {
    const { service, client } = await connected();
    await client.teams(SPORT, { count: 100 }).document();
    await client.teams(SPORT, { count: 99 }).document();
    await client.teams("ice-hockey", { count: 100 }).document();
    await client.changes(SPORT, { count: 500 }).document();
    await client.changes(SPORT, { count: 500 }).document();
    expect(service.requests).toHaveLength(5);
  });

  test("is evicted when memory is full", async () => {
    const { service, client } = await connected({ memoryDocuments: 2 });
    for (const count of [100, 101, 100, 102, 100, 101]) await client.teams(SPORT, { count }).document();
    expect(service.requests.map(({ query }) => query.get("count"))).toEqual(["100", "101", "102", "101"]);
  });
});

describe("simultaneous equal requests", () => {
  test("are one fetch", async () => {
    const { service, client } = await connected();
    const { opened, open } = latch();
    service.fault({ kind: "held", until: opened });
    const reading = () => client.teams(SPORT, { count: 100 });
    const all = [reading().document(), reading().document(), reading().snapshot()] as const;
    await expect.poll(() => service.pending).toBe(1);
    open();
    const [one, two, three] = await Promise.all(all);
    expect(two).toBe(one);
    expect(three.document).toBe(one);
    expect(service.requests).toHaveLength(1);
  });

  test("end individually; the fetch ends with the last", async () => {
    const { service, client } = await connected();
    const { opened, open } = latch();
    service.fault({ kind: "held", until: opened });
    const controller = new AbortController();
    const leaving = rejection(client.teams(SPORT, { count: 100 }).document(controller));
    const staying = client.teams(SPORT, { count: 100 }).document();
    await expect.poll(() => service.pending).toBe(1);
    controller.abort();
    expect(await leaving).toBeInstanceOf(AbortedError);
    open();
    expect((await staying).data).toHaveLength(10);
    expect(service.requests).toHaveLength(1);

    service.fault({ kind: "hang" });
    const both = new AbortController();
    const errors = [1, 2].map(() => rejection(client.players(SPORT).document(both)));
    await expect.poll(() => service.hanging).toBe(1);
    both.abort();
    for (const error of await Promise.all(errors)) expect(error).toBeInstanceOf(AbortedError);
    await expect.poll(() => service.pending).toBe(0);
    expect((await client.players(SPORT).document()).data.length).toBeGreaterThan(0);
  });
});

describe("a refresh", () => {
  test("without changes keeps the object and updates its time", async () => {
    const { clock, client } = await timed();
    const reading = client().performances(SPORT, { count: 500 });
    const before = await reading.snapshot();
    clock.advance(REFRESH_MS);
    const after = await reading.snapshot();
    expect(after.document).toBe(before.document);
    expect(after.fetchedAt.getTime()).toBe(before.fetchedAt.getTime() + REFRESH_MS);
  });

  test("shows what was changed and removed", async () => {
    const { clock, service, client } = await timed();
    const { fantasy_performances: stored } = service.data[SPORT]!;
    const reading = client().fantasyPerformances(SPORT, { count: 500 });
    const before = await reading.document();
    clock.advance(REFRESH_MS);
    stored.splice(3, 1);
    service.update(SPORT, stored[0]!, { bookAPoints: 77 });
    const after = await reading.document();
    expect(before.data).toHaveLength(stored.length + 1);
    expect(after.data).toEqual(stored);
  });
});

describe("a snapshot while the service is down", () => {
  test("is the older document, with its age and a warning; document() gives an error", async () => {
    const { clock, service, client: clientOf, hurried } = await timed();
    const warnings: ServiceWarning[] = [];
    const client = clientOf({ retries: 1, onWarning: (warning) => warnings.push(warning) });
    const reading = client.teams(SPORT);
    const before = await reading.snapshot();
    service.fault({ kind: "status", status: 500 }, 1_000);
    clock.advance(REFRESH_MS);
    expect(await hurried(reading.snapshot())).toEqual({ ...before, stale: true });
    expect(warnings.map(({ code }) => code)).toEqual(["refresh"]);
    expect(await hurried(rejection(reading.document()))).toBeInstanceOf(ServiceError);
    expect(await hurried(rejection(client.events(SPORT).snapshot()))).toBeInstanceOf(ServiceError);
    expect(client.statistics().stale).toBe(1);
  });

  test("does not retry for a while, and then recovers", async () => {
    const { clock, service, client } = await timed();
    const reading = client({ retries: 0, failurePauseMs: 30_000, breakAfter: 10 }).teams(SPORT);
    await reading.snapshot();
    service.fault({ kind: "status", status: 500 }, 1_000);
    clock.advance(REFRESH_MS);
    for (let call = 0; call < 5; call += 1) expect((await reading.snapshot()).stale).toBe(true);
    clock.advance(29_999);
    expect((await reading.snapshot()).stale).toBe(true);
    expect(service.requests).toHaveLength(2);
    service.mend();
    clock.advance(1);
    expect((await reading.snapshot()).stale).toBe(false);
  });

  test("retries after that time even if the clock is set back", async () => {
    const { clock, service, client } = await timed();
    const reading = client({ retries: 0, failurePauseMs: 30_000, breakAfter: 10 }).teams(SPORT);
    await reading.snapshot();
    service.fault({ kind: "status", status: 500 });
    clock.advance(REFRESH_MS);
    expect((await reading.snapshot()).stale).toBe(true);
    clock.setBack(3_600_000);
    expect((await reading.snapshot()).stale).toBe(true);
    clock.advance(30_000);
    expect((await reading.snapshot()).stale).toBe(false);
    expect(service.requests.length).toBeGreaterThan(2);
  });

  test("waits at most patienceMs while the refresh continues", async () => {
    const { clock, service, client } = await timed();
    const reading = client({ patienceMs: 2_000 }).teams(SPORT);
    const before = await reading.snapshot();
    service.data[SPORT]!.teams[0]!.attributes["nickName"] = "Renamed";
    const { opened, open } = latch();
    service.fault({ kind: "held", until: opened });
    clock.advance(REFRESH_MS);
    const impatient = reading.snapshot();
    await expect.poll(() => service.pending).toBe(1);
    clock.advance(2_000);
    expect(await impatient).toEqual({ ...before, stale: true });
    service.fault({ kind: "hang" }, 100);
    open();
    const after = await reading.snapshot();
    expect(after).toMatchObject({ stale: false });
    expect(after.document.data[0]!.attributes.nickName).toBe("Renamed");
  });

  test("is an error once the document is older than keepMs", async () => {
    const { clock, service, client } = await timed();
    const reading = client({ keepMs: 2 * HOUR_MS, retries: 0 }).teams(SPORT);
    await reading.snapshot();
    service.fault({ kind: "status", status: 500 }, 1_000);
    clock.advance(2 * HOUR_MS - 1);
    expect(await reading.snapshot()).toMatchObject({ stale: true });
    clock.advance(1);
    expect(await rejection(reading.snapshot())).toBeInstanceOf(ServiceError);
  });

  test("still ends on its caller's signal", async () => {
    const { clock, service, client } = await timed();
    const reading = client().teams(SPORT);
    await reading.snapshot();
    service.fault({ kind: "hang" });
    clock.advance(REFRESH_MS);
    const controller = new AbortController();
    const error = rejection(reading.snapshot(controller));
    await expect.poll(() => service.hanging).toBe(1);
    controller.abort();
    expect(await error).toBeInstanceOf(AbortedError);
  });
});

function uuidOf(resource: { attributes: Record<string, unknown> }): string {
  return String(resource.attributes["uuid"]);
}
