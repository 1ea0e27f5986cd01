import { canonicalTeam } from "../contests/catalog/sports.ts";
import { type InvalidRequestError, invalidRequest } from "../shared/errors.ts";
import { didYouMean, NAMED } from "../shared/name-index.ts";
import { type Aliases, candidatesFor, indexListings, type ListingIndex, UNKNOWN } from "./listing-index.ts";
import { type Listing, listingLabel, type Slate } from "./slate.ts";

interface Named {
  readonly entry: Listing;
  readonly asCaptain: boolean;
}

/** @throws InvalidRequestError if no pool player matches, or several do. */
export type NameFinder = (text: string, option: string) => Named;

/**
 * The lookup of `--lock` and `--exclude`: by the book's id, else by name in any form accepted in projections
 * files; a defense also by its team. With `takesLeftOut`, also finds players left out.
 */
export function nameFinderOf(
  slate: Slate,
  aliases?: Aliases,
  { takesLeftOut = false }: { readonly takesLeftOut?: boolean } = {},
): NameFinder {
  let made: ListingIndex | undefined;
  const leftOut = new Map(slate.leftOut.map((out) => [out.listing, out]));
  return (text, option) => {
    made ??= indexListings(slate);
    const index = made;
    const wanted = text.trim();
    const { captain, candidates } = candidatesFor({ ...UNKNOWN, id: wanted, name: wanted }, index, aliases);
    const found =
      candidates.length > 0
        ? candidates
        : index.defenses.filter(
            ({ team }) => canonicalTeam(slate.sport, team) === canonicalTeam(slate.sport, wanted),
          );
    const [first, ...others] = found.filter((listing) => takesLeftOut || !leftOut.has(listing));
    if (first && others.length === 0) return { entry: first, asCaptain: captain };
    if (first) {
      const people = [first, ...others].slice(0, NAMED).map(listingLabel).join(" and of ");
      const more = others.length < NAMED ? "" : ` and of ${others.length + 1 - NAMED} more`;
      throw refusal(option, `"${wanted}" may be the name of ${people}${more}. Give the id.`);
    }
    const out = found[0] && leftOut.get(found[0]);
    if (out)
      throw refusal(
        option,
        `${listingLabel(out.listing)} is left out of the pool (${out.reason}: ${out.detail}). Remove this name.`,
      );
    const suggested = didYouMean(slate.entries, wanted, {
      nameOf: ({ name }) => name,
      labelOf: listingLabel,
    });
    throw refusal(option, `no player in the pool has the name or id "${wanted}".${suggested}`);
  };
}

function refusal(option: string, detail: string): InvalidRequestError {
  return invalidRequest("unknown-name", option, `${option}: ${detail}`);
}
