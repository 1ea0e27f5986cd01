import { describe, expect, test } from "vitest";
import { FailedTry } from "../../../src/service/client/attempt.ts";
import { ServiceError } from "../../../src/service/client/service-error.ts";
import { createBreaker } from "../../../src/service/client/transport.ts";
import { rejection, testClient, testService } from "../../support/client.ts";
import { ManualClock } from "../../support/clock.ts";

const SPORT = "basketball";
const clock = new ManualClock();
const down = () => Promise.reject(new FailedTry("upstream-unreachable", "down", { transient: true }));
const refused = () =>
  Promise.reject(new FailedTry("upstream-status", "no", { transient: false, upstreamStatus: 404 }));

describe("a circuit breaker", () => {
  test("fails fast after a number of failures in a row, and says when the service is tried again", async () => {
    const breaker = createBreaker(3, 60_000, clock);
    for (let index = 0; index < 3; index += 1) await rejection(breaker.run(down));
    let asked = false;
    const error = await rejection(
      breaker.run(async () => {
        asked = true;
      }),
    );
    expect(asked).toBe(false);
    expect(error).toMatchObject({ code: "upstream-unreachable", fields: { transient: false } });
    expect((error as FailedTry).fields.retryAfterMs).toBeGreaterThan(50_000);
  });

  test("resets its count when the service answers, even with a refusal", async () => {
    const breaker = createBreaker(2, 60_000, clock);
    for (let index = 0; index < 5; index += 1) {
      expect(await rejection(breaker.run(down))).toMatchObject({ message: "down" });
      await rejection(breaker.run(refused));
    }
    expect(await breaker.run(async () => "up")).toBe("up");
  });

  test("lets a single request probe after the pause", async () => {
    const breaker = createBreaker(1, 1_000, clock);
    await rejection(breaker.run(down));
    clock.advance(999);
    expect(await rejection(breaker.run(async () => "up"))).toBeInstanceOf(FailedTry);
    clock.advance(1);
    expect(await breaker.run(async () => "up")).toBe("up");
    expect(await breaker.run(async () => "still up")).toBe("still up");
  });

  test("lets others wait a second for the probe", async () => {
    const breaker = createBreaker(1, 5_000, clock);
    const fail = () => rejection(breaker.run(down));
    await fail();
    clock.advance(5_000);
    let answer: (text: string) => void = () => {};
    const held = () => new Promise<string>((resolve) => (answer = resolve));
    const slow = breaker.run(held);
    const impatient = rejection(breaker.run(async () => "too early"));
    clock.advance(1_000);
    expect(await impatient).toMatchObject({ code: "upstream-unreachable" });
    const waiting = breaker.run(async () => "up");
    answer("found out");
    expect([await slow, await waiting]).toEqual(["found out", "up"]);
    await fail();
    clock.advance(5_000);
    const [found, other] = [fail(), rejection(breaker.run(async () => "not asked"))];
    expect([await found, await other]).toEqual([
      expect.objectContaining({ message: "down" }),
      expect.objectContaining({ message: expect.stringContaining("in a row") }),
    ]);
  });

  test("spares a failing service all retries except the first document's", async () => {
    const service = await testService();
    service.fault({ kind: "status", status: 503 }, 1_000);
    const client = testClient(service, { breakMs: 60_000 });
    await rejection(client.teams(SPORT).document());
    expect(service.requests).toHaveLength(5);
    const error = await rejection(client.players(SPORT).document());
    expect(service.requests).toHaveLength(5);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: "upstream-unreachable", status: 502 });
    expect((error as ServiceError).retryAfter).toBeGreaterThan(0);
  });
});
