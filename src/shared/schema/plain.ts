/**
 * Fast checks of values without a schema. Values that pass are accepted by the schemas unchanged; for others
 * the schema has to decide, and reports the fault.
 */

import { LONGEST_NAME } from "./request.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Whether the value is an object as made by JSON or an object literal, with no inherited keys. */
export function isPlain(value: unknown): value is Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The number of keys with a value. */
function countOf(fields: Fields, keys: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < keys.length; index += 1) if (fields[keys[index]!] !== undefined) count += 1;
  return count;
}

/** Whether the object has a value for every key of its own, all of them among `keys`. */
export function hasOnly(fields: Fields, keys: readonly string[]): boolean {
  return Object.keys(fields).length === countOf(fields, keys);
}

export function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

/** Whether it may name a position, a slot or a contest. */
export function isName(value: unknown): value is string {
  return typeof value === "string" && value.length >= 1 && value.length <= LONGEST_NAME;
}

/** A list whose every item `read` understands; null where one is not. */
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
