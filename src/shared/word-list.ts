/** Words as a list: `a`, `a or b`, `a, b or c`. */
export function wordList(words: readonly string[], link: "and" | "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${link} ${words.at(-1)}`;
}
