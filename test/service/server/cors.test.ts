import { describe, expect, it } from "vitest";
import { asking, pathOf, read, type TestHandlerOptions, testHandler } from "./support.ts";

const ORIGIN = "https://page.example";

async function start(options: TestHandlerOptions) {
  const { handler, key } = await testHandler(options);
  const ask = async (init: RequestInit, headers: Readonly<Record<string, string>>) =>
    read(
      await handler(
        new Request(`http://host${pathOf(key)}`, { ...init, headers: { ...init.headers, ...headers } }),
      ),
    );
  const preflight = (origin: string) =>
    ask({ method: "OPTIONS" }, { origin, "access-control-request-method": "POST" });
  return { ask, preflight };
}

describe("pages of other origins", () => {
  it("may read answers if their origin is listed", async () => {
    const { ask, preflight } = await start({ origins: [ORIGIN] });
    const answer = await ask(asking("{}"), { origin: ORIGIN });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([422, ORIGIN]);
    expect(answer.headers.get("access-control-expose-headers")).toContain("ratelimit");
    expect(answer.headers.get("vary")).toContain("origin");
    const { status, headers } = await preflight(ORIGIN);
    expect([status, headers.get("access-control-allow-methods")]).toEqual([204, "POST"]);
    expect(headers.get("access-control-allow-headers")).toContain("content-type");
    const other = await ask(asking("{}"), { origin: "https://other.example" });
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
    expect((await preflight("https://other.example")).status).toBe(405);
  });

  it("may all read them with *, and none by default", async () => {
    const open = await (await start({ origins: ["*"] })).ask(asking("{}"), { origin: ORIGIN });
    expect(open.headers.get("access-control-allow-origin")).toBe("*");
    const { ask, preflight } = await start({});
    expect(
      (await ask(asking("{}"), { origin: ORIGIN })).headers.get("access-control-allow-origin"),
    ).toBeNull();
    expect((await preflight(ORIGIN)).status).toBe(405);
  });

  it.each(["page.example", "https://page.example/", "https://page.example/a", ""])(
    "are not specified by %j",
    async (origin) => {
      await expect(start({ origins: [origin] })).rejects.toThrow("is not an origin");
    },
  );
});
