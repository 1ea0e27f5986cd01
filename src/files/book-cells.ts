import { type Book, books } from "../shared/books/index.ts";
import { InvalidRequestError } from "../shared/errors.ts";

/** How a spreadsheet tells a formula from text: by how a cell begins, wide letters and blanks before it included. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Whether a spreadsheet would run the text as a formula. */
function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/**
 * A cell of a book's upload or entries file, in one of the book's forms. A name that a spreadsheet would run as a formula
 * is left away: the id alone says the same to the book.
 * @throws InvalidRequestError for an id that itself would be run.
 */
export function bookCell(
  { id, name }: { readonly id: string; readonly name: string },
  { uploadFile }: Pick<Book, "uploadFile">,
  form: string = uploadFile.cells[0],
): string {
  const cell = form.replace("{id}", () => id).replace("{name}", () => name);
  if (!isFormula(cell)) return cell;
  if (!isFormula(id)) return id;
  throw new InvalidRequestError([
    {
      code: "unsafe-id",
      detail: `the id ${JSON.stringify(id)} of ${name} is a formula to a spreadsheet, and no id of a book. Mend the pool.`,
      source: { parameter: "lineups" },
    },
  ]);
}

/** A form such as `{name} ({id})`, however it is spaced, as a pattern with the groups `id` and `name`. */
export function cellPattern(form: string): RegExp {
  const pattern = form
    .replaceAll(/[()[\]:.*+?^$|\\]/g, "\\$&")
    .replaceAll(/\s+/g, "\\s*")
    .replace("{id}", "(?<id>[\\w-]+)")
    .replace("{name}", "(?<name>.*)");
  return new RegExp(`^${pattern}$`);
}

let patterns: readonly RegExp[] | undefined;

/** The forms of all books' cells. */
export function bookCellForms(): readonly RegExp[] {
  patterns ??= [...new Set(books.flatMap(({ uploadFile }) => uploadFile.cells))].map(cellPattern);
  return patterns;
}
