/** Generational suffixes, which some files omit. */
const SUFFIXES = new Set(["jr", "sr", "ii", "iii", "iv", "v"]);

/** Plain spellings of letters that Unicode normalization does not reduce to plain ones. */
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

/**
 * Matches two letters written for one accented letter, as in `Schroeder` for `Schröder`, `Aaberg` for
 * `Åberg`.
 */
const SPELLED_OUT = /([aou])e|aa|ss/g;

/**
 * A name normalized for comparison across files, without case, accents, punctuation, spaces and generational
 * suffixes: `Ja'Marr Wóods-Lee Jr.` and `JAMARR WOODS LEE` are equal.
 */
export function nameKey(name: string): string {
  return nameWords(name).join("");
}

/** The words of a name in plain lower-case letters, without a generational suffix. */
export function nameWords(name: string): readonly string[] {
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
