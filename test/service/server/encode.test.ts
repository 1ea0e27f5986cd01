import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Outgoing } from "../../../src/service/server/exchange.ts";
import { INPUTS, pathOf, testHandler } from "./support.ts";

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
});
