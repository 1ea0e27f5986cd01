import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { createApiKey, hashApiKey } from "../../../src/service/server/authenticate.ts";
import { createOptimizerHandler } from "../../../src/service/server/handler.ts";
import { documentProjections } from "../../../src/service/server/projections.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import { loopTurns } from "../../support/loop-turns.ts";
import { asking, heldProjections, INPUTS, pathOf, read, testHandler, until } from "./support.ts";

describe("a handler", () => {
  it.each([
    ["no keys", { keys: [] }, "/keys"],
    ["a key instead of its hash", { keys: [createApiKey().key] }, "/keys/0"],
    ["an unknown sport", { sports: ["curling"] }, "/sports/0"],
    ["no sports", { sports: [] }, "/sports"],
    ["a queue below 0", { limits: { queue: -1 } }, "/queue"],
  ])("is not created with %s", async (_, options, pointer) => {
    await using optimizer = await createOptimizer({ threads: 0 });
    const make = () =>
      createOptimizerHandler({
        optimizer,
        projections: documentProjections(INPUTS.projections),
        keys: [createApiKey().hash],
        ...options,
      });
    expect(make).toThrow(InvalidRequestError);
    expect(make).toThrow(expect.objectContaining({ source: { pointer } }));
  });

  it("excludes unavailable players if its optimizer does", async () => {
    const [player] = INPUTS.body.players;
    const included = INPUTS.projections.included!.map((resource) =>
      resource.id.endsWith(player!.player) ? { ...resource, attributes: { isInjured: true } } : resource,
    );
    const projections = documentProjections({ ...INPUTS.projections, included });
    for (const onlyAvailable of [true, false]) {
      const { handler, key } = await testHandler({ projections, optimizer: { onlyAvailable } });
      const { json } = await read(await handler(new Request(`http://host${pathOf(key)}`, asking())));
      expect(json.meta["unavailable"]).toEqual(onlyAvailable ? [player!.player] : undefined);
    }
  });

  it("answers an equal request from its cache", async () => {
    const metrics = new Registry();
    const { handler, key } = await testHandler({ metrics });
    const ask = async (query = "", body: object = INPUTS.body) =>
      read(await handler(new Request(`http://host${pathOf(key, query)}`, asking(body))));
    const first = await ask();
    expect((await ask()).text).toBe(first.text);
    await ask("count=4");
    const refused = async () => (await ask("", { ...INPUTS.body, cap: 1 })).text;
    expect(await refused()).toBe(await refused());
    const { values } = await metrics.getSingleMetric("dfs_lineups_answers_total")!.get();
    expect(values.map(({ labels, value }) => [labels["result"], value])).toEqual([
      ["miss", 3],
      ["hit", 2],
    ]);
  });

  it("counts requests and solves", async () => {
    const metrics = new Registry();
    const { handler, key } = await testHandler({ metrics });
    const ask = (path: string, request?: RequestInit) => handler(new Request(`http://host${path}`, request));
    await ask(pathOf(key), asking());
    await ask(pathOf(key), asking("{"));
    await ask("/nowhere", { method: "PROPFIND" });
    const text = await (await ask("/metrics")).text();
    for (const line of [
      'dfs_lineups_requests_total{route="lineup-optimizer",method="POST",status="200"} 1',
      'dfs_lineups_requests_total{route="lineup-optimizer",method="POST",status="400"} 1',
      'dfs_lineups_requests_total{route="unknown",method="other",status="404"} 1',
      "dfs_lineups_solve_seconds_count 1",
      "dfs_lineups_running 0",
      "dfs_lineups_queue_length 0",
      "dfs_lineups_threads 0",
    ])
      expect(text).toContain(`${line}\n`);
  });

  it("reads one large body per turn of the event loop, so that others proceed", async () => {
    const { handler, key } = await testHandler();
    const text = "[".padEnd(300_000);
    const turns = loopTurns();
    const readIn = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { status } = await handler(new Request(`http://host${pathOf(key)}`, asking(text)));
        return [status, turns.count];
      }),
    );
    expect(readIn.map(([status]) => status)).toEqual(new Array(5).fill(400));
    expect(new Set(readIn.map(([, turn]) => turn)).size).toBe(5);
  });

  it("shortens what it repeats of a request", async () => {
    const { handler, key } = await testHandler();
    const long = "x".repeat(100_000);
    const bodies = [{ [long]: 1 }, { positions: { [long]: 1 } }, { book: long }, { contest: long }];
    for (const fields of [...bodies, { portfolio: { [long]: 1 } }, { portfolio: { lock: [long] } }]) {
      const path = pathOf(key).replace("optimizer", "portfolio" in fields ? "portfolio" : "optimizer");
      const { status, json, text } = await read(
        await handler(new Request(`http://host${path}`, asking({ ...INPUTS.body, ...fields }))),
      );
      expect([status, json.errors.length]).toEqual([422, 1]);
      expect(text.length).toBeLessThan(500);
    }
  });

  it("logs each request, but never the query", async () => {
    const lines: object[] = [];
    const take = (fields: object) => void lines.push(fields);
    const { handler, key } = await testHandler({ logger: { info: take, error: take } });
    await handler(new Request(`http://host${pathOf(key)}`, asking("{")));
    await handler(new Request(`http://host/american-football/${key}?${key}`));
    await handler(new Request(`http://host${pathOf("x", `${key}=1`)}`, asking()));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({ route: "lineup-optimizer", status: 400, code: "invalid-json" });
    expect(JSON.stringify(lines)).not.toContain(key);
  });

  it("reveals nothing about an unexpected error", async () => {
    const source = documentProjections(INPUTS.projections);
    const logged: { readonly err?: unknown }[] = [];
    const { handler, key } = await testHandler({
      projections: { ...source, projections: () => Promise.reject(new Error("secret detail")) },
      logger: { info: () => {}, error: (fields) => void logged.push(fields) },
    });
    const { status, json, text } = await read(
      await handler(new Request(`http://host${pathOf(key)}`, asking())),
    );
    expect([status, json.errors[0]!.code]).toEqual([500, "internal-error"]);
    expect(text).not.toContain("secret");
    expect(logged[0]!.err).toMatchObject({ message: "secret detail" });
  });

  it("lets others solve while an infeasible request waits for its explanation", async () => {
    await using own = await createOptimizer({ threads: 0 });
    const explaining: (() => void)[] = [];
    const optimizer: typeof own = {
      ...own,
      optimize: (request, options) =>
        own.optimize(request, {
          ...options,
          beforeExplaining: async () => {
            await options?.beforeExplaining?.();
            await new Promise<void>((resolve) => explaining.push(resolve));
          },
        }),
    };
    const { key, hash } = createApiKey();
    const handler = createOptimizerHandler({
      optimizer,
      projections: documentProjections(INPUTS.projections),
      keys: [hash],
      limits: { concurrency: 1 },
    });
    const ask = async (fields: object) =>
      read(await handler(new Request(`http://host${pathOf(key)}`, asking({ ...INPUTS.body, ...fields }))));
    const [first, second] = [ask({ cap: 1_001 }), ask({ cap: 1_002 })];
    await until(() => explaining.length === 1);
    expect((await ask({})).status).toBe(200);
    expect(explaining.length).toBe(1);
    explaining[0]!();
    expect((await first).status).toBe(422);
    await until(() => explaining.length === 2);
    explaining[1]!();
    expect((await second).status).toBe(422);
  });

  it.each([
    ["for lineups", {}, 200],
    ["without lineups", { cap: 1_001 }, 422],
  ])("answers a key's one request %s before another key's many earlier ones", async (_, fields, status) => {
    const held = heldProjections();
    const { handler, key } = await testHandler({ projections: held.source, limits: { concurrency: 1 } });
    const other = createApiKey();
    handler.setKeys([hashApiKey(key), other.hash]);
    const body = { ...INPUTS.body, ...fields };
    const answered: string[] = [];
    const keys = [...new Array<string>(8).fill(key), other.key];
    const asked = keys.map(async (own) => {
      const answer = await handler(new Request(`http://host${pathOf(own)}`, asking(body)));
      answered.push(own);
      return answer.status;
    });
    await until(() => held.asked === keys.length);
    held.open();
    expect(new Set(await Promise.all(asked))).toEqual(new Set([status]));
    expect(answered.indexOf(other.key)).toBeLessThan(4);
  });

  it("answers a single lineup before the many earlier portfolios of the same key", async () => {
    const held = heldProjections();
    const { handler, key } = await testHandler({ projections: held.source, limits: { concurrency: 2 } });
    const portfolioPath = pathOf(key).replace("optimizer", "portfolio");
    const portfolio = { ...INPUTS.body, portfolio: { lineups: 3, unique: 2 } };
    const answered: string[] = [];
    const ask = async (path: string, body: object) => {
      const { status } = await handler(new Request(`http://host${path}`, asking(body)));
      answered.push(path);
      return status;
    };
    const asked = Array.from({ length: 8 }, () => ask(portfolioPath, portfolio));
    await until(() => held.asked === asked.length);
    asked.push(ask(pathOf(key), INPUTS.body));
    await until(() => held.asked === asked.length);
    held.open();
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    expect(answered.indexOf(pathOf(key))).toBeLessThan(4);
  });
});
