import { expect, it } from "vitest";
import * as z from "zod";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { handlerLimits } from "../../../src/service/server/handler-limits.ts";
import type { Json, JsonObject } from "../../../src/service/server/openapi.ts";
import {
  answerSchema,
  errorSchema,
  openApiDocument,
  requestSchema,
} from "../../../src/service/server/openapi.ts";
import { lineupRequestSchema } from "../../../src/shared/schema/request.ts";
import { asking, INPUTS, pathOf, read, testHandler } from "./support.ts";

const catalog = await loadCatalog();
const limits = handlerLimits();
const document = await openApiDocument(catalog, catalog.sports, limits);

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

it("gives a valid example for every contest", () => {
  let examples = 0;
  for (const sport of catalog.sports) {
    const tables = catalog.contests.filter((table) => table.sport === sport);
    const operation = at(document, "paths", `/${sport}/v2/fantasy/lineup-optimizer`, "post");
    const given = Object.values(at(operation, "requestBody", "content", "application/json", "examples"));
    expect(given).toHaveLength(tables.length);
    for (const example of given) {
      const { value } = objectOf(example);
      requestSchema(tables, limits).parse(value);
      lineupRequestSchema.parse(value);
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
