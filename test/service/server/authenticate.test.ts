import { describe, expect, it } from "vitest";
import type { RequestHead } from "../../../src/service/server/authenticate.ts";
import { hashApiKey } from "../../../src/service/server/authenticate.ts";
import { asking, INPUTS, pathOf, read, type TestHandlerOptions, testHandler } from "./support.ts";

const PATH = `/${INPUTS.sport}/v2/fantasy/lineup-optimizer`;
const bearer = (request: RequestHead) =>
  /^Bearer (\w+)$/.exec(request.header("authorization") ?? "")?.[1] ?? null;

async function start(options: TestHandlerOptions = {}) {
  const lines: object[] = [];
  const note = (fields: object) => void lines.push(fields);
  const logger = { info: note, error: note };
  const { handler } = await testHandler({ authenticate: bearer, logger, ...options });
  const ask = async (headers: Readonly<Record<string, string>>, body: unknown = INPUTS.body) =>
    read(await handler(new Request(`http://host${PATH}`, asking(body, headers))));
  return { handler, ask, lines };
}

describe("custom authentication", () => {
  it("replaces keys, and counts each caller's requests", async () => {
    const { ask, lines } = await start({ limits: { requestsPerKey: 2 } });
    expect((await ask({ authorization: "Bearer ann" })).status).toBe(200);
    expect((await ask({ authorization: "Bearer ann" }, "{}")).status).toBe(422);
    expect((await ask({ authorization: "Bearer ann" })).status).toBe(429);
    expect((await ask({ authorization: "Bearer bob" })).status).toBe(200);
    const [ann, bob] = ["ann", "bob"].map((name) => hashApiKey(name).slice(0, 8));
    expect(lines.map((line) => (line as { key?: string }).key)).toEqual([ann, ann, ann, bob]);
  });

  it("refuses keys that the function does not accept, with the custom challenge", async () => {
    const refused = await (await start()).ask({});
    expect([refused.status, refused.json.errors[0]!.code]).toEqual([401, "not-authenticated"]);
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    const own = await (await start({ challenge: 'Basic realm="x"' })).ask({});
    expect(own.headers.get("www-authenticate")).toBe('Basic realm="x"');
  });

  it("is an internal error if the function throws; its message is only logged", async () => {
    const { ask, lines } = await start({
      authenticate: () => Promise.reject(new Error("the directory is down")),
    });
    const { status, text } = await ask({});
    expect([status, text.includes("directory")]).toEqual([500, false]);
    expect(lines[0]).toMatchObject({ err: { message: "the directory is down" } });
  });

  it("cannot be combined with keys, or with an invalid challenge header", async () => {
    const { handler } = await start();
    expect(() => handler.setKeys([hashApiKey("k")])).toThrow("Give `keys` or `authenticate`");
    await expect(start({ challenge: "a\r\nb" })).rejects.toThrow("challenge");
  });
});

describe("an API key", () => {
  it("may come as a bearer token instead of in the query, which goes first", async () => {
    const { handler, key } = await testHandler();
    const ask = async (path: string, headers: Readonly<Record<string, string>>) =>
      read(await handler(new Request(`http://host${path}`, asking(INPUTS.body, headers))));
    const asked = await Promise.all([
      ask(PATH, { authorization: `Bearer ${key}` }),
      ask(PATH, { authorization: `bearer  ${key}` }),
      ask(pathOf(key), { authorization: "Bearer other" }),
      ask(PATH, { authorization: "Bearer other" }),
      ask(PATH, { authorization: `Basic ${key}` }),
      ask(pathOf("other"), { authorization: `Bearer ${key}` }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 401, 401, 401]);
    expect(asked[3]!.headers.get("www-authenticate")).toContain("Bearer realm=");
    for (const { text } of asked) expect(text).not.toContain(key);
  });

  it("is identified in the log by the beginning of its hash", async () => {
    const lines: object[] = [];
    const note = (fields: object) => void lines.push(fields);
    const { handler, key } = await testHandler({ logger: { info: note, error: note } });
    await handler(new Request(`http://host${pathOf(key)}`, asking("{}")));
    await handler(new Request(`http://host${pathOf("unknown")}`, asking("{}")));
    expect(lines).toMatchObject([{ key: hashApiKey(key).slice(0, 8), status: 422 }, { status: 401 }]);
    expect(lines[1]).not.toHaveProperty("key");
  });
});
