import { bookNamed } from "../../../shared/books.ts";
import {
  type Content,
  escapeHtml,
  type Html,
  html,
  NOTHING,
  page,
  type Section,
  table,
} from "../../../shared/page.ts";
import { JSON_API } from "../exchange.ts";
import type { Json, JsonObject } from "./schemas.ts";

/** The OpenAPI document as an HTML page. */
export function documentationPage(document: JsonObject): string {
  const { title, description, version } = at(document, "info");
  const paths = Object.entries(at(document, "paths"));
  const optimizers = paths.flatMap(([path, item]) => {
    const operation = at(objectOf(item), "post");
    return Object.keys(operation).length === 0 ? [] : [{ path, operation }];
  });
  const first = optimizers[0]!.operation;
  const schemas = at(document, "components", "schemas");
  return page(
    String(title),
    html`<p>Version ${String(version)}. ${prose(description)} This page shows the content of <a href="openapi.json">openapi.json</a>.</p>`,
    [
      {
        heading: "API key",
        body: html`<p>Send your key with every lineup request in the query parameter <code>api_key</code>. Keep it secret; no answer contains it.</p>`,
      },
      ...optimizers.map(({ path, operation }) => sportSection(path, operation)),
      {
        heading: "Query",
        body: table(columns("Parameter", "Type", "Meaning"), listOf(first["parameters"]).map(parameterRow)),
      },
      {
        heading: "Body",
        body: html`<p>JSON in UTF-8. ${prose(first["description"])}</p>${fieldTable(requestSchemaOf(document, first))}`,
      },
      {
        heading: "Answer",
        body: html`<p>The media type is ${code(JSON_API)}.</p>${fieldTable(at(schemas, "FantasyLineups"))}`,
      },
      {
        heading: "Errors",
        body: html`${table(columns("Status", "Meaning"), errorRows(first))}
<p>An answer with an error status lists error objects:</p>${fieldTable(at(schemas, "Errors"))}`,
      },
      { heading: "Other paths", body: table(columns("Path", "What it shows"), paths.flatMap(pageRow)) },
    ],
  );
}

function sportSection(path: string, operation: JsonObject): Section {
  const contests = listOf(operation["x-contests"]).map(objectOf);
  const content = at(operation, "requestBody", "content", "application/json");
  const [name, example] = Object.entries(at(content, "examples"))[0]!;
  const body = html`<p>${prose(operation["summary"])}.</p>
${contests.length === 0 ? NOTHING : contestsPart(contests)}
<details><summary>A body for ${name}; a real pool has many more players</summary>
<pre>${JSON.stringify(objectOf(example)["value"], null, 2)}</pre></details>`;
  return { heading: `POST ${path}`, body };
}

function contestsPart(contests: readonly JsonObject[]): Html {
  const positions = [...new Set(contests.map((row) => String(row["positions"])))].join("; or ");
  const rows = contests.map((row) => [
    html`${bookNamed(String(row["book"])).vendor}, ${code(String(row["book"]))}`,
    code(String(row["contest"])),
    ...["slots", "salaryCap", "games", "rules"].map((field) => String(row[field])),
  ]);
  return html`${table(columns("Book", "Contest", "Slots", "Cap", "Games", "Rules"), rows)}<p>Positions: ${positions}.</p>`;
}

function requestSchemaOf(document: JsonObject, operation: JsonObject): JsonObject {
  const { $ref } = at(operation, "requestBody", "content", "application/json", "schema");
  return at(document, "components", "schemas", String($ref).split("/").at(-1)!);
}

function parameterRow(value: Json): readonly Content[] {
  const parameter = objectOf(value);
  const [field] = fieldsOf({ properties: { value: parameter["schema"] ?? {} } });
  const list = field!.path.endsWith("[]") ? ", separated by commas" : "";
  const meaning = [parameter["description"], field!.description].filter(Boolean).join(" ");
  return [code(String(parameter["name"])), field!.type + list, prose(meaning)];
}

function fieldTable(schema: JsonObject): Html {
  const rows = fieldsOf(schema).map(({ path, type, required, description }) => [
    ...[code(path), type, required ? "yes" : "", prose(description)],
  ]);
  return table(columns("Field", "Type", "Required", "Meaning"), rows);
}

function errorRows(operation: JsonObject): readonly (readonly Content[])[] {
  return Object.entries(at(operation, "responses"))
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => [status, prose(objectOf(response)["description"])]);
}

function pageRow([path, item]: readonly [string, Json]): readonly (readonly Content[])[] {
  const { summary } = at(objectOf(item), "get");
  return summary === undefined ? [] : [[code(`GET ${path}`), String(summary)]];
}

const columns = (...titles: readonly string[]) =>
  titles.map((title) => ({ title, isNumber: title === "Cap" }));

/** Converts text to HTML; backticks mark code. */
function prose(text: Json | undefined): Html {
  return { markup: escapeHtml(String(text)).replace(/`([^`]+)`/g, "<code>$1</code>") };
}

function code(text: string): Html {
  return html`<code>${text}</code>`;
}

/** A field of a schema in the documentation. */
interface Field {
  /** Names joined by dots, with `[]` after lists. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Every field of a JSON Schema object, depth first. */
export function fieldsOf(schema: JsonObject, prefix = ""): readonly Field[] {
  const required = listOf(schema["required"]);
  return Object.entries(objectOf(schema["properties"])).flatMap(([name, value]) => {
    const field = objectOf(value);
    const path = `${prefix}${name}`;
    const isList = field["type"] === "array";
    const inner = isList ? objectOf(field["items"]) : field;
    const own: Field = {
      path: isList ? `${path}[]` : path,
      type: typeOf(inner),
      required: required.includes(name) && field["default"] === undefined,
      description: descriptionOf(field, inner),
    };
    return [own, ...fieldsOf(inner, `${own.path}.`)];
  });
}

function typeOf(schema: JsonObject): string {
  const choices = listOf(schema["enum"]);
  if (choices.length > 0) return choices.join(" | ");
  if (schema["format"] === "guid" || schema["format"] === "uuid") return "GUID";
  const kinds = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])].map((kind) =>
    typeOf(objectOf(kind)),
  );
  if (kinds.length > 0) return [...new Set(kinds)].join(" | ");
  const type = typeof schema["type"] === "string" ? schema["type"] : "any";
  const range = [schema["minimum"], schema["maximum"]];
  return range.every((bound) => typeof bound === "number") && Math.abs(Number(range[1])) < 2 ** 53 - 1
    ? `${type} ${range[0]} to ${range[1]}`
    : type;
}

function descriptionOf(field: JsonObject, inner: JsonObject): string {
  const text = [field["description"], inner["description"]].find((one) => typeof one === "string");
  const value = field["default"];
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return [text ?? "", isPlain ? `Default: ${value}.` : ""].filter((part) => part !== "").join(" ");
}

/** The value if it is an object; else an empty object. */
export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The object at a path of names; empty if absent. */
export function at(document: JsonObject, ...path: readonly string[]): JsonObject {
  return path.reduce((value, name) => objectOf(value[name]), document);
}
