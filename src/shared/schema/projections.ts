import { books } from "../books/index.ts";
import { parseInput } from "./parse.ts";
import { type FantasyPerformanceDocument, fantasyPerformanceDocumentSchema } from "./performances.ts";
import { isPlain } from "./plain.ts";

/**
 * Parses a projections document. Plain, valid documents are accepted unchanged, about ten times as fast as
 * the schema copies them; the schema handles all others.
 * @throws InvalidRequestError whose source is the parameter `projections`.
 */
export function parseProjections(value: unknown): FantasyPerformanceDocument {
  if (isPlainProjections(value)) return value;
  return parseInput(fantasyPerformanceDocumentSchema, value, { parameter: "projections" });
}

/** Whether the schema would accept the document unchanged; false means undecided. */
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

function isListOf(value: unknown, test: (item: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index += 1) if (!test(value[index])) return false;
  return true;
}

const POINTS = books.map(({ pointsAttribute }) => pointsAttribute);

function isProjection(value: unknown): boolean {
  if (!isPlain(value)) return false;
  const { id, type, attributes, relationships } = value;
  if (typeof id !== "string" || type !== "FantasyPerformance") return false;
  if (!isPlain(attributes) || !isPlain(relationships)) return false;
  const { uuid, position, updatedAt } = attributes;
  if (typeof uuid !== "string" || !isTextOrNone(position) || !isTextOrNone(updatedAt)) return false;
  for (let index = 0; index < POINTS.length; index += 1) {
    const points = attributes[POINTS[index]!];
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
