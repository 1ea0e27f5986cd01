import type { Portfolio } from "../shared/schema/portfolio.ts";
import type { Path } from "./places.ts";

const LISTED = ["lock", "exclude", "exposure", "rules"] as const;

/** The fields that hold a list of rules. */
export type Listed = (typeof LISTED)[number];

/** The places of a description's rules: those of `single` fields, and each one of the lists. */
export function rulePaths(description: Portfolio, single: readonly (keyof Portfolio)[]): Path[] {
  return [
    ...single.flatMap((field): Path[] => (description[field] === undefined ? [] : [[field]])),
    ...LISTED.flatMap((field) => (description[field] ?? []).map((_, index): Path => [field, index])),
  ];
}
