import { inspect } from "node:util";
import fc from "fast-check";
import { Keyv } from "keyv";
import { describe, expect, test } from "vitest";
import type { ServiceWarning } from "../../../src/service/client/index.ts";
import { createRedactor, redactError } from "../../../src/service/client/redactor.ts";
import { collect, rejection, testClient, testService, timed } from "../../support/client.ts";
import type { Fault } from "../../support/service/faults.ts";

const KEY = 'S3cr+t/k=y&"\\%40';
const SPORT = "basketball";
/** The default time for which a document is current. */
const REFRESH_MS = 900_000;

/** The spellings of a key in text. */
const SPELLINGS = [
  KEY,
  encodeURIComponent(KEY),
  encodeURIComponent(KEY).toLowerCase(),
  JSON.stringify(KEY).slice(1, -1),
];

function expectNoKey(...things: unknown[]): void {
  for (const thing of things) {
    const shown = inspect(thing, {
      depth: 30,
      showHidden: true,
      maxArrayLength: null,
      maxStringLength: null,
    });
    const parts = [shown, JSON.stringify(thing) ?? ""];
    if (thing instanceof Error) parts.push(thing.message, String(thing.stack));
    for (const part of parts) {
      for (const spelling of SPELLINGS) expect(part.toLowerCase()).not.toContain(spelling.toLowerCase());
      expect(part).not.toMatch(/api_key/);
    }
  }
}

describe("the key", () => {
  test("is in the query, and not in documents, entries, the cache or statistics", async () => {
    const service = await testService({ apiKey: KEY });
    const store = new Map<string, unknown>();
    const client = testClient(service, { cache: new Keyv({ store }) });
    // The service repeats the key wherever it can.
    service.fault(
      {
        kind: "replace",
        edit: ({ data, ...rest }) => {
          const links = {
            related: `/x?api_key=${encodeURIComponent(KEY)}&a=1`,
            other: { href: `https://h/?b=2&api_key=${KEY}` },
          };
          return {
            ...rest,
            [KEY]: KEY,
            data: data.map((one) => ({ ...one, links, note: `key ${KEY}`, [KEY]: [KEY] })),
          };
        },
      },
      1_000,
    );
    const reading = client.fantasyPerformances(SPORT, { include: ["player"], count: 40 });
    const entries = await collect(client.players(SPORT));
    const document = await reading.document();
    const page = await client.teams(SPORT, { page: 1, count: 5 }).document();
    const snapshot = await reading.snapshot();
    await client.close();
    expect(service.requests.every(({ query }) => query.get("api_key") === KEY)).toBe(true);
    expect(store.size).toBe(3);
    expectNoKey(entries, document, page, snapshot, [...store], client.statistics(), client);
    expect(document.data[0]).toMatchObject({
      links: { related: "/x?a=1", other: { href: "https://h/?b=2" } },
    });
    expect(page.links["next"]).toBe("/basketball/v2/teams?count=5&page=2");
  });

  test.each<[string, Fault]>([
    ["status 500", { kind: "status", status: 500, body: KEY }],
    ["status 403", { kind: "status", status: 403, body: KEY }],
    ["a cut socket", { kind: "cut" }],
    ["text that quotes it", { kind: "text", text: `${KEY} is not JSON` }],
    ["text that begins with it as JSON", { kind: "text", text: `"${KEY}` }],
    ["a value that contains it instead of a number", { kind: "schema", value: `see ?api_key=${KEY}` }],
    [
      "a next link elsewhere",
      { kind: "replace", edit: (one) => ({ ...one, links: { next: `https://h/?api_key=${KEY}` } }) },
    ],
    ["no answer", { kind: "hang" }],
  ])("is in no error: %s", async (_, fault) => {
    const { clock, service, client: clientOf, hurried } = await timed({ apiKey: KEY });
    const warnings: ServiceWarning[] = [];
    const client = clientOf({ retries: 1, onWarning: (one) => warnings.push(one) });
    const known = client.fantasyPerformances(SPORT, { page: 1, count: 7 });
    await known.document();
    service.fault(fault, 1_000);
    clock.advance(REFRESH_MS);
    const error = await hurried(rejection(client.fantasyPerformances(SPORT, { count: 7 }).document()));
    expect((await hurried(known.snapshot())).stale).toBe(fault.kind !== "replace");
    const warned = async () => void (await expect.poll(() => warnings.length).toBe(1));
    if (fault.kind !== "replace") await hurried(warned());
    expectNoKey(error, (error as { toErrorObjects(): unknown }).toErrorObjects(), warnings);
  });

  test("is in no error if the connection or a custom fetch fails", async () => {
    const service = await testService({ apiKey: KEY });
    await service.close();
    expectNoKey(await rejection(testClient(service, { retries: 0 }).teams(SPORT).document()));
    const talkative: typeof fetch = async (url) => {
      const inner = Object.assign(new Error(`GET ${url}`), { url, config: { url } });
      throw Object.assign(new AggregateError([inner], String(url), { cause: inner }), {
        url,
        code: String(url),
      });
    };
    const error = await rejection(
      testClient(service, { retries: 0, fetch: talkative }).teams(SPORT).document(),
    );
    expect(error).toMatchObject({ code: "upstream-unreachable" });
    expectNoKey(error);
  });

  test("is in no refusal of options or queries, and is not allowed in queries", async () => {
    const service = await testService({ apiKey: KEY });
    const thrown = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        return error;
      }
      throw new Error("Nothing was thrown.");
    };
    const client = testClient(service);
    expectNoKey(
      thrown(() => testClient({ url: `${service.url}/?x=${KEY}`, apiKey: KEY })),
      thrown(() => testClient({ url: `ftp://${KEY}`, apiKey: KEY })),
      thrown(() => testClient({ url: service.url, apiKey: `${KEY}\n` })),
      thrown(() => client.players(SPORT, { fullName: KEY })),
      thrown(() => client.players(SPORT, { "team.uuid": KEY })),
      thrown(() => client.players(`${SPORT}?key=${KEY}`)),
    );
  });
});

