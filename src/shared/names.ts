/** Some files omit them. */
const SUFFIXES = new Set(["jr", "sr", "ii", "iii", "iv", "v"]);

/** Letters that Unicode normalization does not reduce to plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ı: "i" },
};

/** Two letters written for one accented letter, as in `Schroeder`, `Aaberg`. */
const SPELLED_OUT = /([aou])e|aa|ss/g;

/**
 * `Ja'Marr Wóods-Lee Jr.` and `JAMARR WOODS LEE` are equal: without case, accents, punctuation, spaces and
 * suffixes.
 */
export function nameKey(name: string): string {
  return nameWords(name).join("");
}

export function nameWords(name: string): readonly string[] {
  const words = plainWords(name);
  while (words.length > 2 && SUFFIXES.has(words.at(-1)!)) words.pop();
  return words;
}

export function isSuffix(text: string): boolean {
  return SUFFIXES.has(plainWords(text).join(""));
}

/** `mueller` and `muller` have one key. */
export function foldSpelling(key: string): string {
  return key.replace(SPELLED_OUT, (letters) => letters[0]!);
}

/** `Baltimore Ravens` and `Ravens D/ST` give `ravens`. */
export function nicknameKey(name: string): string {
  return nameWords(withoutDefense(name)).at(-1) ?? "";
}

export function withoutDefense(name: string): string {
  return name.replace(/\b(D\/ST|DST|DEF|defense)\b/gi, " ");
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
