import { expect, test } from "vitest";
import { createServiceClient } from "../../../src/service/client/index.ts";
import { parseOptions } from "../../../src/service/client/options.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";

const GOOD = { baseUrl: "https://service.example/api/", apiKey: "a-key-of-options" };

test.each<[object, string]>([
  [{ baseUrl: "service.example" }, "/baseUrl"],
  [{ baseUrl: "ftp://service.example" }, "/baseUrl"],
  [{ baseUrl: "https://user:word@service.example" }, "/baseUrl"],
  [{ baseUrl: "https://service.example?x=1" }, "/baseUrl"],
  [{ apiKey: "" }, "/apiKey"],
  [{ apiKey: undefined }, "/apiKey"],
  [{ apiKey: "two words" }, "/apiKey"],
  [{ fetch: "fetch" }, "/fetch"],
  [{ cache: { get: () => {} } }, "/cache"],
  [{ onWarning: 1 }, "/onWarning"],
  [{ clock: { now: () => 0 } }, "/clock"],
  [{ retries: -1 }, "/retries"],
  [{ retries: Number.NaN }, "/retries"],
  [{ tryMs: 0 }, "/tryMs"],
  [{ totalMs: 2 ** 31 }, "/totalMs"],
  [{ requestLimit: 0 }, "/requestLimit"],
  [{ requestWindowMs: 0.5 }, "/requestWindowMs"],
  [{ refreshMs: "900" }, "/refreshMs"],
  [{ memoryDocuments: 0 }, "/memoryDocuments"],
  [{ timeout: 5 }, "/timeout"],
])("%j is refused", (options, pointer) => {
  let error: unknown;
  try {
    createServiceClient({ ...GOOD, ...options });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(InvalidRequestError);
  expect(error).toMatchObject({ source: { pointer } });
});

test("address and key are enough", async () => {
  const client = createServiceClient(GOOD);
  expect(client.statistics()).toEqual({ requests: 0, retries: 0, hits: 0, misses: 0, stale: 0 });
  await client.close();
});

test("the defaults are the API's figures where it has them", () => {
  const { limits } = parseOptions(GOOD);
  expect(limits).toMatchObject({ requestLimit: 3_000, requestWindowMs: 300_000, refreshMs: 900_000 });
  expect(limits.tryMs).toBeLessThan(limits.totalMs);
});
