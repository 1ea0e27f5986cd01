import { deepFreeze, groupBy } from "../collections.ts";
import { guidOfId, plainGuid } from "../guid-bytes.ts";
import { parseInput } from "./parse.ts";
import { type FantasyPerformanceDocument, fantasyPerformanceDocumentSchema } from "./performances.ts";
import { type LineupRequest, LONGEST_NAME, MOST_MONEY } from "./request.ts";
import type { Resource } from "./resource.ts";

/**
 * Fast checks of values without a schema. Values that pass are accepted by the schemas unchanged; for others
 * the schema has to decide, and reports the fault.
 */

export type Fields = Readonly<Record<string, unknown>>;

/** Whether the value is an object as made by JSON or an object literal, with no inherited keys. */
export function isPlain(value: unknown): value is Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function countOf(fields: Fields, keys: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < keys.length; index += 1) if (fields[keys[index]!] !== undefined) count += 1;
  return count;
}

/** Whether all of the object's own keys are among `keys` and have values. */
export function hasOnly(fields: Fields, keys: readonly string[]): boolean {
  return Object.keys(fields).length === countOf(fields, keys);
}

export function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

/** Whether the value can be the name of a position, a slot or a contest. */
export function isName(value: unknown): value is string {
  return typeof value === "string" && value.length >= 1 && value.length <= LONGEST_NAME;
}

/** The list with each item read by `read`; null if `read` rejects one. */
export function listOf<Item>(value: unknown, read: (item: unknown) => Item | null): Item[] | null {
  if (!Array.isArray(value)) return null;
  const items = new Array<Item>(value.length);
  for (let index = 0; index < value.length; index += 1) {
    const item = read(value[index]);
    if (item === null) return null;
    items[index] = item;
  }
  return items;
}

/** The pool's players as their schema would parse them; null if only the schema can decide about them. */
export function readPlayers(value: unknown): LineupRequest["players"] | null {
  return listOf(value, readPlayer);
}

/** Like `readPlayers`, for the pool's team defenses; an undefined value gives an empty list. */
export function readTeams(value: unknown): LineupRequest["teams"] | null {
  return value === undefined ? NO_TEAMS : listOf(value, readTeam);
}

const NO_TEAMS: LineupRequest["teams"] = Object.freeze([]);

const PLAYER_KEYS = ["player", "salary", "position", "captainSalary"];

function readPlayer(item: unknown): LineupRequest["players"][number] | null {
  if (!isPlain(item) || !hasOnly(item, PLAYER_KEYS)) return null;
  const { salary, position, captainSalary } = item;
  const player = plainGuid(item["player"]);
  if (player === null || !isMoney(salary) || !isName(position)) return null;
  if (captainSalary === undefined) return { player, salary, position };
  return isMoney(captainSalary) ? { player, salary, position, captainSalary } : null;
}

const TEAM_KEYS = ["team", "salary", "captainSalary"];

function readTeam(item: unknown): LineupRequest["teams"][number] | null {
  if (!isPlain(item) || !hasOnly(item, TEAM_KEYS)) return null;
  const { salary, captainSalary } = item;
  const team = plainGuid(item["team"]);
  if (team === null || !isMoney(salary)) return null;
  if (captainSalary === undefined) return { team, salary };
  return isMoney(captainSalary) ? { team, salary, captainSalary } : null;
}

export function isMoney(value: unknown): value is number {
  return isWhole(value, 0, MOST_MONEY);
}

/** Documents that this file parsed and deeply froze, so that they need no second parse. */
const checked = new WeakSet<object>();

/**
 * Parses and freezes a projections document that many requests share. Parts of `value` that the result reuses
 * are frozen too. The optimizer accepts the result without parsing it again. A document that was already
 * checked is returned unchanged.
 * @throws InvalidRequestError whose source is the parameter `projections`.
 */
export function checkProjections(value: unknown): FantasyPerformanceDocument {
  if (isChecked(value)) return value;
  return markChecked(parseInput(fantasyPerformanceDocumentSchema, value, { parameter: "projections" }));
}

/** Whether this is a document that a function of this file parsed or made, so that it needs no parsing. */
export function isChecked(value: unknown): value is FantasyPerformanceDocument {
  return typeof value === "object" && value !== null && checked.has(value);
}

/** Joins checked documents into one; a related resource that several of them include appears once. */
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

/** Splits a document by event (game) GUID; projections without an event are left out. */
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
