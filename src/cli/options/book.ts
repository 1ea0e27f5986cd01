import type { BookName } from "../../shared/books/index.ts";
import { usageError } from "../usage-error.ts";

/** The book that `--book` or `--site` names; undefined where neither is given. @throws InvalidRequestError if they differ */
export function askedBook({
  book,
  site,
}: {
  readonly book?: BookName | undefined;
  readonly site?: BookName | undefined;
}): BookName | undefined {
  if (book !== undefined && site !== undefined && book !== site)
    throw usageError("--site", `means ${site}, but --book is ${book}. Give one of them.`);
  return book ?? site;
}
