import { POINT_ATTRIBUTES } from "../books.ts";
import { deepFreeze, groupBy } from "../collections.ts";
import { guidOfId } from "../guid-bytes.ts";
import { parseInput } from "./parse.ts";
import { type FantasyPerformanceDocument, fantasyPerformanceDocumentSchema } from "./performances.ts";
import type { Resource } from "./resource.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Plain, valid documents are accepted unchanged, twenty times as fast as the schema copies them. @throws
 * InvalidRequestError whose source is the parameter `projections`.
 */
export function parseProjections(value: unknown): FantasyPerformanceDocument {
  return isChecked(value) || isPlainProjections(value) ? value : readBySchema(value);
}

function readBySchema(value: unknown): FantasyPerformanceDocument {
  return parseInput(fantasyPerformanceDocumentSchema, value, { parameter: "projections" });
}

/** True if the schema would certainly accept the document unchanged; if false, only the schema can decide. */
export function isPlainProjections(value: unknown): value is FantasyPerformanceDocument {
  if (!isPlain(value)) return false;
  const { links, meta, data, included } = value;
  return (
    (links === undefined || isPlain(links)) &&
    (meta === undefined || isPlain(meta)) &&
    isListOf(data, isProjection) &&
    (included === undefined || isListOf(included, isResource))
  );
}

/** Made by JSON or an object literal, with no inherited keys. */
function isPlain(value: unknown): value is Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isListOf(value: unknown, test: (item: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  // `every` skips holes, which the schema refuses.
  for (let index = 0; index < value.length; index += 1) if (!test(value[index])) return false;
  return true;
}

function isProjection(value: unknown): boolean {
  if (!isPlain(value)) return false;
  const { id, type, attributes, relationships } = value;
  if (typeof id !== "string" || type !== "FantasyPerformance") return false;
  if (!isPlain(attributes) || !isPlain(relationships)) return false;
  const { uuid, position, updatedAt } = attributes;
  if (typeof uuid !== "string" || !isTextOrNone(position) || !isTextOrNone(updatedAt)) return false;
  for (const name of POINT_ATTRIBUTES) {
    const points = attributes[name];
    if (points != null && !Number.isFinite(points)) return false;
  }
  const { player, event, team } = relationships;
  return isToOneOrNone(player) && isToOneOrNone(event) && isToOneOrNone(team);
}

function isTextOrNone(value: unknown): boolean {
  return value == null || typeof value === "string";
}

function isToOneOrNone(value: unknown): boolean {
  if (value == null) return true;
  if (!isPlain(value)) return false;
  const { data } = value;
  return (
    data == null || (isPlain(data) && typeof data["type"] === "string" && typeof data["id"] === "string")
  );
}

function isResource(value: unknown): boolean {
  if (!isPlain(value)) return false;
  const { id, type, attributes, relationships } = value;
  if (typeof id !== "string" || typeof type !== "string") return false;
  if (attributes !== undefined && !isPlain(attributes)) return false;
  return (
    relationships === undefined || (isPlain(relationships) && Object.values(relationships).every(isPlain))
  );
}

/** Documents that this file parsed and deeply froze, so that they need no second parse. */
const checked = new WeakSet<object>();

/**
 * Parses and freezes a document that many requests share, with the parts of `value` that it reuses; the
 * optimizer does not parse it again. @throws InvalidRequestError whose source is the parameter `projections`.
 */
export function checkProjections(value: unknown): FantasyPerformanceDocument {
  return isChecked(value) ? value : markChecked(readBySchema(value));
}

function isChecked(value: unknown): value is FantasyPerformanceDocument {
  return typeof value === "object" && value !== null && checked.has(value);
}

/** A resource that several of them include appears once. */
export function joinProjections(parts: readonly FantasyPerformanceDocument[]): FantasyPerformanceDocument {
  const included = new Map<string, Resource>();
  for (const part of parts) {
    for (const resource of part.included ?? []) included.set(`${resource.type} ${resource.id}`, resource);
  }
  return markChecked({
    data: parts.flatMap((part) => checkProjections(part).data),
    included: [...included.values()],
  });
}

/** By event (game) GUID; projections without an event are left out. */
export function splitByEvent(document: FantasyPerformanceDocument): Map<string, FantasyPerformanceDocument> {
  const whole = checkProjections(document);
  const entries = groupBy(whole.data, ({ relationships }) => guidOfId(relationships.event?.data?.id ?? ""));
  entries.delete(null);
  const included = whole.included ?? [];
  return new Map([...entries].map(([event, data]) => [event!, markChecked({ data, included })]));
}

function markChecked(document: FantasyPerformanceDocument): FantasyPerformanceDocument {
  deepFreeze(document);
  checked.add(document);
  return document;
}
