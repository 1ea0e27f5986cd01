import type { Column } from "./book.ts";

/** A column without which a row is no header. */
export function required(...names: string[]): Column {
  return { names, required: true };
}

/** A column that a file may lack. */
export function optional(...names: string[]): Column {
  return { names, required: false };
}
