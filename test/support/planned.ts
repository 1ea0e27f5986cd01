import type { PlannedPortfolio } from "../../src/portfolio/plan.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import { type TinyOptions, tinyPortfolio } from "./tiny-portfolio.ts";

/** The errors, a line each; empty if there are none. */
export function refused(description: unknown, options?: TinyOptions): string {
  try {
    tinyPortfolio(description, options);
    return "";
  } catch (error) {
    if (error instanceof InvalidRequestError) return error.issues.map(({ detail }) => detail).join("\n");
    throw error;
  }
}

/**
 * The players counted by the first count of a test, as `name`, or `name@SLOT` where slots are distinguished.
 */
export function countedIn(
  { plan, people, problem }: PlannedPortfolio,
  test = plan.shares[0]!.tests[0]!,
): string[] {
  const { entry, slots } = plan.model.picks;
  return Array.from(test.alternatives[0]!.counts[0]!.picks, (pick) => {
    const names = problem.contest.slots
      .filter((_, slot) => (slots[pick]! >> slot) & 1)
      .map(({ name }) => name);
    return `${people.all[entry[pick]!]!.name} ${names.join("/")}`;
  });
}

/** The players that a selection means, in the format of `countedIn`. */
export const countedOf = (selection: unknown, options?: TinyOptions) =>
  countedIn(tinyPortfolio({ exposure: [{ of: selection, most: 5 }] }, options));
