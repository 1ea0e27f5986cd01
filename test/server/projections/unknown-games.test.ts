import { describe, expect, it } from "vitest";
import { ownRates } from "../../../src/server/cache/cache.ts";
import { UnknownGames } from "../../../src/server/projections/unknown-games.ts";
import { RefusedError } from "../../../src/server/refusal.ts";
import { rejection } from "../../support/client.ts";
import { ManualClock } from "../../support/clock.ts";

const clock = new ManualClock();

const invented = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `g${from + index}`);

describe("unknown games", () => {
  it("are worth asking for once a minute", async () => {
    const games = new UnknownGames(10, clock, ownRates);
    expect(await games.worthAsking(["g0", "g1"], "a")).toEqual(["g0", "g1"]);
    games.found("g0", false);
    games.found("g1", true);
    expect(await games.worthAsking(["g0", "g1"], "b")).toEqual(["g1"]);
    clock.advance(60_000);
    expect(await games.worthAsking(["g0", "g1"], "b")).toEqual(["g0", "g1"]);
  });

  it("are asked for at most as often as the caller's budget allows, whoever else asks", async () => {
    const games = new UnknownGames(10, clock, ownRates);
    await games.worthAsking(invented(8), "a");
    const refused = await rejection(games.worthAsking(invented(3, 8), "a"));
    expect(refused).toBeInstanceOf(RefusedError);
    expect(refused).toMatchObject({ code: "rate-limited", status: 429, source: { pointer: "/games" } });
    expect(await games.worthAsking(invented(10, 20), "b")).toHaveLength(10);
  });

  it("cost nothing once they are known", async () => {
    const games = new UnknownGames(10, clock, ownRates);
    for (const game of await games.worthAsking(invented(10), "a")) games.found(game, true);
    for (let again = 0; again < 5; again += 1)
      expect(await games.worthAsking(invented(10), "a")).toHaveLength(10);
  });
});
