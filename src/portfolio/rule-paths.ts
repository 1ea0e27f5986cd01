import type { Portfolio } from "../shared/schema/portfolio.ts";
import type { Path } from "./places.ts";

const LISTED = ["lock", "exclude", "exposure", "rules"] as const;

/** A field of a portfolio's description that is a list of rules. */
export type Listed = (typeof LISTED)[number];

/**
 * The path of each rule of a portfolio's description: of the `single` fields that it has, and of each item in
 * its lists.
 */
export function rulePaths(description: Portfolio, single: readonly (keyof Portfolio)[]): Path[] {
  return [
    ...single.flatMap((field): Path[] => (description[field] === undefined ? [] : [[field]])),
    ...LISTED.flatMap((field) => (description[field] ?? []).map((_, index): Path => [field, index])),
  ];
}
