import { type Book, books } from "../shared/books/index.ts";
import { InvalidRequestError } from "../shared/errors.ts";

/** Matches the start of a spreadsheet formula, including full-width signs and leading blanks. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Whether a spreadsheet would run the text as a formula. */
function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/**
 * A cell of a book's upload or entries file, in one of the book's forms. Omits a name that a spreadsheet
 * would run as a formula, because the id alone is enough for the book.
 * @throws InvalidRequestError for an id that a spreadsheet would run as a formula.
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

/** A form such as `{name} ({id})` with any spacing, as a pattern with the groups `id` and `name`. */
export function cellPattern(form: string): RegExp {
  const pattern = form
    .replaceAll(/[()[\]:.*+?^$|\\]/g, "\\$&")
    .replaceAll(/\s+/g, "\\s*")
    .replace("{id}", "(?<id>[\\w-]+)")
    .replace("{name}", "(?<name>.*)");
  return new RegExp(`^${pattern}$`);
}

let patterns: readonly RegExp[] | undefined;

/** The cell forms of all books. */
export function bookCellForms(): readonly RegExp[] {
  patterns ??= [...new Set(books.flatMap(({ uploadFile }) => uploadFile.cells))].map(cellPattern);
  return patterns;
}
