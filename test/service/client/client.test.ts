import { describe, expect, test } from "vitest";
import type { Reading } from "../../../src/service/client/index.ts";
import { collect, connected } from "../../support/client.ts";

const SPORTS = ["american-football", "basketball", "ice-hockey"];

describe("each collection", () => {
  test.each([
    "fantasyPerformances",
    "performances",
    "players",
    "teams",
    "events",
    "injuries",
    "changes",
  ] as const)("%s is complete, for every sport, with all of the service's data", async (name) => {
    const { service, client } = await connected();
    for (const sport of SPORTS) {
      const stored = service.data[sport]![name === "fantasyPerformances" ? "fantasy_performances" : name];
      expect(stored.length).toBeGreaterThan(0);
      const read = client[name] as (sport: string) => Reading<{ id: string }>;
      const document = await read(sport).document();
      expect(document.data.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
      expect(document.data).toEqual(stored);
    }
  });

  test("accepts its own filters, orders and includes", async () => {
    const { service, client } = await connected();
    const { teams, events, players } = service.data["basketball"]!;
    const [team, event, player] = [teams[2]!, events[1]!, players[40]!];
    const uuid = (one: { attributes: Record<string, unknown> }) => String(one.attributes["uuid"]);
    const performances = await client
      .performances("basketball", { "player.uuid": uuid(player), include: ["event"] })
      .document();
    expect(performances.data).toHaveLength(1);
    expect(performances.included).toHaveLength(1);
    const byName = await collect(
      client.players("basketball", { lastName: "er", order: { lastName: "desc", firstName: "asc" } }),
    );
    const names = byName.map(({ attributes }) => `${attributes.lastName}`);
    expect(names).toEqual(names.toSorted().toReversed());
    expect(names.length).toBeGreaterThan(10);
    expect(
      (await client.players("basketball", { "team.uuid": uuid(team), count: 100 }).document()).data,
    ).toHaveLength(14);
    const games = await client
      .events("basketball", {
        startDate: { after: "now" },
        order: { startDate: "desc" },
        include: ["homeTeam", "awayTeam"],
      })
      .document();
    expect(games.data).toHaveLength(4);
    expect(games.included).toHaveLength(8);
    expect(
      (
        await client
          .fantasyPerformances("basketball", { "event.uuid": uuid(event), position: "C" })
          .document()
      ).data,
    ).toHaveLength(4);
    expect((await client.teams("basketball", { location: "dun" }).document()).data).toHaveLength(1);
    const injured = await client.injuries("basketball", { include: ["player", "team"] }).document();
    expect(injured.included!.length).toBeGreaterThan(injured.data.length);
  });

  test("changes give a poller the updates since a time", async () => {
    const { service, client } = await connected();
    const updated = service.data["basketball"]!.players[0]!;
    service.update("basketball", updated, { isInjured: true });
    const since = new Date(Date.now() - 60_000);
    const changes = await client.changes("basketball", { updatedAt: { after: since } }).document();
    expect(changes.data.map(({ id }) => id)).toEqual([updated.id]);
    service.update("basketball", updated, { isInjured: false });
    expect(
      (await client.changes("basketball", { updatedAt: { after: since } }).document()).data.length,
    ).toBeGreaterThan(0);
  });
});

test("a sparse query accepts missing attributes; unknown attributes are kept", async () => {
  const { service, client } = await connected();
  const sparse = await client.fantasyPerformances("basketball", { properties: ["position"] }).document();
  expect(Object.keys(sparse.data[0]!.attributes!)).toEqual(["position"]);
  const fields = await client.players("basketball", { fields: { Player: ["lastName"] } }).document();
  expect(Object.keys(fields.data[0]!.attributes!)).toEqual(["lastName"]);
  service.data["basketball"]!.teams[0]!.attributes["mascot"] = { name: "Bear" };
  const teams = await client.teams("basketball").document();
  expect(teams.data[0]!.attributes["mascot"]).toEqual({ name: "Bear" });
});

test("the types include each collection's parameters", async () => {
  const { client } = await connected();
  const wrong = [
    // @ts-expect-error players have no position filter
    () => client.players("basketball", { position: "C" }),
    // @ts-expect-error an order is asc or desc
    () => client.events("basketball", { order: { startDate: "up" } }),
    // @ts-expect-error the change feed includes nothing
    () => client.changes("basketball", { include: ["player"] }),
    // @ts-expect-error a date takes operators
    () => client.fantasyPerformances("basketball", { "event.startDate": "now" }),
  ];
  for (const call of wrong) expect(call).toThrow();
  const { data } = await client.players("basketball", { properties: ["uuid"] }).document();
  // @ts-expect-error any attribute of a sparse entry may be missing
  const uuid: string = data[0]!.attributes?.["uuid"];
  expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
});
