import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keyv } from "keyv";
import { KeyvFile } from "keyv-file";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ServiceCache, ServiceWarning } from "../../src/client/index.ts";
import { sleep, testClient, testService } from "../support/client.ts";

const SPORT = "ice-hockey";

describe("a store", () => {
  test("in a file serves another process", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dfs-lineups-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "cache.json");
    const service = await testService();
    const writer = testClient(service, { cache: new KeyvFile({ filename: file }) });
    const document = await writer.players(SPORT, { include: ["team"] }).document();
    await writer.close();
    expect(await readFile(file, "utf8")).not.toContain(service.apiKey);
    const sent = service.requests.length;
    const reader = testClient(service, { cache: new Keyv({ store: new KeyvFile({ filename: file }) }) });
    const snapshot = await reader.players(SPORT, { include: ["team"] }).snapshot();
    expect(snapshot).toMatchObject({ stale: false });
    expect(snapshot.document).toEqual(document);
    expect(Object.isFrozen(snapshot.document.data)).toBe(true);
    expect(service.requests).toHaveLength(sent);
    expect(reader.statistics()).toMatchObject({ hits: 1, misses: 0 });
  });

  test("takes over what another client refreshed", async () => {
    const service = await testService();
    const cache = new Keyv();
    const [one, two] = [
      testClient(service, { cache, refreshMs: 200 }),
      testClient(service, { cache, refreshMs: 200 }),
    ];
    await one.teams(SPORT).document();
    expect(await two.teams(SPORT).document()).toEqual(await one.teams(SPORT).document());
    await sleep(210);
    const renewed = await one.teams(SPORT).snapshot();
    expect(await two.teams(SPORT).snapshot()).toEqual(renewed);
    expect(service.requests).toHaveLength(2);
  });

  test("of a service is not used for another", async () => {
    const cache = new Keyv();
    const services = [await testService({ seed: 1 }), await testService({ seed: 2 })];
    const documents = await Promise.all(
      services.map((one) => testClient(one, { cache }).teams(SPORT).document()),
    );
    expect(documents[0]).not.toEqual(documents[1]);
  });
});

/** A store's methods, some of which a test replaces. */
function brokenStore(broken: object): ServiceCache {
  const store = {
    opts: {},
    get: async () => undefined,
    set: async () => true,
    delete: async () => true,
    clear: async () => {},
  };
  const events = { on: () => events };
  return { ...store, ...events, ...broken } as unknown as ServiceCache;
}

describe("a store that", () => {
  const fail = async () => {
    throw new Error("out of order");
  };
  test.each<[string, ServiceCache, number]>([
    ["cannot read", brokenStore({ get: fail }), 1],
    ["cannot read, below a Keyv that is silent about it", new Keyv({ store: brokenStore({ get: fail }) }), 1],
    ["cannot write", brokenStore({ set: fail }), 1],
    ["can do neither", brokenStore({ get: fail, set: fail }), 2],
    ["hangs", brokenStore({ get: () => new Promise(() => {}) }), 1],
    ["holds something else", brokenStore({ get: async () => ({ value: { version: 0 } }) }), 1],
    ["holds broken text", brokenStore({ get: async () => "{" }), 1],
  ])("%s is survived and reported", async (_, cache, reports) => {
    const service = await testService();
    const warnings: ServiceWarning[] = [];
    const client = testClient(service, {
      cache,
      storeMs: 50,
      onWarning: (warning) => warnings.push(warning),
    });
    expect((await client.teams(SPORT).document()).data).toHaveLength(10);
    await client.close();
    expect(warnings.map(({ code }) => code)).toEqual(Array.from({ length: reports }, () => "cache"));
    expect(service.requests).toHaveLength(1);
  });
});
