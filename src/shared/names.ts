import { SHORT_FORMS } from "./short-forms.ts";

/** Generational suffixes, which some files omit. */
const SUFFIXES = new Set(["jr", "sr", "ii", "iii", "iv", "v"]);

/** Letters that no Unicode decomposition turns into plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/** Plain spellings of one accented letter as two: `Schroeder` for `Schröder`, `Aaberg` for `Åberg`. */
const SPELLED_OUT = /([aou])e|aa|ss/g;

/**
 * A name normalized for comparison across files, without case, accents, punctuation, spaces and generational
 * suffixes: `Ja'Marr Wóods-Lee Jr.` and `JAMARR WOODS LEE` are equal.
 */
export function nameKey(name: string): string {
  return nameWords(name).join("");
}

/** The words of a name that are compared, without a generational suffix. */
function nameWords(name: string): readonly string[] {
  const words = plainWords(name);
  while (words.length > 2 && SUFFIXES.has(words.at(-1)!)) words.pop();
  return words;
}

/** Whether the text is a generational suffix, such as `Jr.` or `III`. */
export function isSuffix(text: string): boolean {
  return SUFFIXES.has(plainWords(text).join(""));
}

/** Maps spellings with and without spelled-out accents, such as `mueller` and `muller`, to one key. */
export function foldSpelling(key: string): string {
  return key.replace(SPELLED_OUT, (letters) => letters[0]!);
}

/** The last word of a team's name, its nickname: `Baltimore Ravens` and `Ravens D/ST` give `ravens`. */
export function nicknameKey(name: string): string {
  return nameWords(name.replace(/\b(D\/ST|DST|DEF|defense)\b/gi, " ")).at(-1) ?? "";
}

function plainWords(name: string): string[] {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[øłđðþßæœı]/g, (letter) => PLAIN[letter]!)
    .replace(/[.'’‘`´]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

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
