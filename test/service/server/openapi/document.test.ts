import fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod";
import { loadCatalog } from "../../../../src/platform/node/catalog.ts";
import { createOptimizer } from "../../../../src/platform/node/optimizer.ts";
import { createApiKey } from "../../../../src/service/server/authenticate.ts";
import { createOptimizerHandler } from "../../../../src/service/server/handler.ts";
import { handlerLimits } from "../../../../src/service/server/handler-limits.ts";
import { openApiDocument } from "../../../../src/service/server/openapi/document.ts";
import type { Json, JsonObject } from "../../../../src/service/server/openapi/schemas.ts";
import { answerSchema, errorSchema, requestSchema } from "../../../../src/service/server/openapi/schemas.ts";
import { documentProjections } from "../../../../src/service/server/projections/source.ts";
import { lineupRequestSchema } from "../../../../src/shared/schema/request.ts";
import { smallInputs } from "../../../support/inputs.ts";
import { runs, share } from "../../../support/runs.ts";
import { FORMS } from "../../../support/salary-file.ts";
import { asking, INPUTS, pathOf, read, testHandler } from "../support.ts";
import { drawnBody } from "./drawn-bodies.ts";

const catalog = await loadCatalog();
const limits = handlerLimits();
const document = await openApiDocument(catalog, catalog.sports, limits);

/** The number of random bodies, divided among the contests. */
const BODIES = 192;

/** The value if it is an object; else an empty object. */
function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The object at a path of names; empty if absent. */
function at(document: JsonObject, ...path: readonly string[]): JsonObject {
  return path.reduce((value, name) => objectOf(value[name]), document);
}

/** Every `$ref` in a document. */
function referencesOf(value: Json): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "$ref" in value ? [String((value as JsonObject)["$ref"])] : [];
  return [...own, ...Object.values(value).flatMap(referencesOf)];
}

it("describes the contests of every table", () => {
  const listed = Object.entries(at(document, "paths")).flatMap(([path, item]) =>
    listOf(at(objectOf(item), "post")["x-contests"]).map((row) => {
      const { book, contest } = objectOf(row);
      return `${path.split("/")[1]} ${book} ${contest}`;
    }),
  );
  expect(listed).toEqual(catalog.contests.map(({ sport, book, contest }) => `${sport} ${book} ${contest}`));
  expect(listed.length).toBeGreaterThanOrEqual(9);
});

it("has no dangling references", () => {
  const references = referencesOf(document);
  expect(references.length).toBeGreaterThan(20);
  for (const reference of references) {
    const target = reference.replace("#/", "").split("/");
    expect(Object.keys(at(document, ...target)), reference).not.toHaveLength(0);
  }
});

it("gives a valid example for every contest", async () => {
  let examples = 0;
  for (const sport of catalog.sports) {
    const tables = catalog.contests.filter((table) => table.sport === sport);
    const operation = at(document, "paths", `/${sport}/v2/fantasy/lineup-optimizer`, "post");
    const given = Object.values(at(operation, "requestBody", "content", "application/json", "examples"));
    expect(given).toHaveLength(tables.length);
    for (const example of given) {
      const { value } = objectOf(example);
      requestSchema(tables, limits).parse(value);
      const body = lineupRequestSchema.parse(value);
      await using optimizer = await createOptimizer({ threads: 0 });
      // The pool is too small for a lineup, but the request itself is valid.
      const asked = optimizer.optimize({ sport, body, projections: { data: [] } });
      await expect(asked).rejects.toMatchObject({ code: "infeasible" });
      examples += 1;
    }
  }
  expect(examples).toBe(catalog.contests.length);
});

it("has schemas that JSON Schema validators understand and answers satisfy", async () => {
  // A portfolio's description is recursive, which this validator supports only in a separate schema.
  const schemas = Object.entries(at(document, "components", "schemas"))
    .filter(([name]) => name !== "Selection" && !name.endsWith("PortfolioRequest"))
    .map(([, schema]) => objectOf(schema));
  for (const schema of schemas) {
    expect(schema["type"]).toBe("object");
    expect(() => z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])).not.toThrow();
    expect(Object.keys(objectOf(schema["properties"]))).not.toHaveLength(0);
  }
  const { handler, key } = await testHandler();
  const ask = async (body: unknown) =>
    read(await handler(new Request(`http://host${pathOf(key, "include=selections")}`, asking(body))));
  const { json } = await ask(INPUTS.body);
  z.fromJSONSchema(at(document, "components", "schemas", "FantasyLineups") as never).parse(json);
  answerSchema.parse(json);
  errorSchema.parse((await ask({ ...INPUTS.body, cap: 1 })).json);
  errorSchema.parse((await ask({ bok: 1 })).json);
});

