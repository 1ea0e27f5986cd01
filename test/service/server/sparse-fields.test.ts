import { describe, expect, it } from "vitest";
import { type Answer, asking, pathOf, read, testHandler } from "./support.ts";

async function start() {
  const { handler, key } = await testHandler();
  const ask = async (query: string) =>
    read(await handler(new Request(`http://host${pathOf(key, query)}`, asking())));
  return { ask, key };
}

const attributesOf = ({ json }: Answer) => [
  ...new Set(json.data.flatMap(({ attributes }) => Object.keys(attributes))),
];
const includedOf = ({ json }: Answer, type: string) => [
  ...new Set(json.included.flatMap((one) => (one.type === type ? Object.keys(one.attributes ?? {}) : []))),
];

describe("a sparse answer", () => {
  it("has the attributes of fields[FantasyLineup], and everything else", async () => {
    const { ask } = await start();
    const whole = await ask("");
    const sparse = await ask("fields%5BFantasyLineup%5D=points,uuid,nothing");
    expect(attributesOf(sparse).sort()).toEqual(["points", "uuid"]);
    expect(sparse.json.data.map(({ id, relationships }) => [id, relationships])).toEqual(
      whole.json.data.map(({ id, relationships }) => [id, relationships]),
    );
    expect(sparse.json.data.map(({ attributes }) => attributes.points)).toEqual(
      whole.json.data.map(({ attributes }) => attributes.points),
    );
    expect(sparse.json.links.self).toContain("?fields%5BFantasyLineup%5D=points,uuid,nothing");
  });

  it("has those of each properties[], or the common ones if both are given", async () => {
    const { ask } = await start();
    expect(attributesOf(await ask("properties%5B%5D=uuid&properties[]=points")).sort()).toEqual([
      "points",
      "uuid",
    ]);
    expect(attributesOf(await ask("properties[]=uuid&fields[FantasyLineup]=points,uuid"))).toEqual(["uuid"]);
  });

  it("restricts included entities by the relationship's name", async () => {
    const { ask } = await start();
    const include = "include=selections,defenseSpecialTeams";
    const whole = await ask(include);
    const sparse = await ask(`${include}&fields[selections]=lastName,uuid`);
    expect(includedOf(sparse, "Player").sort()).toEqual(["lastName", "uuid"]);
    expect(includedOf(sparse, "Team")).toEqual(includedOf(whole, "Team"));
    expect(attributesOf(sparse)).toEqual(attributesOf(whole));
    const none = await ask(`${include}&fields[defenseSpecialTeams]=`);
    expect([includedOf(none, "Team"), includedOf(none, "Player")]).toEqual([[], includedOf(whole, "Player")]);
  });

  it.each(["fantasylineup", "Player", "Selections", ""])("is complete if fields names %j", async (name) => {
    const { ask } = await start();
    const { json, status } = await ask(`fields[${name}]=uuid`);
    expect([status, json.links.self]).toEqual([200, (await ask("")).json.links.self]);
    expect(Object.keys(json.data[0]!.attributes).length).toBeGreaterThan(5);
  });

  it.each([
    ["fields[selections]=a&fields[selections]=b", "fields[selections]"],
    ["fields[FantasyLineup]=a%20b", "fields[FantasyLineup]"],
    ["properties[]=1", "properties[]"],
    ["properties=uuid", "properties"],
  ])("is refused for %s", async (query, parameter) => {
    const { ask, key } = await start();
    const { status, json } = await ask(query);
    expect([status, json.errors[0]]).toMatchObject([
      400,
      { code: "invalid-parameter", source: { parameter } },
    ]);
    const leaking = await ask(`fields[FantasyLineup]=${key}`);
    expect([leaking.status, leaking.text.includes(key)]).toEqual([400, false]);
    const hidden = await ask(`fields[${key}]=uuid`);
    expect([hidden.status, hidden.text.includes(key)]).toEqual([200, false]);
  });
});
