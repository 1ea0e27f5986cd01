import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ServiceError } from "../../../src/service/client/service-error.ts";
import { collect, connected, rejection, testClient, testService } from "../../support/client.ts";
import { matching } from "../../support/service/answer.ts";

const FOOTBALL = "american-football";

describe("paging", () => {
  test("gives exactly the filtered entries for any filter and page size", async () => {
    const service = await testService();
    const data = service.data[FOOTBALL]!;
    const [event, team] = [data.events[1]!, data.teams[3]!];
    const values = {
      position: fc.constantFrom("QB", "RB", "WR", "TE", "K", "DST"),
      "player.lastName": fc.constantFrom("er", "Ma", "o", "Hooper"),
      "team.location": fc.constantFrom("e", "Corfe", "x"),
      "event.uuid": fc.constant(String(event.attributes["uuid"])),
      "team.uuid": fc.constant(String(team.attributes["uuid"])),
      "event.startDate": fc.constantFrom({ after: "now" }, { strictly_before: "now" }),
    };
    const names = Object.keys(values) as (keyof typeof values)[];
    const filters = fc
      .tuple(fc.record(values), fc.subarray(names, { maxLength: 2 }))
      .map(([all, chosen]) => Object.fromEntries(chosen.map((name) => [name, all[name]])));
    let paged = 0;
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 3, max: 60 }), async (filter, count) => {
        const from = service.requests.length;
        const found: string[] = [];
        // Another client has no cache of earlier answers.
        const client = testClient(service);
        for await (const { id } of client.fantasyPerformances(FOOTBALL, { ...filter, count })) found.push(id);
        const sent = service.requests.slice(from);
        const wanted = matching(data, "fantasy_performances", sent[0]!.query).map(({ id }) => id);
        expect(found).toEqual(wanted);
        expect(sent).toHaveLength(Math.max(1, Math.ceil(wanted.length / count)));
        if (wanted.length > count) paged += 1;
      }),
      { seed: 404, numRuns: 25 },
    );
    expect(paged).toBeGreaterThan(12);
  });

  test("reads a single page only if the query names it", async () => {
    const service = await testService();
    const reading = testClient(service).teams(FOOTBALL, { count: 4, page: 2 });
    const document = await reading.document();
    const wanted = service.data[FOOTBALL]!.teams.slice(4, 8).map(({ id }) => id);
    expect(document.data.map(({ id }) => id)).toEqual(wanted);
    expect(document.meta).toEqual({ totalItems: 10, itemsPerPage: 4, currentPage: 2 });
    const uncached = testClient(service).teams(FOOTBALL, { count: 4, page: 2 });
    expect((await collect(uncached)).map(({ id }) => id)).toEqual(wanted);
    expect(service.requests).toHaveLength(2);
  });

  test("follows meta.totalItems without links, and links without a total", async () => {
    const { service, client } = await connected();
    service.fault({ kind: "replace", edit: ({ links: _, ...document }) => document }, 4);
    service.fault({ kind: "replace", edit: (document) => ({ ...document, meta: {} }) }, 4);
    expect((await client.teams(FOOTBALL, { count: 3 }).document()).data).toHaveLength(10);
    expect((await client.teams("basketball", { count: 3 }).document()).data).toHaveLength(10);
    expect(service.requests).toHaveLength(8);
  });

  test("merges pages: each included entity once, the total, and no page links", async () => {
    const service = await testService();
    const document = await testClient(service)
      .fantasyPerformances(FOOTBALL, { include: ["team", "player"], count: 20 })
      .document();
    const { teams, players, fantasy_performances: projections } = service.data[FOOTBALL]!;
    expect(document.meta).toEqual({ totalItems: projections.length });
    expect(Object.keys(document.links)).toEqual(["self"]);
    const included = document.included!.map(({ id }) => id);
    expect(included.toSorted()).toEqual([...teams, ...players].map(({ id }) => id).toSorted());
    expect(Object.isFrozen(document.data[0]!.attributes)).toBe(true);
  });
});

describe("a list that changes during reading", () => {
  test("keeps all unchanged entries if one is removed between pages", async () => {
    const service = await testService();
    const data = service.data[FOOTBALL]!;
    const client = testClient(service);
    for (const way of ["document", "resources"] as const) {
      const from = service.requests.length;
      service.onRequest = () => void (service.requests.length === from + 2 && data.players.shift());
      const reading = client.players(FOOTBALL, { count: 50, fullName: way === "document" ? "a" : "e" });
      const found = way === "document" ? (await reading.document()).data : await collect(reading);
      service.onRequest = null;
      const wanted = matching(data, "players", service.requests.at(-1)!.query).map(({ id }) => id);
      const ids = found.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
      if (way === "document") expect(ids).toEqual(wanted);
      expect(service.requests.length - from).toBeGreaterThan(3);
    }
  });

  test("is read again if a page announces another total, even if the first total was reached", async () => {
    const service = await testService();
    service.fault({ kind: "replace", edit: (document) => document });
    service.fault({
      kind: "replace",
      edit: ({ meta, ...rest }) => ({ ...rest, meta: { ...meta, totalItems: 9 } }),
    });
    const document = await testClient(service).teams(FOOTBALL, { count: 5 }).document();
    expect(document.data).toHaveLength(10);
    expect(service.requests).toHaveLength(4);
  });

  test("is an error if the pages never add up", async () => {
    const service = await testService();
    service.fault(
      { kind: "replace", edit: ({ meta, ...rest }) => ({ ...rest, meta: { ...meta, totalItems: 11 } }) },
      100,
    );
    const client = testClient(service);
    const byDocument = await rejection(client.teams(FOOTBALL, { count: 5 }).document());
    expect(byDocument).toBeInstanceOf(ServiceError);
    expect(byDocument).toMatchObject({ code: "upstream-inconsistent", status: 502 });
    expect(await rejection(collect(client.teams(FOOTBALL)))).toMatchObject({
      code: "upstream-inconsistent",
    });
    expect(service.requests.length).toBeLessThan(20);
  });
});

