import fc from "fast-check";
import { expect, test } from "vitest";
import { limiterOf } from "../../../src/service/client/transport.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import { collect, rejection, testClient, testService, timed } from "../../support/client.ts";
import { ManualClock } from "../../support/clock.ts";
import { runs, share } from "../../support/runs.ts";

const RATE = { requestLimit: 8, requestWindowMs: 250 };
/** How much longer than the window a slot stays taken. */
const MARGIN_MS = 5;

let keys = 0;
const signal = new AbortController().signal;
const always = () => true;

test("no window has more requests than the limit, counted at their start or at their end, and no slot stays unused", async () => {
  let waited = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(400), { minLength: 1, maxLength: 14 }),
      async (limit, durations) => {
        const clock = new ManualClock();
        const limiter = limiterOf(`property-${keys++}`, limit, 250, clock);
        const spans: { start: number; end: number }[] = [];
        const all = durations.map((ms, order) =>
          limiter.run(signal, async () => {
            const start = clock.elapsed();
            await new Promise<void>((resolve) => void clock.later(ms, resolve));
            spans[order] = { start, end: clock.elapsed() };
          }),
        );
        await clock.skipping(always, Promise.all(all));
        for (const [order, { start }] of spans.entries()) {
          const before = spans.filter((_, other) => other < order && (order - other) % limit === 0);
          if (before.length === 0) {
            expect(start).toBe(0);
            continue;
          }
          // A running request counts from its start, a finished one from its end.
          const counted = before.map((one) => (one.end <= start ? one.end : one.start));
          expect(start).toBeGreaterThanOrEqual(Math.max(...counted) + 250);
          const inTurn = spans[order - 1]!.start;
          expect(start).toBeLessThanOrEqual(Math.max(inTurn, Math.max(...counted) + 250 + MARGIN_MS));
          waited += 1;
        }
      },
    ),
    runs(100),
  );
  expect(waited).toBeGreaterThan(share(100, 2));
});

test("all clients of a key together keep the limit", async () => {
  const { clock, service, client } = await timed({
    rate: { requests: RATE.requestLimit, windowMs: RATE.requestWindowMs },
  });
  const clients = [client({ ...RATE, retries: 0 }), client({ ...RATE, retries: 0 })];
  const reading = Promise.all(
    [1, 2, 3].flatMap((count) =>
      clients.map((one) => collect(one.teams("basketball", { count: count + 1 }))),
    ),
  );
  await clock.skipping((ms) => ms <= RATE.requestWindowMs + MARGIN_MS, reading);
  // 5 + 4 + 3 pages each; a refusal would have been an error.
  expect(service.requests).toHaveLength(24);
  expect(service.requests.filter(({ refused }) => refused)).toEqual([]);
});

test("a caller that leaves the queue takes no slot and leaves no gap", async () => {
  const clock = new ManualClock();
  const limiter = limiterOf(`leaving-${keys++}`, 1, 300, clock);
  const starts: [string, number][] = [];
  const run = (name: string, own = signal) =>
    limiter.run(own, async () => void starts.push([name, clock.elapsed()]));
  const leaving = new AbortController();
  const first = run("first");
  const left = rejection(run("leaving", leaving.signal));
  const last = run("last");
  await clock.waiting(always);
  leaving.abort();
  await left;
  await clock.skipping(always, Promise.all([first, last]));
  expect(starts).toEqual([
    ["first", 0],
    ["last", 300 + MARGIN_MS],
  ]);
});

test("waiting for the rate limit counts towards the total time limit", async () => {
  const { clock, client: clientOf } = await timed();
  const client = clientOf({ requestLimit: 1, requestWindowMs: 300_000, totalMs: 60_000 });
  await client.teams("basketball", { count: 100 }).document();
  const error = rejection(client.teams("ice-hockey").document());
  await clock.waiting((ms) => ms > 60_000);
  clock.advance(60_000);
  expect(await error).toMatchObject({ code: "upstream-timeout" });
});

test("each key has one limit", async () => {
  const service = await testService();
  testClient(service, RATE);
  expect(() => testClient(service, { ...RATE, requestLimit: 9 })).toThrow(InvalidRequestError);
  expect(() => testClient(service, RATE)).not.toThrow();
});
