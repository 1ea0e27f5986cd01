import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import { connected, testClient, testService } from "../../support/client.ts";

const UUID = "0123ABCD-0000-4000-8000-000000000001";

async function searchOf(query: Record<string, unknown>): Promise<string> {
  const service = await testService();
  const read = testClient(service).fantasyPerformances as (
    sport: string,
    query: object,
  ) => { document(): Promise<unknown> };
  await read("american-football", query).document();
  return service.requests[0]!.search.replace(/&?api_key=[^&]*/, "").slice(1);
}

describe("a query is encoded", () => {
  test.each<[Record<string, unknown>, string]>([
    [{}, ""],
    [{ position: "QB", "team.nickName": "a b&c=d+e" }, "position=QB&team.nickName=a%20b%26c%3Dd%2Be"],
    [{ "event.uuid": UUID }, `event.uuid=${UUID.toLowerCase()}`],
    [{ "event.startDate": { after: "now" } }, "event.startDate%5Bafter%5D=now"],
    [
      {
        "event.startDate": {
          after: new Date("2024-09-08T17:00:30Z"),
          strictly_before: new Date("2024-09-08T17:00:30Z"),
        },
      },
      "event.startDate%5Bafter%5D=2024-09-08%2017%3A00&event.startDate%5Bstrictly_before%5D=2024-09-08%2017%3A01",
    ],
    [{ updatedAt: { strictly_after: "2024-09-08" } }, "updatedAt%5Bstrictly_after%5D=2024-09-08"],
    [
      { updatedAt: { before: new Date("2024-09-08T17:00:30Z") } },
      "updatedAt%5Bbefore%5D=2024-09-08T17%3A00%3A30%2B00%3A00",
    ],
    [
      { updatedAt: { after: "2024-09-08T17:00:30Z" } },
      "updatedAt%5Bafter%5D=2024-09-08T17%3A00%3A30%2B00%3A00",
    ],
    [
      { updatedAt: { after: "2024-09-08 13:00-04:00" } },
      "updatedAt%5Bafter%5D=2024-09-08T17%3A00%3A00%2B00%3A00",
    ],
    [
      { updatedAt: { after: "2024-09-08T17:00:30.7", before: "2024-09-08T17:00:30.7+00:00" } },
      "updatedAt%5Bafter%5D=2024-09-08T17%3A00%3A30%2B00%3A00&updatedAt%5Bbefore%5D=2024-09-08T17%3A00%3A31%2B00%3A00",
    ],
    [
      { "event.startDate": { after: "2024-09-08T13:00:30-04:00" } },
      "event.startDate%5Bafter%5D=2024-09-08%2017%3A00",
    ],
    [{ "event.startDate": { before: "2024-09-08" } }, "event.startDate%5Bbefore%5D=2024-09-08%2000%3A00"],
    [
      { order: { position: "desc", "event.startDate": "asc" } },
      "order%5Bposition%5D=desc&order%5Bevent.startDate%5D=asc",
    ],
    [{ include: ["team", "player", "team"], count: 50, page: 1 }, "count=50&include=player%2Cteam&page=1"],
    [
      { fields: { FantasyPerformance: ["uuid", "position"], player: ["lastName"] } },
      "fields%5BFantasyPerformance%5D=uuid%2Cposition&fields%5Bplayer%5D=lastName",
    ],
    [{ properties: ["uuid", "position"] }, "properties%5B%5D=uuid&properties%5B%5D=position"],
  ])("%j", async (query, search) => {
    expect(await searchOf(query)).toBe(search);
  });
});

describe("a query is refused", () => {
  test.each<[Record<string, unknown>, string]>([
    [{ name: "x" }, "/name"],
    [{ position: 7 }, "/position"],
    [{ "event.uuid": "17" }, "/event.uuid"],
    [{ "event.startDate": "now" }, "/event.startDate"],
    [{ "event.startDate": { since: "now" } }, "/event.startDate/since"],
    [{ updatedAt: { after: "yesterday" } }, "/updatedAt/after"],
    [{ updatedAt: { after: new Date("never") } }, "/updatedAt/after"],
    [{ updatedAt: { after: "2024-02-31" } }, "/updatedAt/after"],
    [{ updatedAt: { after: "2024-02-28T25:00" } }, "/updatedAt/after"],
    [{ order: { position: "up" } }, "/order/position"],
    [{ order: { salary: "asc" } }, "/order/salary"],
    [{ include: ["coach"] }, "/include/0"],
    [{ count: 0 }, "/count"],
    [{ page: 1.5 }, "/page"],
    [{ fields: { Team: ["uuid"] } }, "/fields/Team"],
    [{ properties: ["a,b"] }, "/properties/0"],
  ])("%j", async (query, pointer) => {
    const error = await searchOf(query).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ source: { pointer } });
  });

  test("for an unknown order, with the known ones", async () => {
    const error = await searchOf({ order: { salary: "asc" } }).catch((reason: unknown) => reason);
    expect((error as Error).message).toContain("event.startDate, position, updatedAt");
  });

  test.each(["", "Basketball", "../v2", "a/b", "basketball?x=1"])("for the sport %j", async (sport) => {
    const { client } = await connected();
    expect(() => client.teams(sport)).toThrow(InvalidRequestError);
  });
});
