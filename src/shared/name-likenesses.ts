import { foldSpelling, nameWords } from "./names.ts";
import { SHORT_FORMS } from "./short-forms.ts";

/** A rule whether two names mean the same person. The first rule that finds a person wins. */
export interface NameLikeness {
  /** The keys of a pool player's name. */
  readonly ofListing: (name: string) => readonly string[];
  /** The keys of a name in another file; two names match if they share a key. */
  readonly ofRow: (name: string) => readonly string[];
}

const GROUPS_OF = new Map<string, number[]>();
for (const [group, names] of SHORT_FORMS.entries()) {
  for (const name of names) {
    const key = foldSpelling(name);
    GROUPS_OF.set(key, [...(GROUPS_OF.get(key) ?? []), group]);
  }
}

const same = (keysOf: (name: string) => readonly string[]): NameLikeness => ({
  ofListing: keysOf,
  ofRow: keysOf,
});

/** The first word and the rest, folded; null for a name of one word. */
function firstAndRest(name: string): { readonly first: string; readonly rest: string } | null {
  const [first = "", ...others] = nameWords(name);
  const rest = foldSpelling(others.join(""));
  return rest === "" ? null : { first: foldSpelling(first), rest };
}

const exact = same((name) => [nameWords(name).join("")]);
const spelledOut = same((name) => [foldSpelling(nameWords(name).join(""))]);
const shortForm = same((name) => {
  const parts = firstAndRest(name);
  return parts === null ? [] : (GROUPS_OF.get(parts.first) ?? []).map((group) => `${group} ${parts.rest}`);
});

const initialKey = (name: string, isInitial: (first: string) => boolean): readonly string[] => {
  const parts = firstAndRest(name);
  return parts === null || !isInitial(parts.first) ? [] : [`${parts.first[0]} ${parts.rest}`];
};
const initial: NameLikeness = {
  ofListing: (name) => initialKey(name, () => true),
  ofRow: (name) => initialKey(name, (first) => first.length === 1),
};

/** From strictest to loosest. */
export const NAME_LIKENESSES: readonly NameLikeness[] = [exact, spelledOut, shortForm, initial];
