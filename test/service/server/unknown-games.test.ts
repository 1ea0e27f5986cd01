import { describe, expect, it } from "vitest";
import { ownRates } from "../../../src/service/server/cache.ts";
import { UnknownGames } from "../../../src/service/server/projections.ts";
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

  it("are free once they are known", async () => {
    const games = new UnknownGames(10, clock, ownRates);
    for (const { game } of await games.worthAsking(invented(10), "a")) games.found(game, true);
    for (let again = 0; again < 5; again += 1)
      expect(await games.worthAsking(invented(10), "a")).toHaveLength(10);
  });
});
