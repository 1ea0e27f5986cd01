import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Outgoing } from "../../../src/service/server/exchange.ts";
import { INPUTS, pathOf, testHandler, testServer } from "./support.ts";

async function start() {
  const { handler, key } = await testHandler();
  const ask = (method: string, target: string, headers: Readonly<Record<string, string>>, body = "") =>
    handler.handle({
      ...{ method, target, fault: null, signal: new AbortController().signal },
      header: (name) => headers[name] ?? null,
      body: async () => Buffer.from(body),
    });
  return { ask, key };
}

const size = ({ body }: Outgoing) => Buffer.byteLength(body);
const JSON_TYPE = { "content-type": "application/json" };

describe("an answer", () => {
  it("is compressed for clients that accept gzip", async () => {
    const { ask, key } = await start();
    const lineups = (coding: string) =>
      ask(
        "POST",
        pathOf(key, "include=selections"),
        { ...JSON_TYPE, "accept-encoding": coding },
        JSON.stringify(INPUTS.body),
      );
    const plain = await lineups("gzip;q=0, *;q=0.5");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const coding of ["gzip", "br, GZIP;q=0.1", "*"]) {
      const packed = await lineups(coding);
      expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
      expect(size(packed)).toBeLessThan(size(plain) / 3);
      expect(gunzipSync(packed.body).toString()).toBe(plain.body);
    }
    expect(
      (await ask("GET", "/health", { "accept-encoding": "gzip" })).headers["content-encoding"],
    ).toBeUndefined();
  });

  it("has an ETag at /openapi.json, and no body for clients that have it", async () => {
    const page = "/openapi.json";
    const { ask } = await start();
    const whole = await ask("GET", page, {});
    const etag = String(whole.headers["etag"]);
    expect([whole.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
    for (const tag of [etag, `"other", ${etag}`, etag.slice(2), "*"]) {
      const same = await ask("GET", page, { "if-none-match": tag, "accept-encoding": "gzip" });
      expect([same.status, size(same), same.headers["etag"]]).toEqual([304, 0, etag]);
    }
    expect((await ask("GET", page, { "if-none-match": '"other"' })).status).toBe(200);
    const packed = await ask("GET", page, { "accept-encoding": "gzip" });
    expect([packed.headers["etag"], size(packed) < size(whole) / 3]).toEqual([etag, true]);
  });

  it("without a body is complete for clients", async () => {
    const { url } = await testServer();
    const etag = (await fetch(`${url}/openapi.json`)).headers.get("etag")!;
    const same = await fetch(`${url}/openapi.json`, { headers: { "if-none-match": etag } });
    expect([same.status, await same.text(), same.headers.get("content-length")]).toEqual([304, "", null]);
  });
});
