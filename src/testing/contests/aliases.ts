import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { positionNamed, unseatedNamed } from "../../engine/roster.ts";

/** What a spelling of a position means, such as `{ LW: "W" }`. */
export type PublishedAliases = Readonly<Record<string, string>>;

/** Returns a line for each spelling that means one position to the book and another to the table. */
export function misreadAliases(contest: ContestTable, aliases: PublishedAliases): string[] {
  return Object.entries(aliases).flatMap(([spelling, meant]) => {
    const read = named(contest, spelling);
    if (read !== undefined && read === named(contest, meant)) return [];
    const known = read === undefined ? "knows no such position" : `reads it as ${read}`;
    return [
      `${spelling}: the book means ${meant}, the table ${known}. See the aliases of its "positions" and "unseated".`,
    ];
  });
}

/** The table's aliases whose meaning is not stated. */
export function unstatedAliases({ positions, unseated }: ContestTable, aliases: PublishedAliases): string[] {
  const stated = new Set(Object.keys(aliases).map((spelling) => spelling.toUpperCase()));
  return [...positions, ...unseated]
    .flatMap((position) => position.aliases)
    .filter((alias) => !stated.has(alias.toUpperCase()));
}

function named(contest: ContestTable, spelling: string): string | undefined {
  return (positionNamed(contest, spelling) ?? unseatedNamed(contest, spelling))?.name;
}
