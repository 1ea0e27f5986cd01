import { describe, expect, expectTypeOf, test } from "vitest";
import type { OpenQuery, OpenResource, ResourceOf } from "../../../src/service/client/index.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import { collect, connected, rejection, testClient, testService } from "../../support/client.ts";

const SPORT = "basketball";
const GUID = "0123abcd-0000-4000-8000-000000000001";

describe("any list", () => {
  test("is read by its path, page by page, up to the end", async () => {
    const { service, client } = await connected();
    const { win_losses: stored } = service.data[SPORT]!;
    const reading = client.collection(SPORT, "win_losses", { count: 2, order: { updatedAt: "asc" } });
    expectTypeOf(reading.document)
      .returns.resolves.toHaveProperty("data")
      .items.toEqualTypeOf<OpenResource>();
    const { data, meta } = await reading.document();
    expect(meta.totalItems).toBe(stored.length);
    expect(data.map(({ id }) => id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
    expect(service.requests.map(({ path }) => path)).toEqual(
      Array.from({ length: Math.ceil(stored.length / 2) }, () => `/${SPORT}/v2/win_losses`),
    );
    expect(await reading.document()).toBe(await reading.document());
  });

  test("has the types, checks and filters of its collection if this client knows it", async () => {
    const { service, client } = await connected();
    const event = service.data[SPORT]!.events[1]!;
    const uuid = String(event.attributes["uuid"]);
    const ofEvent = client.collection(SPORT, `events/${uuid}/performances`, {
      include: ["player"],
      count: 50,
    });
    expectTypeOf(ofEvent.document)
      .returns.resolves.toHaveProperty("data")
      .items.toEqualTypeOf<ResourceOf<"performances">>();
    const { data, included } = await ofEvent.document();
    expect(data).toHaveLength(28);
    expect(included).toHaveLength(28);
    expect(data.every(({ relationships }) => relationships?.event?.data?.id === event.id)).toBe(true);
    expect(await collect(client.collection(SPORT, "teams", { location: "dun" }))).toHaveLength(1);
    expect(() => client.collection(SPORT, "players", { position: "C" } as object)).toThrow(/position/);
  });

  test("accepts any filter if only the service knows the collection", async () => {
    const { service, client } = await connected();
    await client
      .collection(SPORT, "ranks", {
        "league.uuid": GUID,
        "season.season": 2024,
        predicted: true,
        updatedAt: { after: "2024-09-08T12:00Z" },
        fields: { Rank: ["rankNumber"] },
      })
      .document()
      .catch(() => {});
    const { query } = service.requests[0]!;
    expect([...query].filter(([name]) => name !== "api_key")).toEqual([
      ["fields[Rank]", "rankNumber"],
      ["league.uuid", GUID],
      ["predicted", "true"],
      ["season.season", "2024"],
      ["updatedAt[after]", "2024-09-08T12:00:00+00:00"],
    ]);
  });

  test.each([
    ["", "/path"],
    ["players?count=1", "/path"],
    ["../v2/players", "/path"],
    ["players//x", "/path"],
  ])("is not a path: %j", async (path, pointer) => {
    const { client } = await connected();
    expect(() => client.collection(SPORT, path)).toThrow(InvalidRequestError);
    expect(() => client.collection(SPORT, path)).toThrow(expect.objectContaining({ source: { pointer } }));
  });

  test.each([
    [{ api_key: "x" }, "/api_key"],
    [{ "a b": "x" }, "/a b"],
    [{ filter: [1] }, "/filter"],
    [{ updatedAt: { after: "soon" } }, "/updatedAt"],
    [{ order: { updatedAt: "up" } }, "/order/updatedAt"],
    [{ count: 0 }, "/count"],
  ])("refuses the query %j", async (query, pointer) => {
    const { client } = await connected();
    expect(() => client.collection(SPORT, "ranks", query as OpenQuery)).toThrow(
      expect.objectContaining({ source: { pointer } }),
    );
  });
});

describe("one entity", () => {
  test("is read by type and uuid, with its includes, and again from the cache", async () => {
    const { service, client } = await connected();
    const [stored] = service.data[SPORT]!.players;
    const uuid = String(stored!.attributes["uuid"]);
    const reading = client.entity(SPORT, "Player", uuid.toUpperCase(), { include: ["team"] });
    const document = await reading.document();
    expectTypeOf(document.data).toEqualTypeOf<ResourceOf<"players">>();
    expect(document.data).toEqual(stored);
    expect(document.included).toHaveLength(1);
    expect(await reading.document()).toBe(document);
    expect(await reading.snapshot()).toMatchObject({ document, stale: false });
    expect(await client.entity(SPORT, "players", stored!.id, { include: ["team"] }).document()).toBe(
      document,
    );
    expect(service.requests.map(({ path }) => path)).toEqual([stored!.id]);
    expect(JSON.stringify(document)).not.toContain(service.apiKey);
  });

  test("is read by the id in the change feed", async () => {
    const { service, client } = await connected();
    const { players, win_losses } = service.data[SPORT]!;
    service.update(SPORT, players[3]!, { isInjured: true });
    service.update(SPORT, win_losses[0]!, { homeWinProbability: 12 });
    const changes = await client
      .changes(SPORT, { updatedAt: { after: new Date(Date.now() - 60_000) } })
      .document();
    const changed = await Promise.all(changes.data.map(({ id }) => client.entity(id).document()));
    expect(changed.map(({ data }) => data)).toEqual([players[3], win_losses[0]]);
    const typed = await client.entity(SPORT, "WinLoss", win_losses[0]!.id).document();
    expectTypeOf(typed.data).toEqualTypeOf<OpenResource>();
    expect(typed.data.attributes?.["homeWinProbability"]).toBe(12);
  });

  test("may be a report or a summary, whatever it contains", async () => {
    const service = await testService();
    const path = `/${SPORT}/v2/reports/events/${GUID}/comparisons`;
    service.documents.set(path, { data: { attributes: { comparisons: { home: 1 } } } });
    const { data } = await testClient(service).entity(path).document();
    expect(data).toEqual({ attributes: { comparisons: { home: 1 } } });
  });

  test("is an error with its path if it does not exist, or is another entity", async () => {
    const { service, client } = await connected();
    expect(await rejection(client.entity(SPORT, "Team", GUID).document())).toMatchObject({
      name: "ServiceError",
      upstreamStatus: 404,
      message: expect.stringContaining(`/${SPORT}/v2/teams/${GUID}`),
    });
    service.documents.set(`/${SPORT}/v2/players/${GUID}`, {
      data: { id: "1", type: "Player", attributes: { uuid: 5 } },
    });
    expect(await rejection(client.entity(SPORT, "Player", GUID).document())).toMatchObject({
      code: "upstream-invalid",
      path: "/data/attributes/uuid",
    });
  });

  test.each([
    [["Player", "7"], "/uuid"],
    [["Play er", GUID], "/type"],
    [["Player", `/basketball/v2/teams/${GUID}`], "/uuid"],
    [["Player", `/ice-hockey/v2/players/${GUID}`], "/uuid"],
  ] as const)("refuses %j", async ([type, uuid], pointer) => {
    const { client } = await connected();
    expect(() => client.entity(SPORT, type, uuid)).toThrow(expect.objectContaining({ source: { pointer } }));
  });

  test.each(["players", `/basketball/v1/players/${GUID}`, "/basketball/v2/players?x=1"])(
    "refuses the id %j",
    async (id) => {
      const { client } = await connected();
      expect(() => client.entity(id)).toThrow(expect.objectContaining({ source: { pointer: "/id" } }));
    },
  );
});

test("checks only the attributes in use", async () => {
  const { service, client } = await connected();
  const { players, events, teams } = service.data[SPORT]!;
  Object.assign(players[0]!.attributes, { uniform: 12, heightInches: "6-4", birthDate: 0, updatedAt: null });
  Object.assign(events[0]!.attributes, { homeTeamScore: "n/a", eventStatus: "Pre-Game", coverage: {} });
  Object.assign(teams[0]!.attributes, { updatedAt: 5 });
  expect((await client.players(SPORT).document()).data[0]).toEqual(players[0]);
  expect((await client.events(SPORT).document()).data[0]).toEqual(events[0]);
  expect((await client.teams(SPORT).document()).data[0]).toEqual(teams[0]);
  players[0]!.attributes["dfsSalary"] = "much";
  expect(await rejection(client.players(SPORT, { count: 50 }).document())).toMatchObject({
    code: "upstream-invalid",
  });
});
