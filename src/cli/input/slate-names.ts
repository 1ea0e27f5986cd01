import { InvalidRequestError } from "../../errors.ts";
import { nameKey, nicknameKey } from "../../formats/person-names.ts";
import type { Listing, Slate } from "../../formats/slate.ts";

/** How many people a message names. */
const NAMED = 5;

/** Someone of a slate that an option names; in the captain's slot when it gives the id of a captain's row. */
interface Named {
  readonly entry: Listing;
  readonly asCaptain: boolean;
}

/**
 * Finds whom `--lock` or `--exclude` means: by the book's id, else by name, which counts as in projections files.
 * @throws InvalidRequestError if nobody in the pool is meant, or several are.
 */
export function findNamed(slate: Slate, text: string, option: string): Named {
  const wanted = text.trim();
  const byId = slate.entries.find((entry) => entry.bookId === wanted || entry.captainBookId === wanted);
  if (byId) return { entry: byId, asCaptain: byId.bookId !== wanted };
  const matches = slate.entries.filter((entry) => isCalled(entry, wanted));
  const [first, ...others] = matches;
  if (first && others.length === 0) return { entry: first, asCaptain: false };
  if (first) {
    throw refusal(
      option,
      `"${wanted}" is the name of ${matches.map(listingLabel).join(" and of ")}. Give the id.`,
    );
  }
  const leftOut = slate.leftOut.find(
    ({ listing }) => [listing.bookId, listing.captainBookId].includes(wanted) || isCalled(listing, wanted),
  );
  if (leftOut) {
    throw refusal(
      option,
      `${listingLabel(leftOut.listing)} is left out of the pool (${leftOut.reason}: ${leftOut.detail}).`,
    );
  }
  throw refusal(option, `nobody in the pool has the name or id "${wanted}".${suggestion(slate, wanted)}`);
}

/** Someone of a salary file in words that tell people of one name apart. */
export function listingLabel({ name, position, team, bookId }: Listing): string {
  return `${name} (${[position, team, bookId].filter((part) => part !== null).join(", ")})`;
}

function isCalled({ kind, name, team }: Listing, wanted: string): boolean {
  if (nameKey(name) === nameKey(wanted)) return true;
  return kind === "team" && (nicknameKey(name) === nicknameKey(wanted) || team === wanted.toUpperCase());
}

function suggestion({ entries }: Slate, wanted: string): string {
  const words = wanted
    .split(/\s+/)
    .map(nameKey)
    .filter((word) => word.length > 2);
  const alike = entries
    .filter(({ name }) => words.some((word) => nameKey(name).includes(word)))
    .slice(0, NAMED);
  return alike.length === 0 ? "" : ` Did you mean ${alike.map(listingLabel).join(" or ")}?`;
}

function refusal(option: string, detail: string): InvalidRequestError {
  return new InvalidRequestError([
    { code: "unknown-name", detail: `${option}: ${detail}`, source: { parameter: option } },
  ]);
}
