import { describe, expect, it } from "vitest";
import { asking, INPUTS, pathOf, read, testHandler } from "./support.ts";

describe("a path prefix", () => {
  it("precedes every path, in links and in descriptions", async () => {
    const { handler, key } = await testHandler({ prefix: "/dfs/v1" });
    const ask = async (path: string, init?: RequestInit) =>
      read(await handler(new Request(`http://host${path}`, init)));
    const { status, json } = await ask(`/dfs/v1${pathOf(key, "count=1")}`, asking());
    expect([status, json.links.self]).toEqual([
      200,
      `/dfs/v1/${INPUTS.sport}/v2/fantasy/lineup-optimizer?count=1`,
    ]);
    expect((await ask("/dfs/v1/health")).status).toBe(200);
    const { servers } = JSON.parse((await ask("/dfs/v1/openapi.json")).text) as {
      servers: { url: string }[];
    };
    expect(servers).toEqual([{ url: "/dfs/v1/" }]);
    for (const path of ["/health", "/dfs/v1", "/dfs/v1health", pathOf(key)])
      expect((await ask(path)).status).toBe(404);
    expect((await ask("/dfs/v1/curling/v2/fantasy/lineup-optimizer")).json.errors[0]!.code).toBe(
      "unknown-sport",
    );
    expect((await ask("/else")).json.errors[0]!.detail).toContain(
      "/dfs/v1/{sport}/v2/fantasy/lineup-optimizer",
    );
  });

  it.each(["dfs", "/dfs/", "/a b", "//", "/a?b"])("is refused if it is %s", async (prefix) => {
    await expect(testHandler({ prefix })).rejects.toThrow("must be a path such as /dfs");
  });
});
