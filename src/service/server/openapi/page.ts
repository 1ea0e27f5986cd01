import { escapeHtml } from "../../../shared/escape-html.ts";
import { JSON_API } from "../exchange.ts";
import { at, fieldsOf, listOf, objectOf } from "./fields.ts";
import { code, htmlPage, prose, table } from "./html.ts";
import type { Json, JsonObject } from "./json-schema.ts";

/** The OpenAPI document as a page to read. */
export function documentationPage(document: JsonObject): string {
  const { title, description, version } = at(document, "info");
  const paths = Object.entries(at(document, "paths"));
  const optimizers = paths.flatMap(([path, item]) => {
    const operation = at(objectOf(item), "post");
    return Object.keys(operation).length === 0 ? [] : [{ path, operation }];
  });
  const first = optimizers[0]!.operation;
  const body = [
    `<h1>${escapeHtml(String(title))}</h1>`,
    `<p>Version ${escapeHtml(String(version))}. ${prose(String(description))} This page shows what <a href="openapi.json">openapi.json</a> says.</p>`,
    "<h2>API key</h2>",
    "<p>Every lineup request carries your key in the query parameter <code>api_key</code>. Keep it secret; no answer repeats it.</p>",
    ...optimizers.map(({ path, operation }) => sportSection(path, operation)),
    "<h2>Query</h2>",
    table(["Parameter", "Type", "Meaning"], listOf(first["parameters"]).map(parameterRow)),
    "<h2>Body</h2>",
    `<p>JSON in UTF-8. ${prose(String(first["description"]))}</p>`,
    fieldTable(requestSchemaOf(document, first)),
    "<h2>Answer</h2>",
    `<p>The media type is ${code(JSON_API)}.</p>`,
    fieldTable(at(document, "components", "schemas", "FantasyLineups")),
    "<h2>Errors</h2>",
    table(["Status", "Meaning"], errorRows(first)),
    "<p>An answer with an error status lists error objects:</p>",
    fieldTable(at(document, "components", "schemas", "Errors")),
    "<h2>Other paths</h2>",
    table(["Path", "What it shows"], paths.flatMap(pageRow)),
  ];
  return htmlPage(String(title), body.join("\n"));
}

function sportSection(path: string, operation: JsonObject): string {
  const contests = listOf(operation["x-contests"]).map(objectOf);
  const content = at(operation, "requestBody", "content", "application/json");
  const [name, example] = Object.entries(at(content, "examples"))[0]!;
  return [
    `<h2>POST ${escapeHtml(path)}</h2>`,
    `<p>${prose(String(operation["summary"]))}.</p>`,
    ...(contests.length === 0 ? [] : contestsPart(contests)),
    `<details><summary>A body for ${escapeHtml(name)}; a real pool has many more entries</summary>`,
    `<pre>${escapeHtml(JSON.stringify(objectOf(example)["value"], null, 2))}</pre></details>`,
  ].join("\n");
}

function contestsPart(contests: readonly JsonObject[]): string[] {
  return [
    table(
      ["Book", "Contest", "Slots", "Cap", "Games", "Rules"],
      contests.map((row) => [
        ...["book", "contest"].map((field) => code(String(row[field]))),
        ...["slots", "salaryCap", "games", "rules"].map((field) => escapeHtml(String(row[field]))),
      ]),
    ),
    `<p>Positions: ${positionsOf(contests)}.</p>`,
  ];
}

function positionsOf(contests: readonly JsonObject[]): string {
  return [...new Set(contests.map((row) => String(row["positions"])))].map(escapeHtml).join("; or ");
}

function requestSchemaOf(document: JsonObject, operation: JsonObject): JsonObject {
  const { $ref } = at(operation, "requestBody", "content", "application/json", "schema");
  return at(document, "components", "schemas", String($ref).split("/").at(-1)!);
}

function parameterRow(value: Json): readonly string[] {
  const parameter = objectOf(value);
  const [field] = fieldsOf({ properties: { value: parameter["schema"] ?? {} } });
  const list = field!.path.endsWith("[]") ? ", separated by commas" : "";
  return [
    code(String(parameter["name"])),
    escapeHtml(field!.type) + list,
    prose([parameter["description"], field!.description].filter(Boolean).join(" ")),
  ];
}

function fieldTable(schema: JsonObject): string {
  return table(
    ["Field", "Type", "Required", "Meaning"],
    fieldsOf(schema).map(({ path, type, required, description }) => [
      code(path),
      escapeHtml(type),
      required ? "yes" : "",
      prose(description),
    ]),
  );
}

function errorRows(operation: JsonObject): readonly (readonly string[])[] {
  return Object.entries(at(operation, "responses"))
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => [escapeHtml(status), prose(String(objectOf(response)["description"]))]);
}

function pageRow([path, item]: readonly [string, Json]): readonly (readonly string[])[] {
  const { summary } = at(objectOf(item), "get");
  return summary === undefined ? [] : [[code(`GET ${path}`), escapeHtml(String(summary))]];
}
