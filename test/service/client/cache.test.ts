import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keyv } from "keyv";
import { KeyvFile } from "keyv-file";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ServiceCache, ServiceWarning } from "../../../src/service/client/index.ts";
import { testClient, testService, timed } from "../../support/client.ts";

const SPORT = "ice-hockey";
/** The default time for which a document is current. */
const REFRESH_MS = 900_000;
/** The default time limit of a store. */
const STORE_MS = 1_000;

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
    const { clock, service, client } = await timed();
    const cache = new Keyv();
    const [one, two] = [client({ cache }), client({ cache })];
    await one.teams(SPORT).document();
    expect(await two.teams(SPORT).document()).toEqual(await one.teams(SPORT).document());
    clock.advance(REFRESH_MS);
    const renewed = await one.teams(SPORT).snapshot();
    expect(await two.teams(SPORT).snapshot()).toEqual(renewed);
    expect(service.requests).toHaveLength(2);
  });

  test("of one service is not used for another", async () => {
    const cache = new Keyv();
    const services = [await testService({ seed: 1 }), await testService({ seed: 2 })];
    const documents = await Promise.all(
      services.map((one) => testClient(one, { cache }).teams(SPORT).document()),
    );
    expect(documents[0]).not.toEqual(documents[1]);
  });
});

/** A store's methods, some replaced by a test. */
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
  ])("%s is reported and causes no failure", async (_, cache, reports) => {
    const { clock, service, client: clientOf } = await timed();
    const warnings: ServiceWarning[] = [];
    const client = clientOf({ cache, onWarning: (warning) => warnings.push(warning) });
    const document = await clock.skipping((ms) => ms === STORE_MS, client.teams(SPORT).document());
    expect(document.data).toHaveLength(10);
    await client.close();
    expect(warnings.map(({ code }) => code)).toEqual(Array.from({ length: reports }, () => "cache"));
    expect(service.requests).toHaveLength(1);
  });
});
