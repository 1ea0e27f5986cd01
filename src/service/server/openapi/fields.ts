import type { Json, JsonObject } from "./json-schema.ts";

/** A field of a schema, as the documentation lists it. */
export interface Field {
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
