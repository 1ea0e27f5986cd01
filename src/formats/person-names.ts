const SUFFIXES = new Set(["jr", "sr", "ii", "iii", "iv", "v"]);

/** Letters that no Unicode decomposition turns into plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/**
 * A name as files of different hands are compared by: case, accents, punctuation, spaces and generational
 * suffixes aside. `Ja'Marr Wóods-Lee Jr.` and `JAMARR WOODS LEE` are the same.
 */
export function nameKey(name: string): string {
  const words = nameWords(name);
  while (words.length > 2 && SUFFIXES.has(words.at(-1)!)) words.pop();
  return words.join("");
}

/** The last word of a team's name, its nickname: `Baltimore Ravens` and `Ravens D/ST` give `ravens`. */
export function nicknameKey(name: string): string {
  return nameWords(name.replace(/\b(D\/ST|DST|DEF|defense)\b/gi, " ")).at(-1) ?? "";
}

function nameWords(name: string): string[] {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[øłđðßæœı]/g, (letter) => PLAIN[letter]!)
    .replace(/[.'’‘`´]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
