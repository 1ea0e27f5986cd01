import { type Breach, duplicates, type TablePath } from "../../shared/schema/breach.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";

/**
 * Reports positions that are not declared under their names or are listed twice; `path` leads to their list.
 */
export function* undeclared(
  positions: ContestBase["positions"],
  names: readonly string[],
  path: TablePath,
): Generator<Breach> {
  for (const [at, name] of names.entries()) yield* undeclaredName(positions, name, [...path, at]);
  for (const { at, name } of duplicates(names)) {
    yield { path: [...path, at], reason: `"${name}" is listed twice. Remove one.` };
  }
}

/** Like `undeclared`, for one position. */
export function* undeclaredName(
  positions: ContestBase["positions"],
  name: string,
  path: TablePath,
): Generator<Breach> {
  if (positions.some((position) => position.name === name)) return;
  const meant = positions.find((position) => position.aliases.includes(name));
  yield {
    path,
    reason: meant
      ? `"${name}" is an alias. Write the position's name, "${meant.name}".`
      : `"${name}" is not declared under positions. Declare it there or remove it.`,
  };
}