it("refuses positions, numbers of games and stacks that no contest of a sport has", () => {
  const { body } = INPUTS;
  const schemaOf = (sport: string) => {
    const schema = at(document, "components", "schemas", sport);
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  };
  const football = schemaOf("AmericanFootballRequest");
  const [first, ...rest] = body.players;
  const spelled = (position: string) => ({ ...body, players: [{ ...first!, position }, ...rest] });
  for (const taken of [
    body,
    spelled(" qb/Wr"),
    spelled("K"),
    { ...body, positions: { flex: 1, D: 1 }, stack: true },
  ])
    expect(football.safeParse(taken).success).toBe(true);
  for (const refused of [
    ...[spelled("PG"), spelled("QB,WR"), spelled("")],
    ...[
      { ...body, games: [] },
      { ...body, positions: { GOALIE: 1 } },
      { ...body, positions: { QB: -1 } },
    ],
  ])
    expect(football.safeParse(refused).success).toBe(false);
  const hockey = { book: "bookA", contest: "classic", games: body.games, players: [], teams: [] };
  expect(schemaOf("IceHockeyRequest").safeParse(hockey).success).toBe(true);
  expect(schemaOf("IceHockeyRequest").safeParse({ ...hockey, stack: true }).success).toBe(false);
});

/** Faults that JSON Schema cannot express: one value against another, or against the projections. */
const BETWEEN_VALUES = [
  "cap-without-salaries",
  ...["not-in-pool", "duplicate", "included-and-excluded", "invalid-slot", "minimum-beyond-slots"],
  ...["included-without-slot", "included-without-projection"],
];

it("accepts and refuses random bodies as its schemas do", async () => {
  await using optimizer = await createOptimizer({ threads: 0 });
  let taken = 0;
  let refused = 0;
  let beyond = 0;
  for (const name of FORMS) {
    const [sport = ""] = name.split(".");
    const inputs = smallInputs(name);
    const { key, hash } = createApiKey();
    const projections = documentProjections(inputs.projections);
    const handler = createOptimizerHandler({ optimizer, projections, keys: [hash] });
    const operation = at(document, "paths", `/${sport}/v2/fantasy/lineup-optimizer`, "post");
    const reference = at(operation, "requestBody", "content", "application/json", "schema")["$ref"];
    const { anyOf, ...whole } = at(document, ...String(reference).replace("#/", "").split("/"));
    // Checked separately, because Zod accepts unknown fields in a schema with alternatives.
    const [base, ...alternatives] = [whole, ...listOf(anyOf)].map((part) =>
      z.fromJSONSchema(part as Parameters<typeof z.fromJSONSchema>[0]),
    );
    const isTaken = (body: unknown) =>
      base!.safeParse(body).success && alternatives.some((part) => part.safeParse(body).success);
    for (const body of fc.sample(drawnBody(inputs.body), runs(BODIES / FORMS.length))) {
      const answer = await read(
        await handler(new Request(`http://host${pathOf(key, "", sport)}`, asking(body))),
      );
      const faults = (answer.json.errors ?? [])
        .map(({ code }) => code)
        .filter((code) => code !== "infeasible");
      const passes = isTaken(body);
      if (faults.length === 0) {
        expect(passes, JSON.stringify(body)).toBe(true);
        taken += 1;
      } else if (passes) {
        expect(BETWEEN_VALUES).toEqual(expect.arrayContaining(faults));
        beyond += 1;
      } else refused += 1;
    }
  }
  expect(taken).toBeGreaterThan(share(BODIES, 0.2));
  expect(refused).toBeGreaterThan(share(BODIES, 0.25));
  expect(beyond).toBeLessThan(taken * 0.4);
});
