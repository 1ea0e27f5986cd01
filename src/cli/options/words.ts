import { InvalidArgumentError } from "commander";
import { type BookName, books } from "../../shared/books/index.ts";

/** Words for a sport, by its name in requests and tables. */
const SPORT_WORDS: Readonly<Record<string, readonly string[]>> = {
  "american-football": ["nfl", "football"],
  basketball: ["nba"],
  "ice-hockey": ["nhl", "hockey"],
  baseball: ["mlb"],
};

/** Parses a sport: a known word, else the name itself, which may come from a user's own contest file. */
export function sportWord(text: string): string {
  const wanted = text.trim().toLowerCase();
  const known = Object.entries(SPORT_WORDS).find(
    ([sport, words]) => sport === wanted || words.includes(wanted),
  );
  return known?.[0] ?? text.trim();
}

/** The names of books and their sites, for help. */
export const BOOK_WORDS = books.map(({ name }) => name).join(" or ");
export const SITE_WORDS = books.map(({ site }) => site).join(" or ");

/** Parses a book: its name, its company's name or its site's. */
export function bookWord(text: string): BookName {
  const wanted = text.trim().toLowerCase();
  const book = books.find(({ name, vendor, site }) =>
    [name, vendor, site].some((word) => word.toLowerCase() === wanted),
  );
  if (book !== undefined) return book.name;
  const known = books.map(({ name, vendor, site }) => `${site} (${vendor}, ${name})`);
  throw new InvalidArgumentError(`It takes ${known.join(" or ")}.`);
}
