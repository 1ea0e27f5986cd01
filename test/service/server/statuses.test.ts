import { describe, expect, it } from "vitest";
import { JSON_API } from "../../../src/service/server/exchange.ts";
import { ManualClock } from "../../support/clock.ts";
import { REFUSED, wrongRequest } from "./refused-requests.ts";
import { asking, heldProjections, INPUTS, pathOf, until } from "./support.ts";
import { WAYS } from "./ways.ts";

describe.each(Object.entries(WAYS))("%s", (_, start) => {
  it("answers a request with its lineups", async () => {
    const { ask, key } = await start();
    const { status, headers, json, text } = await ask(
      pathOf(key, "include=selections,defenseSpecialTeams&count=2"),
      asking(),
    );
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(JSON_API);
    expect(json.meta["totalItems"]).toBe(2);
    expect(json.data).toHaveLength(2);
    expect(json.links.self).toBe(
      "/american-football/v2/fantasy/lineup-optimizer?include=selections,defenseSpecialTeams&count=2",
    );
    expect(new Set(json.included.map(({ type }) => type))).toEqual(new Set(["Player", "Team"]));
    expect(text).not.toContain(key);
  });

  it("prefers the body's count to the query's, and defaults to 3", async () => {
    const { ask, key } = await start();
    const count = async (query: string, body: object) =>
      (await ask(pathOf(key, query), asking({ ...INPUTS.body, ...body }))).json.data.length;
    expect(await count("", {})).toBe(3);
    expect(await count("count=5", {})).toBe(5);
    expect(await count("count=5", { count: 10 })).toBe(10);
    expect(await count("", { count: 1 })).toBe(1);
  });

  it.each(REFUSED)("refuses %s with %d %s", async (_name, status, code, source, wrong) => {
    const { ask, key } = await start();
    const answer = await ask(...wrongRequest(key, wrong));
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe(JSON_API);
    expect(answer.json.errors[0]).toMatchObject({
      status: String(status),
      code,
      ...(Object.keys(source).length > 0 && { source }),
    });
    expect(answer.text).not.toContain(key);
    expect(answer.text).not.toMatch(/\bat \S+:\d+:\d+|node_modules|\.ts\b/);
  });

  it("names the conflicting rules of an infeasible request", async () => {
    const { ask, key } = await start();
    const { json } = await ask(pathOf(key), asking({ ...INPUTS.body, cap: 1 }));
    expect(json.errors[0]!.meta!["conflicts"]).toContainEqual(expect.objectContaining({ pointer: "/cap" }));
  });

  it("lists the allowed methods", async () => {
    const { ask, key } = await start();
    expect((await ask(pathOf(key))).headers.get("allow")).toBe("POST");
    expect((await ask("/health", { method: "DELETE" })).headers.get("allow")).toBe("GET, HEAD");
  });

  it("refuses bodies, pools and lists of games beyond its limits", async () => {
    const { ask, key } = await start({ limits: { maxBody: 20_000, maxPool: 5, maxGames: 1 } });
    const { json } = await ask(pathOf(key), asking({ ...INPUTS.body }));
    expect(json.errors.map(({ code, source }) => [code, source])).toEqual([
      ["pool-too-large", { pointer: "/players" }],
      ["too-many-games", { pointer: "/games" }],
    ]);
    const large = await ask(pathOf(key), asking(" ".repeat(20_001)));
    expect([large.status, large.json.errors[0]!.code]).toEqual([413, "body-too-large"]);
    const streamed = new Blob([" ".repeat(100_000)]).stream();
    const chunked = await ask(pathOf(key), { ...asking(""), body: streamed, duplex: "half" } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  it("counts each key's requests, and gives a retry time", async () => {
    const { ask, key } = await start({ limits: { requestsPerKey: 2 } });
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await ask(pathOf(key), asking("{}"))).status);
    expect(statuses).toEqual([422, 422, 429]);
    const { headers, json } = await ask(pathOf(key), asking());
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(290);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(300);
    expect(json.errors[0]!.code).toBe("rate-limited");
  });

  it("reports to each key its remaining requests", async () => {
    const { ask, key } = await start({ limits: { requestsPerKey: 7 } });
    const { headers } = await ask(pathOf(key), asking());
    expect(headers.get("ratelimit-policy")).toBe('"key";q=7;w=300');
    expect(headers.get("ratelimit")).toMatch(/^"key";r=6;t=(300|299)$/);
    expect((await ask("/health")).headers.get("ratelimit")).toBeNull();
  });

  it.each([
    "*/*",
    "application/json",
    'application/vnd.api+json; profile="https://x/y"',
    'application/vnd.api+json; ext="https://x/y", application/vnd.api+json;q=0.5',
    "application/vnd.api+json; version=1, */*",
    "application/vnd.api+json; profile",
    "text/html",
    "*/*;q=0, application/vnd.api+json",
    "application/vnd.api+json;q=0.001",
  ])("answers clients that accept %s", async (accept) => {
    const { ask, key } = await start();
    expect((await ask(pathOf(key), asking(INPUTS.body, { accept }))).status).toBe(200);
  });

  it.each([
    "application/vnd.api+json;q=0",
    "*/*;q=0",
    "application/*;q=0.0, */*",
    "application/vnd.api+json;q=0, */*",
  ])("refuses clients that exclude the answer with %s", async (accept) => {
    const { ask, key } = await start();
    const { status, json } = await ask(pathOf(key), asking(INPUTS.body, { accept }));
    expect([status, json.errors[0]!.code]).toEqual([406, "not-acceptable"]);
  });

  it("says how to authenticate", async () => {
    const { ask } = await start();
    for (const path of [pathOf(""), pathOf("unknown")])
      expect((await ask(path, asking())).headers.get("www-authenticate")).toBe(
        'ApiKey realm="lineups", in="query", name="api_key", Bearer realm="lineups"',
      );
  });

  it("refuses requests beyond the queue, and answers queued ones", async () => {
    const held = heldProjections();
    const { ask, key } = await start({
      projections: held.source,
      limits: { concurrency: 1, queue: 1, answerBytes: 0 },
    });
    const first = ask(pathOf(key), asking());
    await until(() => held.asked === 1);
    const second = ask(pathOf(key), asking());
    await until(async () => (await ask("/metrics")).text.includes("dfs_lineups_queue_length 2\n"));
    const third = await ask(pathOf(key), asking());
    expect(third.status).toBe(503);
    expect(third.json.errors[0]!.code).toBe("queue-full");
    expect(third.headers.get("retry-after")).toBe("1");
    held.open();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });

  it("reports that the projections did not arrive within the time limit", async () => {
    const held = heldProjections();
    const clock = new ManualClock();
    const { ask, key } = await start({
      ...{ clock, projections: held.source },
      limits: { concurrency: 1, timeLimit: 60_000 },
    });
    const slow = ask(pathOf(key), asking());
    await until(() => held.asked === 1);
    const second = ask(pathOf(key), asking());
    await until(() => held.asked === 2);
    clock.advance(60_000);
    const waiting = await second;
    expect([waiting.status, waiting.json.errors[0]!.code]).toEqual([504, "upstream-timeout"]);
    held.open();
    const answer = await slow;
    expect([answer.status, answer.json.errors[0]!.code]).toEqual([504, "upstream-timeout"]);
  });

  it("serves only the configured sports", async () => {
    const { ask, key } = await start({ sports: ["basketball"] });
    expect((await ask(pathOf(key), asking())).status).toBe(404);
    expect((await ask(pathOf(key, "", "basketball"), asking("{}"))).status).toBe(422);
  });

  it("returns the request's id if it is plain text", async () => {
    const { ask } = await start();
    const idOf = async (id: string) =>
      (await ask("/health", { headers: { "x-request-id": id } })).headers.get("x-request-id");
    expect(await idOf("trace-1:a.b")).toBe("trace-1:a.b");
    for (const odd of ["a b", "x".repeat(101), '"'])
      expect(await idOf(odd)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  it("answers its pages, and HEAD without a body", async () => {
    const { ask } = await start();
    expect((await ask("/health")).json.meta).toEqual({ status: "alive" });
    expect((await ask("/ready")).json.meta).toEqual({ status: "ready" });
    expect((await ask("/metrics")).headers.get("content-type")).toMatch(/^text\/plain/);
    expect((await ask("/openapi.json")).headers.get("content-type")).toBe("application/json");
    const head = await ask("/health", { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
  });
});
