import { expect, test } from "vitest";
import { InvalidRequestError } from "../../src/errors.ts";
import { collect, rejection, testClient, testService } from "../support/client.ts";

const RATE = { requestLimit: 8, requestWindowMs: 250 };

test("all clients of a key together keep to an exact sliding window", async () => {
  const service = await testService({
    rate: { requests: RATE.requestLimit, windowMs: RATE.requestWindowMs },
  });
  const clients = [
    testClient(service, { ...RATE, retries: 0 }),
    testClient(service, { ...RATE, retries: 0 }),
  ];
  await Promise.all(
    [1, 2, 3].flatMap((count) =>
      clients.map((client) => collect(client.teams("basketball", { count: count + 1 }))),
    ),
  );
  // 5 + 4 + 3 pages each; a refusal would have been an error.
  expect(service.requests).toHaveLength(24);
  expect(service.requests.filter(({ refused }) => refused)).toEqual([]);
  const times = service.requests.map(({ at }) => at);
  for (let index = RATE.requestLimit; index < times.length; index += 1) {
    expect(times[index]! - times[index - RATE.requestLimit]!).toBeGreaterThanOrEqual(RATE.requestWindowMs);
  }
  // Nor does it dawdle: 24 requests take two full windows and a little.
  expect(times.at(-1)! - times[0]!).toBeLessThan(3.5 * RATE.requestWindowMs);
});

test("a caller that leaves the queue takes no slot and leaves no gap", async () => {
  const service = await testService();
  const client = testClient(service, { requestLimit: 1, requestWindowMs: 300 });
  const first = client.teams("basketball", { count: 100 }).document();
  const leaving = rejection(
    client.teams("ice-hockey", { count: 100 }).document({ signal: AbortSignal.timeout(50) }),
  );
  const last = client.teams("american-football", { count: 100 }).document();
  await Promise.all([first, leaving, last]);
  expect(service.requests.map(({ path }) => path.split("/")[1])).toEqual(["basketball", "american-football"]);
  expect(service.requests[1]!.at - service.requests[0]!.at).toBeLessThan(450);
});

test("waiting for the rate counts for the total time limit", async () => {
  const service = await testService();
  const client = testClient(service, { requestLimit: 1, requestWindowMs: 5_000, totalMs: 150 });
  await client.teams("basketball", { count: 100 }).document();
  const error = await rejection(client.teams("ice-hockey").document());
  expect(error).toMatchObject({ code: "upstream-timeout" });
});

test("one key has one limit", async () => {
  const service = await testService();
  testClient(service, RATE);
  expect(() => testClient(service, { ...RATE, requestLimit: 9 })).toThrow(InvalidRequestError);
  expect(() => testClient(service, RATE)).not.toThrow();
});
