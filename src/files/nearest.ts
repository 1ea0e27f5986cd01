import leven from "leven";
import { foldSpelling, nameKey } from "../shared/names.ts";
import type { Listing, Slate } from "./slate.ts";

/** How many people are named as the nearest. */
const MOST_NAMED = 2;

/** How many of a name's letters may be others in a name that is near: one in this many. */
const LETTERS_PER_CHANGE = 3;

/** The people of the slate, drafted or not, whose names are the nearest to this one; none where none is near. */
export function nearestListings({ entries, leftOut }: Slate, name: string): readonly Listing[] {
  const wanted = foldSpelling(nameKey(name));
  const limit = Math.ceil(wanted.length / LETTERS_PER_CHANGE) + 1;
  return [...entries, ...leftOut.map(({ listing }) => listing)]
    .map((listing) => ({
      listing,
      distance: leven(wanted, foldSpelling(nameKey(listing.name)), { maxDistance: limit }),
    }))
    .filter(({ distance }) => distance < limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_NAMED)
    .map(({ listing }) => listing);
}
