import { describe, expect, it } from "vitest";
import type { PortfolioResult } from "../../../src/shared/schema/portfolio-result.ts";
import { asking, INPUTS, read, type TestHandlerOptions, testHandler } from "./support.ts";

const { body, sport } = INPUTS;

async function ask(
  portfolio: unknown,
  {
    query = "",
    options = {},
    more = {},
  }: { query?: string; options?: TestHandlerOptions; more?: object } = {},
) {
  const { handler, key } = await testHandler(options);
  const path = `/${sport}/v2/fantasy/lineup-portfolio?api_key=${key}${query}`;
  const call = async () =>
    read(await handler(new Request(`http://host${path}`, asking({ ...body, ...more, portfolio }))));
  return { first: await call(), again: await call() };
}

const resultOf = (meta: Readonly<Record<string, unknown>>) => meta["portfolio"] as PortfolioResult;

describe("the portfolio's path", () => {
  it("answers with lineups that satisfy the description, and how they were found, reproducibly", async () => {
    const portfolio = {
      lineups: 12,
      unique: 2,
      exposure: [
        { each: "player", most: "50%" },
        { each: "team", of: { position: "QB" }, most: 6 },
      ],
    };
    const { first, again } = await ask(portfolio, { query: "&include=selections" });
    expect([first.status, first.json.errors]).toEqual([200, undefined]);
    expect(first.json.data).toHaveLength(12);
    expect(first.json.links.self).toBe(`/${sport}/v2/fantasy/lineup-portfolio?include=selections`);
    expect(resultOf(first.json.meta)).toMatchObject({ method: "joint", lineups: 12, unique: 2 });
    expect(first.json.included.length).toBeGreaterThan(9);
    expect(again.text).toBe(first.text);
  });

  it("takes the number of lineups from the description, the body and the query, up to 150", async () => {
    const few = (await ask({}, { query: "&count=2" })).first;
    expect(few.json.data).toHaveLength(2);
    expect((await ask({ method: "sequential" }, { more: { count: 11 } })).first.json.data).toHaveLength(11);
    for (const [portfolio, more, pointer] of [
      [{ lineups: 151 }, {}, "/portfolio/lineups"],
      [{}, { count: 151 }, "/count"],
    ] as const) {
      const { status, json } = (await ask(portfolio, { more })).first;
      expect([status, json.errors[0]!.source]).toEqual([422, { pointer }]);
    }
  });

  it("reports faults by their place in the body", async () => {
    const cases = [
      {
        portfolio: { exposure: [{ each: "player", most: "lots" }] },
        pointer: "/portfolio/exposure/0/most",
        code: "invalid-field",
      },
      { portfolio: { lock: ["Nobody Atall"] }, pointer: "/portfolio/lock/0", code: "unknown-selection" },
      { portfolio: { avoid: ["/etc/passwd"] }, pointer: "/portfolio/avoid/0", code: "unknown-file" },
      {
        portfolio: { rules: new Array(1001).fill({ count: { most: 9 } }) },
        pointer: "/portfolio/rules",
        code: "portfolio-too-large",
      },
      { portfolio: [], pointer: "/portfolio", code: "invalid-field" },
    ];
    for (const { portfolio, pointer, code } of cases) {
      const { status, json } = (await ask(portfolio)).first;
      expect([status, json.errors[0]]).toEqual([422, expect.objectContaining({ code, source: { pointer } })]);
    }
    const impossible = (await ask({ rules: [{ name: "ten", count: { least: 10 } }] })).first;
    expect([impossible.status, impossible.json.errors[0]]).toMatchObject([
      422,
      { code: "infeasible", source: { pointer: "/portfolio/rules/0" } },
    ]);
  });

  it("takes solver settings from fields next to the description", async () => {
    const sequential = (await ask({ lineups: 4 }, { more: { method: "sequential" } })).first;
    expect(resultOf(sequential.json.meta)).toMatchObject({ method: "sequential", bound: null });
    const both = (await ask({ lineups: 4, method: "joint" }, { more: { method: "joint", gap: 0.9 } })).first;
    expect(resultOf(both.json.meta)).toMatchObject({ method: "joint", lineups: 4 });
    const alone = (await ask(undefined, { more: { method: "sequential" } })).first;
    expect(resultOf(alone.json.meta)).toMatchObject({ method: "sequential", lineups: 3 });
    for (const [portfolio, more, pointer] of [
      [{}, { method: "quick" }, "/method"],
      [{ method: "joint" }, { method: "sequential" }, "/method"],
      [{}, { gap: 2 }, "/gap"],
      [{}, { onShortfall: "hide" }, "/onShortfall"],
      [{}, { onInterrupt: "keep" }, "/onInterrupt"],
    ] as const) {
      const { status, json } = (await ask(portfolio, { more })).first;
      expect([status, json.errors.map(({ source }) => source)]).toEqual([422, [{ pointer }]]);
    }
  });

  it("answers with an incomplete portfolio if requested", async () => {
    const portfolio = { lineups: 9, unique: 9, exposure: [{ each: "player", most: 1 }] };
    const refused = (await ask(portfolio)).first;
    expect([refused.status, refused.json.errors[0]!.code]).toEqual([422, "infeasible"]);
    const { first, again } = await ask(portfolio, { more: { onShortfall: "keep" } });
    expect(first.status).toBe(200);
    expect(first.json.data.length).toBeGreaterThan(0);
    expect(first.json.data.length).toBeLessThan(9);
    expect(resultOf(first.json.meta).shortfall?.reason).toBe(refused.json.errors[0]!.detail);
    expect(again.text).toBe(first.text);
  });

  it("does not cache an answer with too few lineups unless that is proved to be the maximum", async () => {
    const { handler, key } = await testHandler();
    const path = `http://host/${sport}/v2/fantasy/lineup-portfolio?api_key=${key}`;
    const portfolio = { lineups: 9, unique: 9, exposure: [{ each: "player", most: 1 }] };
    const kept: number[] = [];
    const proved: unknown[] = [];
    for (const method of ["sequential", "joint"]) {
      const request = asking({ ...body, portfolio, method, onShortfall: "keep" });
      const { json } = await read(await handler(new Request(path, request)));
      proved.push(resultOf(json.meta).shortfall?.isProved);
      const metrics = await (await handler(new Request("http://host/metrics"))).text();
      kept.push(Number(/^dfs_lineups_answer_bytes (\d+)$/m.exec(metrics)?.[1]));
    }
    expect(proved).toEqual([false, true]);
    expect(kept[0]).toBe(0);
    expect(kept[1]).toBeGreaterThan(1_000);
  });

  it("has its own answers and is not a field of the other path", async () => {
    const { handler, key } = await testHandler();
    const optimizer = `http://host/${sport}/v2/fantasy/lineup-optimizer?api_key=${key}`;
    const refused = await read(await handler(new Request(optimizer, asking({ ...body, portfolio: {} }))));
    expect([refused.status, refused.json.errors[0]!.source]).toEqual([422, { pointer: "/portfolio" }]);
    const best = await read(await handler(new Request(optimizer, asking())));
    const together = await read(
      await handler(new Request(optimizer.replace("optimizer?", "portfolio?"), asking())),
    );
    expect(best.json.meta).not.toHaveProperty("portfolio");
    expect(together.json.meta).toHaveProperty("portfolio");
    expect(together.json.data.map(({ attributes }) => attributes.points)).toEqual(
      best.json.data.map(({ attributes }) => attributes.points),
    );
  });
});