describe("links.next", () => {
  test.each([
    ["of another host", "https://elsewhere.example/american-football/v2/teams?page=2"],
    ["of another path", "/american-football/v2/players?page=2"],
    ["of another port", "http://127.0.0.1:1/american-football/v2/teams?page=2"],
    ["that is no address", "http://"],
    ["that is no text", 7],
  ])("%s is refused", async (_, next) => {
    const service = await testService();
    service.fault({ kind: "replace", edit: (document) => ({ ...document, links: { next } }) });
    const error = await rejection(testClient(service).teams(FOOTBALL, { count: 5 }).document());
    expect(error).toMatchObject({ code: "upstream-inconsistent", path: "/links/next" });
    expect(service.requests).toHaveLength(1);
  });

  test("with circular links is an error instead of a loop", async () => {
    const service = await testService();
    const circle = (page: string) => ({
      kind: "replace" as const,
      edit: (document: object) => ({
        ...document,
        links: { next: `/american-football/v2/teams?count=2&page=${page}` },
      }),
    });
    service.fault(circle("2"));
    service.fault(circle("3"));
    service.fault(circle("2"));
    const error = await rejection(testClient(service).teams(FOOTBALL, { count: 2 }).document());
    expect(error).toMatchObject({ code: "upstream-inconsistent" });
    expect(service.requests).toHaveLength(3);
  });

  test.each([
    ["pages", { pages: 3 }, 3],
    ["entries", { entries: 7 }, 4],
  ])("may not exceed the limit of %s", async (word, bounds, requests) => {
    const service = await testService();
    const client = testClient(service, bounds);
    const error = await rejection(client.teams(FOOTBALL, { count: 2 }).document());
    expect(error).toMatchObject({ code: "upstream-inconsistent", status: 502 });
    expect((error as Error).message).toContain(`${Object.values(bounds)[0]} ${word}`);
    expect(service.requests).toHaveLength(requests);
    expect(await rejection(collect(client.teams(FOOTBALL, { count: 2 })))).toMatchObject({
      code: "upstream-inconsistent",
    });
    const enough = testClient(service, { pages: 5, entries: 10 });
    expect((await enough.teams(FOOTBALL, { count: 2 }).document()).data).toHaveLength(10);
  });

  test("may have an absolute address below a path prefix", async () => {
    const service = await testService({ prefix: "/api" });
    const edit = ({ links, ...rest }: { links: Record<string, unknown> }) => ({
      ...rest,
      links: { next: service.url + String(links["next"]) },
    });
    service.fault({ kind: "replace", edit }, 4);
    expect((await testClient(service).teams(FOOTBALL, { count: 2 }).document()).data).toHaveLength(10);
  });
});

describe("an endless list", () => {
  /** A service whose every page of teams has new ones and leads to another. */
  async function endless(meta: (page: number) => object) {
    const service = await testService();
    let page = 0;
    let first: readonly object[] | undefined;
    service.fault(
      {
        kind: "replace",
        edit: (document) => {
          page += 1;
          first ??= document.data;
          const data = first.map((team, at) => ({
            ...team,
            id: `/basketball/v2/teams/${page}-${at}`,
          }));
          const next = `/basketball/v2/teams?page=${page + 1}`;
          return { ...document, data, links: { next }, meta: meta(page) };
        },
      },
      100_000,
    );
    return service;
  }

  test.each([
    ["the same total on every page", () => ({ totalItems: 25 }), 3],
    ["a total that grows with it", (page: number) => ({ totalItems: 10 * page + 10 }), 9],
  ])("with %s is read no further than the first total allows", async (_, meta, most) => {
    const service = await endless(meta);
    await rejection(testClient(service).teams("basketball").document());
    expect(service.requests.length).toBeGreaterThan(1);
    expect(service.requests.length).toBeLessThanOrEqual(most * 3);
  });

  test("without a total ends at the limit of pages", async () => {
    const service = await endless(() => ({}));
    const error = await rejection(testClient(service, { pages: 10 }).teams("basketball").document());
    expect(error).toMatchObject({ code: "upstream-inconsistent" });
    expect(service.requests).toHaveLength(10);
  });
});
