import { describe, expect, it } from "vitest";
import type { PortfolioResult } from "../../src/schema/portfolio-result.ts";
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
  it("answers with lineups that keep the description, and how they came about, the same again", async () => {
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

  it("takes the number of the description, the body and the query, up to 150", async () => {
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

  it("says what is wrong by its place in the body", async () => {
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

  it("is no field of the other path, whose answers are its own", async () => {
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
