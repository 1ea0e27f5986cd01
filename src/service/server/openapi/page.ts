import { escapeHtml } from "../../../shared/escape-html.ts";
import { JSON_API } from "../exchange.ts";
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

/** Text as HTML; what stands between backticks becomes code. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** A table; cells are HTML already. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((cell) => `<th scope="col">${cell}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("\n");
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

/** A whole page that loads nothing. `body` is HTML. */
function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.8rem; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; padding-top: .7rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .4rem; }
code, pre { font: .9em/1.45 ui-monospace, monospace; }
code { background: var(--soft); border-radius: 3px; padding: .05em .25em; overflow-wrap: break-word; }
pre { background: var(--soft); border-radius: 5px; padding: .8rem; overflow-x: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); }
th { white-space: nowrap; }
td:first-child { white-space: nowrap; }
summary { cursor: pointer; margin: .6rem 0; }
`;

/** A field of a schema, as the documentation lists it. */
interface Field {
  /** With dots between names and `[]` behind lists. */
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

/** The object at a name of a document, empty where there is none. */
export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The object that a path of names leads to. */
export function at(document: JsonObject, ...path: readonly string[]): JsonObject {
  return path.reduce((value, name) => objectOf(value[name]), document);
}
