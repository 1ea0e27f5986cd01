import { describe, expect, it } from "vitest";
import { RefusedError } from "../../../src/service/server/answer-error.ts";
import { ownRates } from "../../../src/service/server/cache.ts";
import { UnknownGames } from "../../../src/service/server/projections.ts";
import { rejection } from "../../support/client.ts";
import { ManualClock } from "../../support/clock.ts";

const clock = new ManualClock();

const invented = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `g${from + index}`);

const worth = async (games: UnknownGames, wanted: readonly string[], caller: string) =>
  (await games.worthAsking(wanted, caller)).map(({ game }) => game);

describe("unknown games", () => {
  it("are requested once a minute", async () => {
    const games = new UnknownGames(10, clock, ownRates);
    expect(await worth(games, ["g0", "g1"], "a")).toEqual(["g0", "g1"]);
    games.found("g0", false);
    games.found("g1", true);
    expect(await worth(games, ["g0", "g1"], "b")).toEqual(["g1"]);
    clock.advance(60_000);
    expect(await worth(games, ["g0", "g1"], "b")).toEqual(["g0", "g1"]);
  });

  it("are requested within the caller's budget, independent of other callers", async () => {
    const games = new UnknownGames(10, clock, ownRates);
    await games.worthAsking(invented(8), "a");
    const refused = await rejection(games.worthAsking(invented(3, 8), "a"));
    expect(refused).toBeInstanceOf(RefusedError);
    expect(refused).toMatchObject({ code: "rate-limited", status: 429, source: { pointer: "/games" } });
    expect(await games.worthAsking(invented(10, 20), "b")).toHaveLength(10);
  });

  it("are free if refunded within the window in which they were charged", async () => {
    const games = new UnknownGames(10, clock, ownRates);
    for (let again = 0; again < 5; again += 1)
      for (const one of await games.worthAsking(invented(10), "a")) await games.refund(one, "a");
    const [known] = await games.worthAsking(["known"], "a");
    games.found("known", true);
    await games.refund(known!, "b");
    const [free] = await games.worthAsking(["known"], "a");
    await games.refund(free!, "a");
    expect(await games.worthAsking(invented(9, 20), "a")).toHaveLength(9);
    expect(await rejection(games.worthAsking(["more"], "a"))).toBeInstanceOf(RefusedError);
    expect(await games.worthAsking(invented(10), "b")).toHaveLength(10);
    expect(await rejection(games.worthAsking(["more"], "b"))).toBeInstanceOf(RefusedError);
  });

  it("are free once they are known", async () => {
    const games = new UnknownGames(10, clock, ownRates);
    for (const { game } of await games.worthAsking(invented(10), "a")) games.found(game, true);
    for (let again = 0; again < 5; again += 1)
      expect(await games.worthAsking(invented(10), "a")).toHaveLength(10);
  });
});
