import type { Column } from "./book.ts";

/** A column that every header row has. */
export function required(...names: string[]): Column {
  return { names, required: true };
}

/** A column that a file may omit. */
export function optional(...names: string[]): Column {
  return { names, required: false };
}