describe("a redactor", () => {
  test("removes any key from any text, in all its spellings, and keeps the rest", () => {
    const printable = fc.string({
      unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
      minLength: 6,
      maxLength: 40,
    });
    let encoded = 0;
    fc.assert(
      fc.property(printable, (key) => {
        const redactor = createRedactor(key);
        if (encodeURIComponent(key) !== key) encoded += 1;
        const text = `<${key}|${encodeURIComponent(key)}|${new URLSearchParams({ k: key })}|${JSON.stringify({ key })}>`;
        const clean = redactor.text(text);
        expect(redactor.finds(clean)).toBe(false);
        for (const spelling of [key, encodeURIComponent(key)]) {
          if (!'<[api key]|k=[]{}":>'.includes(spelling)) expect(clean).not.toContain(spelling);
        }
        expect(redactor.text("a plain sentence")).toBe("a plain sentence");
      }),
      { seed: 405 },
    );
    expect(encoded).toBeGreaterThan(50);
  });

  test("keeps data in which a very short key occurs by chance", () => {
    const redactor = createRedactor("a1");
    expect(redactor.json({ a1: "a1", next: "/x?api_key=a1&page=2" })).toEqual({
      a1: "a1",
      next: "/x?page=2",
    });
  });

  test("keeps the distinguishing parts of errors", () => {
    const error = Object.assign(new TypeError("fetch failed", { cause: new Error(`to ${KEY}`) }), {
      code: "EFAIL",
    });
    const copy = redactError(error, createRedactor(KEY));
    expect(copy).toMatchObject({ name: "TypeError", message: "fetch failed", code: "EFAIL" });
    expect((copy.cause as Error).message).toBe("to [key]");
  });
});
