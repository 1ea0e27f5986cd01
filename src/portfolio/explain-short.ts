import { type Conflict, InfeasibleError } from "../errors.ts";
import type { PortfolioOutcome } from "../model/portfolio-plan.ts";
import { type People, personLabel } from "./people.ts";
import { type Lines, placeWords, requestPointer } from "./places.ts";
import type { PlannedPortfolio } from "./plan.ts";

type Short = Extract<PortfolioOutcome, { readonly kind: "short" }>;

/** Why there are fewer lineups than asked for, in the description's words. */
export interface ShortReason {
  readonly detail: string;
  readonly conflicts: readonly Conflict[];
}

/** What stopped a portfolio that was built lineup by lineup: shares that are full, and that lineups differ. */
export function whatStopped(
  { plan, shares }: PlannedPortfolio,
  { lineups, stoppedBy, proved }: Short,
  lines: Lines | undefined,
): ShortReason {
  const found = `${lineups.length} of the ${plan.count} lineups asked for`;
  const full = (stoppedBy?.shares ?? []).map((index) => shares[index]!);
  const conflicts = full.map(({ path, what, asked, limits }): Conflict => {
    const detail = `${placeWords(path, lines)}: ${what} in ${asked} (${limits.most} lineups)`;
    return conflictOf(path, limits.most, detail);
  });
  if (stoppedBy?.different && plan.unique > 0)
    conflicts.push(
      conflictOf(
        ["unique"],
        plan.unique,
        `${placeWords(["unique"], lines)}: any two lineups differ by at least ${plan.unique} players`,
      ),
    );
  const cause =
    conflicts.length === 0
      ? stoppedBy === null
        ? proved
          ? "it is proved that there is no portfolio of all; what stands in its way was not found in time"
          : "no portfolio of all was found, nor is it proved that there is none"
        : "there are no more lineups that keep all rules"
      : `the lineups so far leave no other beside ${conflicts.map(({ detail }) => detail).join("; and ")}`;
  return { detail: `Found ${found}: ${cause}.`, conflicts };
}

/** A share, or the like, as a member of what cannot hold together. */
export function conflictOf(
  path: PlannedPortfolio["shares"][number]["path"],
  limit: number,
  detail: string,
): Conflict {
  return {
    constraint: "portfolio",
    pointer: requestPointer(path),
    kind: "share",
    entry: null,
    slot: null,
    limit,
    cost: null,
    detail,
  };
}

const GUIDS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** An explanation of one lineup's rules, with places of the description and names in place of pointers and GUIDs. */
export function inPlaces(error: InfeasibleError, { all }: People, lines: Lines | undefined): InfeasibleError {
  const labels = new Map(all.map((person) => [person.uuid, personLabel(person)]));
  const words = (text: string) =>
    text
      .replaceAll(/\/?portfolio[./](\w+)(?:\/(\d+))?/g, (_, field: string, index?: string) =>
        placeWords(index === undefined ? [field] : [field, Number(index)], lines),
      )
      .replaceAll(GUIDS, (guid) => labels.get(guid) ?? guid);
  return new InfeasibleError(
    words(error.message),
    error.conflicts.map((conflict) => ({ ...conflict, detail: words(conflict.detail) })),
  );
}

/** What makes the search for a portfolio long, as a sentence to add; none where nothing in the description does. */
export function whatTakesLong({ plan }: PlannedPortfolio, lines: Lines | undefined): string {
  const { unique, model } = plan;
  const seats = model.slots.reduce((sum, { count }) => sum + count, 0);
  const reasons = [
    ...(2 * unique > seats
      ? [
          `${placeWords(["unique"], lines)} leaves lineups less than half in common (${seats - unique} of ${seats}), so each is a search of its own, longer with every lineup before it`,
        ]
      : []),
    ...new Set(
      model.rules.flatMap((rule) =>
        rule.kind === "clauses" &&
        rule.origin.pointer !== requestPointer(["salary"]) &&
        rule.alternatives.some(({ sums }) => sums.length > 0)
          ? [
              `${rule.origin.words} asks for a sum, which lineups in the order of their points may keep seldom`,
            ]
          : [],
      ),
    ),
  ];
  return reasons.length === 0 ? "" : ` ${capitalized(reasons.join("; "))}.`;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
